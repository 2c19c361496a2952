/** A club's calls for the clips of its recordings. */
import { ulid } from 'ulid';
import { call, createClub, createPerson, createVod } from '../../support/api.ts';
import { eventually, isSettled } from '../../support/eventually.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');

export const admin = await createPerson('ADMIN');
export const clubId = await createClub('CD Recortes', { publicClips: true });
export const staff = await createPerson('CLUB_STAFF', { clubId });
/** Creates a recording with its source file, as if it had been encoded. */
export async function recording(
  bytes: Buffer | undefined,
  duration: number,
  fields: Parameters<typeof createVod>[0] = {},
) {
  const id = ulid();
  // A key in the upload folder would start an encoding.
  const key = `originals/${id}.mp4`;
  if (bytes) await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, bytes, { contentType: 'video/mp4' });
  return createVod({ id, clubIds: [clubId], duration, source: { bucket: 'uploads', key }, ...fields });
}

export const cut = (id: string, body: object, token = staff.token) =>
  call('POST /vods/{id}/clips', { token, params: { id }, body });
export const change = (id: string, body: object, token = staff.token) =>
  call('PATCH /clips/{id}', { token, params: { id }, body });
/** Shows or hides a recording or a match. */
export const show = (kind: 'vods' | 'sportevents', id: string, visible: boolean) =>
  call(kind === 'vods' ? 'PATCH /live/vods/{id}' : 'PATCH /live/sportevents/{id}', {
    token: admin.token,
    params: { id },
    body: { visible },
  });
export const readClip = (id: string) => call('GET /clips/{id}', { params: { id } });
export const listClips = async (id: string, token = staff.token) =>
  (await call('GET /vods/{id}/clips', { token, params: { id } })).data;
export const waitForClip = (vodId: string, id: string) =>
  eventually(async () => (await listClips(vodId)).clips.find((one) => one.id === id), isSettled);
