/** Lists as viewers request them: pages, order, search, filters and caching. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';

describe('lists', () => {
  test('[V-UI-3][V-ENT-2][V-API-9] have pages of 12 with exact totals', async () => {
    const clubId = await createClub();
    const made = [];
    for (let index = 0; index < 27; index += 1) made.push((await createVod({ clubIds: [clubId] })).id);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { data } = await call('GET /vods', { query: { page, clubIds: [clubId] } });
      expect(data).toMatchObject({ limit: 12, page, total: 27, totalPages: 3 });
      seen.push(...data.vods.map(({ id }) => id));
    }
    expect(new Set(seen)).toEqual(new Set(made));
    expect((await call('GET /vods', { query: { page: 4, clubIds: [clubId] } })).data.vods).toEqual([]);
  });

  test('[V-LIST-1][V-API-9] show each match once, before its summary; a tournament by each video', async () => {
    const [a, b, c] = [await createClub(), await createClub(), await createClub()];
    const match = (await createEvent({ clubIds: [a, b] })).id;
    const hidden = (await createEvent({ clubIds: [a, b], visible: false })).id;
    const tournament = (await createEvent({ clubIds: [a, b, c] })).id;
    const at = (day: number) => ({ clubIds: [a], dateCreated: `2026-11-0${day}T00:00:00.000Z` });
    await createVod({ title: 'Resumen: Partido', sportEventId: match, ...at(9) });
    await createVod({ title: 'Suelto', ...at(8) });
    for (const title of ['Torneo 2', 'Torneo 1']) await createVod({ title, sportEventId: tournament, ...at(7) });
    for (const title of ['Oculto 2', 'Oculto 1']) await createVod({ title, sportEventId: hidden, ...at(6) });
    const partido = await createVod({ title: 'Partido', sportEventId: match, ...at(1) });
    await createVod({ title: 'Partido, sin publicar', sportEventId: match, visible: false, ...at(1) });
    const readList = async (query: object) => {
      const { vods, total } = (await call('GET /vods', { query: { clubIds: [a], ...query } })).data;
      const titles = vods.map(({ title, also = [] }) =>
        [title, ...also.map((one) => (one.isSummary ? 'summary' : one.id))].join(' + '),
      );
      return { total, titles };
    };
    const once = await readList({ each: 'match' });
    expect(once.titles.toSorted()).toEqual(
      ['Oculto 1', 'Oculto 2', 'Partido + summary', 'Suelto', 'Torneo 1', 'Torneo 2'].toSorted(),
    );
    expect([once.total, once.titles[0], once.titles[1]]).toEqual([6, 'Partido + summary', 'Suelto']);
    expect((await readList({})).titles).toContain('Resumen: Partido');
    const [listed] = (await call('GET /vods', { query: { each: 'match', clubIds: [a] } })).data.vods;
    expect(listed?.sportEvent).toMatchObject({ id: match, score: null });
    // A hidden event adds nothing to the rows of its videos.
    const admin = await createPerson('ADMIN');
    await call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id: match }, body: { visible: false } });
    // A new query, since a cached answer may be a second old.
    expect((await readList({ each: 'match', sport: 'SOCCER' })).titles).toContain('Resumen: Partido');
    const { vods: withoutMatch } = (await call('GET /vods', { query: { each: 'match', clubIds: [a, b] } })).data;
    expect(withoutMatch.flatMap(({ sportEvent }) => sportEvent?.id ?? [])).not.toContain(match);
    expect((await call('GET /vods/{id}', { params: { id: partido.id } })).data.vod.title).toBe('Partido');
    expect((await call('GET /vods', { query: { each: 'club' } })).status).toBe(400);
  });

  test('[V-API-9][V-LIST-2] ignore accents and case; several clubs match any of them', async () => {
    const [a, b] = [await createClub(), await createClub()];
    const mark = ulid();
    await createVod({ title: `Atlético ${mark} Ñuñoa`, clubIds: [a] });
    await createVod({ title: `Otro ${mark}`, clubIds: [b] });
    const titles = async (query: Record<string, unknown>) =>
      (await call('GET /vods', { query })).data.vods.map(({ title }) => title.split(' ')[0]);
    expect(await titles({ search: `ATLETICO ${mark.toLowerCase()} nunoa` })).toEqual(['Atlético']);
    expect((await titles({ search: mark, clubIds: [a, b] })).sort()).toEqual(['Atlético', 'Otro']);
    expect(await titles({ search: mark, clubIds: [b] })).toEqual(['Otro']);
  });

  test('[V-GEN-2] accept both spellings of a sport in any case', async () => {
    const clubId = await createClub();
    await createVod({ sport: 'BASKET', clubIds: [clubId] });
    for (const sport of ['BASKET', 'basket', 'basketball', 'Basketball']) {
      expect((await call('GET /vods', { query: { sport, clubIds: [clubId] } })).data.vods[0]?.sport).toBe('BASKET');
    }
    expect((await call('GET /vods', { query: { sport: 'tenis' } })).status).toBe(400);
  });

  test('[V-GEN-4] sort by render order, null last, then newest first', async () => {
    const clubId = await createClub();
    const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
    await createVod({ title: 'old', clubIds: [clubId], dateCreated: at(1) });
    await createVod({ title: 'second', clubIds: [clubId], dateCreated: at(2), renderOrder: 2 });
    await createVod({ title: 'new', clubIds: [clubId], dateCreated: at(3) });
    await createVod({ title: 'first', clubIds: [clubId], dateCreated: at(1), renderOrder: 1 });
    const { data } = await call('GET /vods', { query: { clubIds: [clubId] } });
    expect(data.vods.map(({ title }) => title)).toEqual(['first', 'second', 'new', 'old']);
  });

  test('[V-GEN-3] omit hidden and unfinished VODs, which answer 404', async () => {
    const clubId = await createClub();
    const hidden = await createVod({ clubIds: [clubId], visible: false });
    const queued = await createVod({ clubIds: [clubId], status: 'STARTED', generation: null });
    expect((await call('GET /vods', { query: { clubIds: [clubId] } })).data.total).toBe(0);
    for (const { id } of [hidden, queued]) {
      expect((await call('GET /vods/{id}', { params: { id } })).status).toBe(404);
    }
  });

  test('[V-API-2] answer Cache-Control and ETag, then 304', async () => {
    // The search excludes clubs of other tests.
    const { name } = (await call('GET /clubs/{id}', { params: { id: await createClub() } })).data.club;
    const list = { query: { search: name } };
    const first = await call('GET /clubs', list);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+, s-maxage=\d+$/);
    const etag = first.headers.get('etag') ?? '';
    expect((await call('GET /clubs', { ...list, headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
