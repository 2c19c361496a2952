/** Recordings with stored files, and their deletion and recovery. */
import { ulid } from 'ulid';
import type { Key } from '../../../functions/platform/aws/dynamo.ts';
import { addresses, call, createClub, createPerson, createVod } from '../../support/api.ts';

const { deleteItem, getItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { listObjects, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { saveEncryptionKey } = await import('../../../functions/recordings/media/encoding.ts');
const { createMoment } = await import('../../../functions/recordings/moments/store.ts');

const admin = await createPerson('ADMIN', { name: 'Ana', surname: 'Ruiz' });
export const clubId = await createClub();
export const { token } = admin;

export const remove = (id: string) => call('DELETE /live/vods/{id}', { token, params: { id } });
export const recover = (id: string) => call('POST /live/vods/{id}/recover', { token, params: { id } });
export const listFor = async (id: string) => {
  const first = (await call('GET /live/deleted-vods', { token })).data;
  return first.vods.find((vod) => vod.id === id);
};

export const day = 86_400_000;

/** A recording with files, a key, a picture and a moment, but without an encoding. */
export async function recording(fields: Parameters<typeof createVod>[0] = {}) {
  const id = ulid();
  const vod = await createVod({
    id,
    clubIds: [clubId],
    source: { bucket: 'uploads', key: `vods/${id}/source.mp4` },
    ...fields,
  });
  const { generation } = vod;
  const media = (key: string) =>
    writeObject({ bucket: environment('MEDIA_BUCKET'), key }, 'x', { contentType: 'image/jpeg' });
  await Promise.all([
    writeObject({ bucket: environment('UPLOADS_BUCKET'), key: `vods/${id}/source.mp4` }, 'x', {
      contentType: 'video/mp4',
    }),
    media(`vods/${id}/${generation}/index.m3u8`),
    media(`thumbnails/vods/${id}/${generation}.0000001.jpg`),
    saveEncryptionKey({ kind: 'vods', id }, generation!, '00'.repeat(16)),
  ]);
  const momentId = ulid();
  await createMoment({ id: momentId, vodId: id, clubId, timestampMs: 1, label: 'Gol', momentTypeId: 2, version: 1 });
  return { vod, id, generation: generation!, momentId, poster: `thumbnails/vods/${id}/${generation}.0000001.jpg` };
}

export const keysUnder = async (bucket: 'MEDIA_BUCKET' | 'UPLOADS_BUCKET', prefix: string) =>
  (await listObjects(environment(bucket), prefix)).map(({ key }) => key);
export const pictureStatus = async (key: string) => (await fetch(`${addresses.media}/${key}?${ulid()}`)).status;

export async function age(id: string, days: number, kind: 'vods' | 'contentvideos' = 'vods'): Promise<void> {
  const entry = (await getItem<Key & { deletedAt: number }>('uploads', { pk: `DELETED#${kind}`, sk: id }))!;
  const aged = { ...entry, deletedAt: entry.deletedAt - days * day };
  await putItem('uploads', aged);
  await ageNotes(id, days);
}

/** Makes one video's files due earlier; an early sweep of all would delete files that other tests still need. */
export async function ageNotes(id: string, days: number): Promise<void> {
  for (const note of (await queryAll<Key>('uploads', 'GARBAGE')).filter(({ sk }) => sk.includes(id))) {
    const [due = '', name] = note.sk.split('#');
    await putItem('uploads', { ...note, sk: `${new Date(Date.parse(due) - days * day).toISOString()}#${name}` });
    await deleteItem('uploads', { pk: note.pk, sk: note.sk });
  }
}
