/** A season's matches, imported by an admin from a file. */
import { expect, test } from 'vitest';
import { maxFixtures } from '../../../shared/domain/fixtures.ts';
import { call, createClub, createEvent, createPerson, playedBetween } from '../../support/api.ts';

const { events } = await import('../../../functions/league/events/store.ts');

const admin = await createPerson('ADMIN');
const home = await createClub('CD Calendario');
await createClub('UD Jornada');

const header = 'fecha;hora;local;visitante;categoria;competicion;jornada';
const take = (lines: string[], dry = false) =>
  call('POST /live/fixtures', { token: admin.token, body: { csv: [header, ...lines].join('\n'), dry } });
const outcomes = async (lines: string[], dry = false) =>
  (await take(lines, dry)).data.lines.map(({ number, outcome, reason }) => [number, outcome, reason]);
const listMatches = async () => events.items((await events.rows()).filter(({ clubIds }) => clubIds.includes(home)));

test('[D-MATCH-5] previews each line without changes; then imports', async () => {
  const lines = [
    '2098-03-07;18:30;CD Calendario;UD Jornada;Cadete;Liga;1',
    '2098-03-14;9:00;UD Jornada;CD Nadie;;Liga;2',
  ];
  const wanted = [
    [2, 'created', null],
    [3, 'refused', 'El club «CD Nadie» no existe'],
  ];
  expect(await outcomes(lines, true)).toEqual(wanted);
  expect(await listMatches()).toEqual([]);
  expect(await outcomes(lines)).toEqual(wanted);
  expect(await outcomes(lines)).toEqual([[2, 'unchanged', null], wanted[1]]);
  const [match] = await listMatches();
  expect(match).toMatchObject({ title: 'CD Calendario – UD Jornada', homeClubId: home, category: 'cadete' });

  // Edits by staff stay.
  await events.change(String(match?.id), (event) => ({ ...event, title: 'El derbi', venue: 'Campo Municipal' }));
  const moved = ['2098-03-08;12:00;CD Calendario;UD Jornada;Cadete;Liga;1'];
  expect(await outcomes(moved, true)).toEqual([[2, 'moved', null]]);
  expect(await outcomes(moved)).toEqual([[2, 'moved', null]]);
  const [after, another] = await listMatches();
  expect([after, another]).toMatchObject([{ id: match?.id, title: 'El derbi', venue: 'Campo Municipal' }, undefined]);
  expect(after?.scheduledStartDate).toBe('2098-03-08T11:00:00.000Z');
  await events.change(String(match?.id), (event) => ({ ...event, state: 'FINISHED' }));
  const played = ['2098-03-09;12:00;CD Calendario;UD Jornada;Cadete;Liga;1'];
  expect(await outcomes(played)).toEqual([[2, 'refused', 'El partido ya se ha jugado o se está jugando']]);
});

test('[D-MATCH-5] takes a match that staff created for the same one', async () => {
  const [{ id: away } = { id: '' }] = (await call('GET /clubs', { query: { search: 'UD Jornada' } })).data.clubs;
  const byHand = { clubIds: [home, away], homeClubId: home, awayClubId: away, competition: 'A mano' };
  await createEvent({ ...byHand, scheduledStartDate: '2092-04-04T10:00:00.000Z' });
  expect(await outcomes(['2092-04-11;12:00;CD Calendario;UD Jornada;;a mano;'])).toEqual([[2, 'moved', null]]);
});

test('[D-MATCH-5] ignores invisible marks in the cells of a file', async () => {
  const lines = [
    '2098-09-07\u200b;\ufeff18:30;\u200bCD Calendario\u3164;UD\u00a0Jorna\u00adda\u2800;Cadete\u200b;Liga\u200b;77',
  ];
  expect(await outcomes(lines)).toEqual([[2, 'created', null]]);
  expect(await outcomes(['2098-09-07;18:30;CD Calendario;UD Jornada;Cadete;Liga;77'])).toEqual([
    [2, 'unchanged', null],
  ]);
  expect(await outcomes([...lines, '\u200b;\u2800;;;;;'])).toEqual([[2, 'unchanged', null]]);
});

test('[D-MATCH-5] creates each match once in two concurrent imports', async () => {
  const lines = ['2098-05-07;18:30;CD Calendario;UD Jornada;Alevín;Copa;9'];
  await Promise.all([take(lines), take(lines), take(lines)]);
  expect((await listMatches()).filter(({ matchday }) => matchday === '9')).toHaveLength(1);
});

test('[D-MATCH-5] explains an unreadable file and imports nothing', async () => {
  const say = async (csv: string) =>
    (await call('POST /live/fixtures', { token: admin.token, body: { csv, dry: false } })).message;
  expect(await say('fecha;hora\n2098-01-01;10:00')).toBe('Faltan columnas en la primera línea: local, visitante');
  expect(await say(`${header};arbitro\n`)).toBe('Hay columnas que no conocemos: arbitro');
  expect(await say('"fecha;hora\n')).toMatch(/no es un CSV|Faltan columnas/);
  const line = '2098-01-01;10:00;CD Nadie;CD Nunca;;;';
  const tooMany = await take(Array.from({ length: maxFixtures + 1 }, () => line));
  expect([tooMany.status, tooMany.message]).toEqual([400, expect.stringContaining('divide el archivo')]);
});

test('[D-MATCH-5] imports a long file in hundreds, and reports repeated matches in any of them', async () => {
  const day = (n: number) => `2097-0${1 + Math.floor(n / 28)}-${String(1 + (n % 28)).padStart(2, '0')}`;
  const lines = Array.from({ length: 101 }, (_, n) => `${day(n)};10:00;CD Calendario;UD Jornada;;Larga;${n % 100}`);
  const csv = [header, ...lines].join('\n');
  const part = async (from: number) =>
    (await call('POST /live/fixtures', { token: admin.token, body: { csv, dry: true, from } })).data;
  const [first, second] = [await part(0), await part(100)];
  expect([first.lines.length, first.total, first.next]).toEqual([100, 101, 100]);
  expect(second.lines.map(({ reason }) => reason)).toEqual(['Es el mismo partido que en la línea 2']);
  expect(second.next).toBeNull();
});

test('[D-MATCH-5] lets club staff import matches of their own club only', async () => {
  const staff = await createPerson('CLUB_STAFF', { clubId: home });
  await createClub('CF Ajeno');
  const lines = [
    '2095-03-07;18:30;UD Jornada;CD Calendario;;Propia;1',
    '2095-03-08;18:30;UD Jornada;CF Ajeno;;Ajena;1',
  ];
  const body = { csv: [header, ...lines].join('\n'), dry: false };
  const { data } = await call('POST /clubStaff/fixtures', { token: staff.token, body });
  expect(data.lines.map(({ outcome }) => outcome)).toEqual(['created', 'refused']);
  expect(data.lines.map(({ reason }) => reason)).toEqual([null, 'No es un partido de tu club']);
  expect(data.lines[0]).toMatchObject({ scheduledStartDate: '2095-03-07T17:30:00.000Z', venue: null });
});

test('[D-MATCH-5] never reschedules a match whose planned end has passed', async () => {
  const times = playedBetween(-48, -46);
  const { id } = await createEvent({ clubIds: [home], homeClubId: home, competition: 'Vieja', ...times });
  const away = (await call('GET /clubs', { query: { search: 'UD Jornada' } })).data.clubs[0]?.id ?? '';
  const played = { clubIds: [home, away], awayClubId: away, category: null, matchday: null };
  await events.change(id, (event) => ({ ...event, ...played }));
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await outcomes([`${tomorrow};18:30;CD Calendario;UD Jornada;;Vieja;`])).toEqual([
    [2, 'refused', 'El partido ya se ha jugado o se está jugando'],
  ]);
});

test('[D-MATCH-5] imports the matches of teams A and B of a category as two, also again', async () => {
  const file = (...lines: string[]) => ({
    token: admin.token,
    body: { csv: [`${header};Equipo local;Equipo visitante`, ...lines].join('\n'), dry: false },
  });
  const [ofA, ofB] = ['10:00', '12:00'].map(
    (time, n) => `2094-03-07;${time};CD Calendario;UD Jornada;Alevín;Letras;4;${'AB'[n]};${'AB'[n]}`,
  ) as [string, string];
  const send = async (...lines: string[]) =>
    (await call('POST /live/fixtures', file(...lines))).data.lines.map(({ match, outcome }) => `${match}: ${outcome}`);
  const names = ['CD Calendario A – UD Jornada A', 'CD Calendario B – UD Jornada B'];
  expect(await send(ofA, ofB)).toEqual(names.map((name) => `${name}: created`));
  expect(await send(ofB, ofA)).toEqual(names.toReversed().map((name) => `${name}: unchanged`));
  const later = ofB.replace('12:00', '13:00');
  expect(await send(ofA, later)).toEqual([`${names[0]}: unchanged`, `${names[1]}: moved`]);
  const read = async () =>
    (await listMatches())
      .filter(({ competition }) => competition === 'Letras')
      .map(({ title, homeTeam, awayTeam }) => `${title}: ${homeTeam} ${awayTeam}`);
  const both = ['CD Calendario B – UD Jornada B: B B', 'CD Calendario A – UD Jornada A: A A'];
  expect(await read()).toEqual(both);
  const without = '2094-03-08;10:00;CD Calendario;UD Jornada;Alevín;Letras;4;;';
  expect(await send(without)).toEqual(['CD Calendario – UD Jornada: created']);
  expect(await read()).toEqual(['CD Calendario – UD Jornada: undefined undefined', ...both]);
});

test('[D-MATCH-5] recovers a deleted match whose letter staff had stated, instead of creating its namesake', async () => {
  const line = '2093-03-07;18:30;CD Calendario;UD Jornada;Alevín;Borrada;1';
  await take([line]);
  const match = (await listMatches()).find(({ competition }) => competition === 'Borrada');
  const id = match?.id ?? '';
  await call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body: { homeTeam: 'B' } });
  await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id } });
  expect(await outcomes([line])).toEqual([[2, 'recovered', null]]);
  expect(await events.get(id)).toMatchObject({ homeTeam: 'B', visible: false });
});
