/** Films that are stored where their event starts nothing: the test decides which function runs when. */
import { ulid } from 'ulid';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { createMediaFields } = await import('../../../functions/recordings/media/rules.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

export type FilmFields = Partial<NonNullable<Awaited<ReturnType<typeof vods.get>>>>;

/** Returns the id of the film's video. */
export async function storeFilm(bytes: Buffer, fields: FilmFields): Promise<string> {
  const id = ulid();
  const key = `films/${id}/source.mp4`;
  await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, bytes, { contentType: 'video/mp4' });
  await vods.create({
    ...createMediaFields({ bucket: 'uploads', key }, bytes.length),
    id,
    title: 'Subida',
    summary: '',
    sport: 'SOCCER',
    sportEventId: null,
    clubIds: [],
    visible: true,
    renderOrder: null,
    dateCreated: new Date().toISOString(),
    uploadId: null,
    ...fields,
  });
  return id;
}
