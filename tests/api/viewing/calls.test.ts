/** How many calls to AWS a viewer's requests make: each costs time of a function, and there are as many as viewers. */
import { describe, expect, test } from 'vitest';
import { call, event, person, vod } from '../../support/api.ts';
import { askWarm } from '../../support/calls.ts';

const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { saveEncryptionKey } = await import('../../../functions/recordings/media/encode.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { audienceOf } = await import('../../../functions/viewing/playback/views.ts');
const { handler } = await import('../../../functions/viewing/playback/routes.ts');

/** A recording of a match, with its playlists and key. */
async function recording() {
  const match = await event();
  const { id, generation } = await vod({ sportEventId: match.id });
  const files = { 'index.m3u8': '#EXTM3U\nindex_360p.m3u8\n', 'index_360p.m3u8': '#EXTM3U\n#EXT-X-ENDLIST\n' };
  for (const [name, text] of Object.entries(files)) {
    const address = { bucket: environment('MEDIA_BUCKET'), key: `vods/${id}/${generation}/${name}` };
    await writeObject(address, text, { contentType: 'application/vnd.apple.mpegurl' });
  }
  await saveEncryptionKey({ kind: 'vods', id }, String(generation), '01'.repeat(16));
  return { id, generation: String(generation), match };
}

async function ticketOf(id: string, token: string): Promise<string> {
  const { data } = await call('GET /vods/{id}', { params: { id }, token });
  return new URL(String(data.vod.playback.url)).search.slice(1);
}

const ask = (id: string, file: string, query: string) =>
  askWarm(handler, { endpoint: 'GET /vods/{id}/hls/{file}', params: { id, file }, query });

describe('11.27 a recording, by a warm function', () => {
  // On a bad day of AWS some calls are made again.
  test.skipIf(process.env.FAULTS)(
    '[V-PLAY-6][V-COUNT-1] its start is one read, the lease and the count; the rest of it one read each',
    async () => {
      const { id, generation } = await recording();
      const first = await ticketOf(id, (await person('REGULAR_SUBSCRIBER')).token);
      for (const file of ['index.m3u8', 'index_360p.m3u8', `${generation}.key`]) await ask(id, file, first);
      const { token } = await person('REGULAR_SUBSCRIBER');
      const ticket = await ticketOf(id, token);
      const start = await ask(id, 'index.m3u8', ticket);
      expect(start.statusCode).toBe(200);
      expect(start.calls.toSorted()).toEqual(['BatchGetCommand', 'UpdateCommand', 'UpdateCommand']);
      for (const file of ['index_360p.m3u8', `${generation}.key`]) {
        const { statusCode, calls } = await ask(id, file, ticket);
        expect([statusCode, calls]).toEqual([200, ['BatchGetCommand']]);
      }
      expect((await audienceOf(`vods/${id}`)).viewers).toBe(2);
      // The page has said that it watches, as it does when it opens.
      const other = await person('REGULAR_SUBSCRIBER');
      await call('PATCH /session', { token: other.token, body: { isWatching: true } });
      const { calls } = await ask(id, 'index.m3u8', await ticketOf(id, other.token));
      expect(calls).toHaveLength(2);
    },
  );

  test('[V-ACC-10] is judged by the match that it has now, not by the one that its ticket names', async () => {
    const { id, match } = await recording();
    const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
    const { token } = await person('REGULAR_BASIC', { purchases });
    const ticket = await ticketOf(id, token);
    expect((await ask(id, 'index.m3u8', ticket)).statusCode).toBe(200);
    const other = await event();
    await vods.change(id, (item) => ({ ...item, sportEventId: other.id }));
    expect((await ask(id, 'index_360p.m3u8', ticket)).statusCode).toBe(403);
    await events.change(other.id, (item) => ({ ...item, isPublic: true }));
    expect((await ask(id, 'index_360p.m3u8', ticket)).statusCode).toBe(200);
    await vods.change(id, (item) => ({ ...item, sportEventId: null }));
    expect((await ask(id, 'index_360p.m3u8', ticket)).statusCode).toBe(403);
  });
});
