/** Adds a recording to the running platform, encoded as an upload. */
import { ulid } from 'ulid';

/** Returns the path of its page. */
export async function addRecording(bytes: Buffer): Promise<string> {
  const { vods } = await import('../e2e/support/platform.ts');
  const { createMediaFields } = await import('../../functions/recordings/media/rules.ts');
  const { sourceKey } = await import('../../functions/recordings/uploads/rules.ts');
  const { environment } = await import('../../functions/platform/aws/environment.ts');
  const { writeObject } = await import('../../functions/platform/aws/storage.ts');
  const { isEncoded, toSeedId, waitUntil } = await import('../../infra/local/seed/steps.ts');
  const template = await vods.get(toSeedId('V', 0));
  if (!template) throw new Error('The demo league has no recording');
  const id = ulid();
  const key = sourceKey('vods', id, 'partido.mp4');
  await vods.create({
    ...template,
    ...createMediaFields({ bucket: 'uploads', key }, bytes.length),
    id,
    thumbnail: null,
  });
  await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, bytes, { contentType: 'video/mp4' });
  await waitUntil(async () => {
    const vod = await vods.get(id);
    if (vod?.failure) throw new Error('The recording cannot be encoded');
    return isEncoded(vod);
  });
  return `/vods/${id}`;
}
