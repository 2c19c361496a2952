/** A recording of the running platform, encoded as an upload. */
import { ulid } from 'ulid';

/** Creates the recording; `encode` resolves when it has all its renditions. */
export async function createRecording(bytes: Buffer): Promise<{ id: string; encode: () => Promise<void> }> {
  const { vods } = await import('../../functions/recordings/vods/store.ts');
  const { createMediaFields } = await import('../../functions/recordings/media/rules.ts');
  const { sourceKey } = await import('../../functions/recordings/uploads/rules.ts');
  const { environment } = await import('../../functions/platform/aws/environment.ts');
  const { writeObject } = await import('../../functions/platform/aws/storage.ts');
  const { isEncoded } = await import('../../infra/local/seed/steps.ts');
  const { buildFinishedMedia } = await import('../support/records.ts');
  const id = ulid();
  const key = sourceKey('vods', id, 'partido.mp4');
  const about = { summary: '', sport: 'SOCCER' as const, sportEventId: null };
  const media = createMediaFields({ bucket: 'uploads', key }, bytes.length);
  await vods.create({ ...buildFinishedMedia(), ...media, ...about, id });
  const encode = async () => {
    await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, bytes, { contentType: 'video/mp4' });
    for (let vod = await vods.get(id); !isEncoded(vod); vod = await vods.get(id)) {
      if (vod?.failure) throw new Error('The recording cannot be encoded');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { id, encode };
}
