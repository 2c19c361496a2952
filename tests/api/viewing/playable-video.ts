/** A video that can be played, and the requests of its players. */
import { call, createVod } from '../../support/api.ts';

const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');

/** Creates a VOD with a playlist but without an encoding. */
export async function createPlayable(fields: Parameters<typeof createVod>[0] = {}) {
  const made = await createVod(fields);
  await writeObject(
    { bucket: environment('MEDIA_BUCKET'), key: `vods/${made.id}/${made.generation}/index.m3u8` },
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex_360p.m3u8\n',
    { contentType: 'application/vnd.apple.mpegurl' },
  );
  return made;
}

export async function playlistAddress(id: string, token?: string): Promise<string> {
  const { data } = await call('GET /vods/{id}', { params: { id }, token });
  return String(data.vod.playback.url);
}

export const status = async (url: string) => (await fetch(url)).status;

export async function logInSecondDevice(user: Parameters<typeof startSession>[0]) {
  return (await startSession(user, false, Date.now())).token;
}
