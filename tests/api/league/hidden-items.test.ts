/** Hidden items appear in no public answer: names, ids, images (row V-GEN-3). */
import { describe, expect, test } from 'vitest';
import {
  addresses,
  call,
  createClub,
  createContentVideo,
  createEvent,
  createPerson,
  createVod,
} from '../../support/api.ts';

const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');

/** The items are hidden from the start, since cached names of clubs may be seconds old. */
const isHidden = { visible: false, thumbnail: 'thumbnails/x.webp' };
const names = (item: { clubs: { name: string }[] } | undefined) => item?.clubs.map(({ name }) => name);

describe('[V-GEN-3] a hidden club', () => {
  test('is absent from visitors’ answers about visible items; its staff and admins see it', async () => {
    const [shown, hidden] = [await createClub('CD Visible'), await createClub('CD Oculto', isHidden)];
    const clubIds = [shown, hidden];
    const [match, recording, content] = [
      await createEvent({ clubIds }),
      await createVod({ clubIds }),
      await createContentVideo({ clubIds }),
    ];
    const admin = await createPerson('ADMIN');
    const single = (await call('GET /sportevents/{id}', { params: { id: match.id } })).data.sportEvent;
    expect(names(single)).toEqual(['CD Visible']);
    expect(JSON.stringify(single)).not.toContain(hidden);
    const list = (await call('GET /sportevents', { query: { search: match.title } })).data.sportEvents;
    expect(list.map(names)).toEqual([['CD Visible']]);
    expect(names((await call('GET /vods/{id}', { params: { id: recording.id } })).data.vod)).toEqual(['CD Visible']);
    const ofMatch = await call('GET /sportevents/{id}/clubs', { params: { id: match.id } });
    expect(names(ofMatch.data)).toEqual(['CD Visible']);
    expect(names((await call('GET /vods/{id}/clubs', { params: { id: recording.id } })).data)).toEqual(['CD Visible']);
    const params = { categoryId: String(content.categoryId), videoId: content.id };
    const video = await call('GET /content/categories/{categoryId}/videos/{videoId}', { params });
    expect(names(video.data.contentVideo)).toEqual(['CD Visible']);
    const managed = await call('GET /live/sportevents/{id}', { token: admin.token, params: { id: match.id } });
    expect(names(managed.data.sportEvent)).toEqual(['CD Visible', 'CD Oculto']);
  });

  test('serves its picture to its staff without shared caching', async () => {
    const id = await createClub('CD Secreto', isHidden);
    const staff = await createPerson('CLUB_STAFF', { clubId: id });
    const picture = (token?: string) =>
      fetch(`${addresses.api}/clubs/${id}/thumbnail`, {
        redirect: 'manual',
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
    expect((await picture()).status).toBe(404);
    const seen = await picture(staff.token);
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    await clubs.change(id, (item) => ({ ...item, visible: true }));
    expect((await picture()).headers.get('cache-control')).toBe('public, max-age=60');
  });
});

test('[V-GEN-3] omits the id of a hidden event in answers about its videos', async () => {
  const [open, secret] = [await createEvent(), await createEvent({ visible: false })];
  const title = `Con evento ${open.id}`;
  const [one, two] = [
    await createVod({ sportEventId: open.id, title }),
    await createVod({ sportEventId: secret.id, title }),
  ];
  const findEventId = async (id: string) => (await call('GET /vods/{id}', { params: { id } })).data.vod.sportEventId;
  expect([await findEventId(one.id), await findEventId(two.id)]).toEqual([open.id, null]);
  const { vods } = (await call('GET /vods', { query: { search: title } })).data;
  expect(Object.fromEntries(vods.map(({ id, sportEventId }) => [id, sportEventId]))).toEqual({
    [one.id]: open.id,
    [two.id]: null,
  });
  const admin = await createPerson('ADMIN');
  const managed = await call('GET /live/vods/{id}', { token: admin.token, params: { id: two.id } });
  expect(managed.data.vod.sportEventId).toBe(secret.id);
  expect(await events.get(secret.id)).toBeDefined();
});
