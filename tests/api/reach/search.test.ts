/** The search over everything that a visitor can open, and the filters of match lists. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod, playedBetween } from '../../support/api.ts';

const at = (hours: number) => playedBetween(hours, hours + 2);

test('[H-FIND-1] one search finds matches, recordings, clips and clubs, grouped; the last, then the next match', async () => {
  const mark = ulid();
  const pinar = await createClub(`CD Pinar ${mark}`);
  const title = `CD Pinar – UD Rivera ${mark}`;
  await createEvent({ title: `${title} lejos`, clubIds: [pinar], ...at(-900) });
  await createEvent({ title: `${title} cerca`, clubIds: [pinar], ...at(-30) });
  await createEvent({ title: `${title} pronto`, clubIds: [pinar], ...at(50) });
  await createEvent({ title: `${title} oculto`, clubIds: [pinar], visible: false });
  await createVod({ title, clubIds: [pinar] });
  await createVod({ title, clubIds: [pinar], visible: false });
  const { data } = await call('GET /search', { query: { search: `rivera, PIN ${mark}` } });
  expect(data.sportEvents.items.map((event) => event.title.split(' ').at(-1))).toEqual(['cerca', 'lejos', 'pronto']);
  expect(data.vods.items.map((vod) => vod.title)).toEqual([title]);
  expect([data.sportEvents.total, data.vods.total, data.clips.total, data.clubs.total]).toEqual([3, 1, 0, 0]);
  const page = await call('GET /search', { query: { search: `rivera ${mark}`, group: 'sportEvents' } });
  expect(page.data.sportEvents.items.map((event) => event.title.split(' ').at(-1))).toEqual([
    'cerca',
    'pronto',
    'lejos',
  ]);
  const ofClub = await call('GET /search', { query: { search: `pinar ${mark}`, group: 'clubs' } });
  expect(ofClub.data.clubs.items.map(({ id }) => id)).toEqual([pinar]);
  // The other groups return only their totals.
  expect([ofClub.data.sportEvents.total, ofClub.data.sportEvents.items.length]).toEqual([3, 0]);
});

test('[H-FIND-1] finds a match by its clubs, category and competition where its title names none', async () => {
  const mark = ulid();
  const [one, secret] = [
    await createClub(`CD Sol Alto ${mark}`),
    await createClub(`Oculto ${mark}`, { visible: false }),
  ];
  const { id } = await createEvent({
    title: 'Gran final',
    clubIds: [one, secret],
    category: 'alevin',
    competition: 'Copa de la Huerta',
  });
  const find = async (search: string) =>
    (await call('GET /search', { query: { search } })).data.sportEvents.items.map((event) => event.id);
  expect(await find(`alevin final sol ${mark}`)).toEqual([id]);
  expect(await find(`huerta SAL ${mark}`)).toEqual([id]);
  expect(await find(`oculto ${mark}`)).toEqual([]);
});

test('[H-FIND-1][D-MATCH-4] lists mark the matches whose recording can be watched, as soon as it is published', async () => {
  const mark = ulid();
  const club = await createClub(`Grabado ${mark}`);
  const match = async (name: string) =>
    (await createEvent({ title: `${name} ${mark}`, clubIds: [club], ...at(-30) })).id;
  const [filmed, waiting] = [await match('filmado'), await match('oculto')];
  await match('sin video');
  await createVod({ sportEventId: filmed, clubIds: [club] });
  const { id } = await createVod({ sportEventId: waiting, clubIds: [club], visible: false });
  const findMarked = async () => {
    const found = [
      (await call('GET /sportevents', { query: { time: 'results', clubIds: [club] } })).data.sportEvents,
      (await call('GET /search', { query: { search: mark } })).data.sportEvents.items,
    ];
    return found.map((events) => events.filter((event) => event.hasVideo).map((event) => event.id));
  };
  expect(await findMarked()).toEqual([[filmed], [filmed]]);
  const { token } = await createPerson('ADMIN');
  await call('PATCH /live/vods/{id}', { token, params: { id }, body: { visible: true } });
  for (const marked of await findMarked()) expect(marked.sort()).toEqual([filmed, waiting].sort());
});

test('[H-FIND-1] the calendar offers the events nearest to today first', async () => {
  const mark = ulid();
  for (const [name, hours] of [
    ['pasado', -50],
    ['lejano', 400],
    ['hoy', 1],
  ] as const)
    await createEvent({ title: `${mark} ${name}`, ...at(hours) });
  const { data } = await call('GET /sportevents', { query: { search: mark, time: 'nearest', page: 1 } });
  expect(data.sportEvents.map(({ title }) => title.split(' ')[1])).toEqual(['hoy', 'pasado', 'lejano']);
});

test('[H-FIND-1] the club filter of a sport offers clubs of that sport only', async () => {
  const mark = ulid();
  const [soccer, basket, both, none] = await Promise.all(
    ['Fut', 'Bas', 'Dos', 'Nada'].map((name) => createClub(`${name} ${mark}`)),
  );
  await createEvent({ sport: 'SOCCER', clubIds: [soccer as string, both as string] });
  await createVod({ sport: 'BASKET', clubIds: [basket as string, both as string] });
  await createVod({ sport: 'BASKET', clubIds: [soccer as string], visible: false });
  await createEvent({ sport: 'BASKET', clubIds: [none as string], visible: false });
  const names = async (query: object) =>
    (await call('GET /clubs', { query: { search: mark, ...query } })).data.clubs.map(({ name }) => name.split(' ')[0]);
  expect(await names({ sport: 'SOCCER' })).toEqual(['Dos', 'Fut']);
  expect(await names({ sport: 'BASKET' })).toEqual(['Bas', 'Dos']);
  expect(await names({})).toEqual(['Bas', 'Dos', 'Fut', 'Nada']);
});

describe('[H-FIND-2] the filters of matches and recordings', () => {
  test('select by competition, category, ground and day, and offer the existing values', async () => {
    const mark = ulid();
    const clubId = await createClub(`Filtro ${mark}`);
    const match = (more: object) => createEvent({ clubIds: [clubId], ...at(-5), ...more });
    const cup = await match({ competition: `Copa ${mark}`, category: 'alevin', venue: 'La Vega' });
    const league = await match({
      competition: `Liga Río ${mark}`,
      category: 'cadete',
      venue: 'El Soto',
      scheduledStartDate: '2026-03-07T22:30:00.000Z',
      scheduledFinishDate: '2026-03-08T00:30:00.000Z',
    });
    await match({ competition: `Secreta ${mark}`, category: 'juvenil', venue: 'Oculto', visible: false });
    await createVod({ title: 'De copa', clubIds: [clubId], sportEventId: cup.id });
    await createVod({ title: 'De liga', clubIds: [clubId], sportEventId: league.id });
    await createVod({ title: 'Cadete suelto', clubIds: [clubId] });
    const eventIds = async (query: object) =>
      (await call('GET /sportevents', { query: { clubIds: [clubId], ...query } })).data.sportEvents.map(({ id }) => id);
    const titles = async (query: object) =>
      (await call('GET /vods', { query: { clubIds: [clubId], ...query } })).data.vods.map(({ title }) => title).sort();
    expect(await eventIds({ competition: `liga rio ${mark}` })).toEqual([league.id]);
    expect(await titles({ competition: `Liga Río ${mark}` })).toEqual(['De liga']);
    expect(await titles({ competition: `Liga Río ${mark}`, each: 'match' })).toEqual(['De liga']);
    expect(await eventIds({ category: 'alevin' })).toEqual([cup.id]);
    expect(await titles({ category: 'cadete' })).toEqual(['Cadete suelto', 'De liga']);
    expect(await eventIds({ venue: 'el soto' })).toEqual([league.id]);
    // The match began at 23:30 in Madrid and ended on the next day.
    for (const date of ['2026-03-07', '2026-03-08']) expect(await eventIds({ date })).toEqual([league.id]);
    expect(await eventIds({ date: '2026-03-09' })).toEqual([]);
    expect(await titles({ date: '2026-03-07', competition: `Copa ${mark}` })).toEqual([]);
    expect((await call('GET /sportevents', { query: { date: 'ayer' } })).status).toBe(400);
    const ofClub = await call('GET /clubs/{id}/vods', { params: { id: clubId }, query: { venue: 'La Vega' } });
    expect(ofClub.data.vods.map(({ title }) => title)).toEqual(['De copa']);
    const { data } = await call('GET /match-choices', { query: { clubIds: [clubId] } });
    expect(data).toEqual({
      competitions: [`Copa ${mark}`, `Liga Río ${mark}`],
      categories: ['alevin', 'cadete'],
      venues: ['El Soto', 'La Vega'],
    });
  });
});

test('[A-PROF-2] finds a recording by the title of its match as well, in every list, and never by a hidden one', async () => {
  const word = ulid();
  const { id: sportEventId, clubIds } = await createEvent({ title: `Final ${word}` });
  const hidden = await createEvent({ title: `Oculto ${word}`, visible: false });
  const { id } = await createVod({ title: 'Grabación de la tarde', sportEventId, clubIds });
  const other = await createVod({ title: 'Otra grabación', sportEventId: hidden.id });
  const staff = await createPerson('ADMIN');
  const search = `final ${word}`;
  const lists = {
    all: (await call('GET /vods', { query: { search } })).data.vods,
    matches: (await call('GET /vods', { query: { search, each: 'match' } })).data.vods,
    search: (await call('GET /search', { query: { search } })).data.vods.items,
    staff: (await call('GET /live/vods', { query: { search }, token: staff.token })).data.vods,
  };
  for (const [name, found] of Object.entries(lists)) expect([name, found.map((vod) => vod.id)]).toEqual([name, [id]]);
  for (const text of [`oculto ${word}`, 'grabacion tarde'])
    expect((await call('GET /vods', { query: { search: text } })).data.vods.map((vod) => vod.id)).not.toContain(
      other.id,
    );
  await call('PATCH /live/sportevents/{id}', {
    params: { id: sportEventId },
    body: { title: `Semifinal ${word}` },
    token: staff.token,
  });
  const now = (await call('GET /vods', { query: { search: `semifinal ${word}` } })).data.vods;
  expect(now.map((vod) => vod.id)).toEqual([id]);
});
