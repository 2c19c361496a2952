/**
 * A stage that enforces image rights: no answer for viewers contains a match that lacks them. A walk requests every
 * public endpoint, page and picture, once for a match that may be shown and once for each reason against it.
 */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { purposes } from '../../shared/domain/image-rights.ts';
import { eventually, is } from '../support/eventually.ts';
import { buildEvent } from '../support/records.ts';
import { repetitions } from '../support/test-profile.ts';
import {
  addresses,
  admin,
  asAdmin,
  basic,
  call,
  createClub,
  createMatch,
  type Match,
  readStatus,
  state,
} from './image-rights-stage.ts';
import { listAddresses, walk } from './image-rights-walk.ts';

const { signUp } = await import('../support/dedicated-calls.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { changeEvent } = await import('../../functions/league/events/change-event.ts');
const { vods } = await import('../../functions/recordings/vods/store.ts');
const { withhold } = await import('../../functions/platform/withholding/rules.ts');
const { planOnAir } = await import('../../functions/reach/alerts/plan-alerts.ts');
const { isPlanned } = await import('../../functions/reach/alerts/sent-marks.ts');
const { applyRights } = await import('../../functions/trust/rights/apply.ts');

const [home, away] = [await createClub('CD Local'), await createClub('CD Rival')];
const outsider = await createClub('CD Ajeno', false);
await state(home, purposes);
await state(away, purposes);

const buy = (sportEventId: string) => ({
  productType: 'PT_SPORT_EVENT',
  consent: 'PARTIDO-1',
  callbackUrl: `${addresses.web}/payment-success?redirectUrl=%2F`,
  sportEventId,
});

/** Tries to buy, follow, save and cut the match; returns the statuses. */
const tryActions = ({ event, vod }: Match) =>
  Promise.all(
    [
      ['POST', '/payments/stripe', buy(event.id)] as const,
      ['PUT', `/users/me/alerts/sportevents/${event.id}`] as const,
      ['PUT', `/users/me/list/vods/${vod.id}`] as const,
      ['POST', `/vods/${vod.id}/free-moment`, {}] as const,
      ['POST', `/vods/${vod.id}/own-clips`, { title: 'Gol', start: 0, seconds: 6 }] as const,
    ].map(async ([method, path, body]) => (await call(method, path, basic, body)).status),
  );

describe('[F-RIGHTS-2] a match', () => {
  test('appears in every answer that can show it while all statements exist', async () => {
    const match = await createMatch([home, away]);
    const found = new Set((await walk(match)).map((one) => one.split(' ').slice(0, 2).join(' ')));
    const silent = Object.entries(listAddresses(match)).filter(([key, paths]) => paths.length > 0 && !found.has(key));
    expect(silent.map(([key]) => key)).toEqual([]);
  });

  const reasons: [string, () => Promise<Match>][] = [
    ['whose rival has stated nothing', async () => createMatch([home, await createClub('CD Callado')])],
    [
      'whose rival has withdrawn everything',
      async () => {
        const rival = await createClub('CD Arrepentido');
        await state(rival, purposes);
        const match = await createMatch([home, rival]);
        expect(await walk(match)).toContain('GET /users/me/list /users/me/list 200');
        await state(rival, [], 1);
        await eventually(() => readStatus(`/vods/${match.vod.id}`), is(404));
        return match;
      },
    ],
    ['whose rival is not on the platform', () => createMatch([home, outsider])],
    ['without a rival', () => createMatch([home])],
    ['without a category', () => createMatch([home, away], { category: null })],
    ['[F-RIGHTS-5] of clubs without the contract', () => createMatch([outsider])],
    [
      '[F-RIGHTS-4] for families only',
      async () => {
        const match = await createMatch([home, away]);
        for (const { id } of [match.event, match.past])
          expect(await asAdmin('PATCH', `/live/sportevents/${id}`, { audience: 'FAMILIES' })).toMatchObject({
            status: 200,
            data: { sportEvent: { audience: 'FAMILIES', visible: true } },
          });
        return match;
      },
    ],
    [
      'that a matter withholds',
      async () => {
        const match = await createMatch([home, away]);
        for (const { id } of [match.event, match.past])
          await changeEvent(id, (event) => withhold(event, 'MATTER'), Date.now());
        await vods.change(match.vod.id, (vod) => withhold(vod, 'MATTER'));
        return match;
      },
    ],
  ];
  test.each(reasons)('%s is in no answer, page or picture', async (_, create) => {
    const match = await create();
    expect(await walk(match)).toEqual([]);
    expect(await tryActions(match)).toEqual([404, 404, 404, 404, 404]);
  });

  test('closes only the purpose that a club withdraws', async () => {
    const rival = await createClub('CD Medio');
    await state(rival, purposes);
    const match = await createMatch([home, rival]);
    const readShown = async () => ({
      page: await readStatus(`/sportevents/${match.event.id}`),
      live: await readStatus(`/liveusers/${match.slug}`),
      recording: await readStatus(`/vods/${match.vod.id}`),
      clips: await readStatus(`/clips/${match.clip.id}`),
      sponsors: await readStatus(`/index.html?page=/insertar/partido/${match.event.id}`),
    });
    const all = { page: 200, live: 200, recording: 200, clips: 200, sponsors: 200 };
    expect(await readShown()).toEqual(all);
    let version = 1;
    for (const purpose of purposes) {
      await state(
        rival,
        purposes.filter((one) => one !== purpose),
        version++,
      );
      await eventually(readShown, (shown) => shown[purpose] === 404);
      // A clip is a part of a recording.
      const with404 = { [purpose]: 404, ...(purpose === 'recording' && { clips: 404 }) };
      expect([purpose, await readShown()]).toEqual([purpose, { ...all, ...with404 }]);
      await state(rival, purposes, version++);
      await eventually(readShown, (shown) => Object.values(shown).every((status) => status === 200));
    }
  });

  test('of one team is closed by its statement at once, and so is one that names no team until its club does', async () => {
    const rival = await createClub('CD Dos Equipos');
    await state(rival, purposes);
    const [ofA, ofB, unnamed] = [
      await createMatch([home, rival], { awayTeam: 'A' }),
      await createMatch([home, rival], { awayTeam: 'B' }),
      await createMatch([home, rival]),
    ];
    const readShown = () => Promise.all([ofA, ofB, unnamed].map(({ vod }) => readStatus(`/vods/${vod.id}`)));
    expect(await readShown()).toEqual([200, 200, 200]);
    await state(rival, ['live'], undefined, 'B');
    await eventually(readShown, ([, ...others]) => others.every((status) => status === 404));
    expect(await readShown()).toEqual([200, 404, 404]);
    const other = await signUp('CLUB_STAFF', { clubId: home });
    const edit = (by: { token: string }, match: Match, awayTeam: string | null) =>
      call('PATCH', `/clubStaff/sportevents/${match.event.id}`, by, { awayTeam });
    for (const [match, letter] of [
      [unnamed, 'A'],
      [ofB, 'A'],
    ] as const)
      expect(await edit(other, match, letter)).toMatchObject({ status: 403, code: 'CLS4030' });
    const own = await signUp('CLUB_STAFF', { clubId: rival });
    expect(await edit(own, unnamed, 'A')).toMatchObject({ status: 200 });
    expect(await readShown()).toEqual([200, 404, 200]);
    expect(await edit(own, ofA, 'B')).toMatchObject({ status: 200 });
    expect(await readShown()).toEqual([404, 404, 200]);
  });

  test('can be watched by its staff; an attempt to show it is refused with the reason', async () => {
    const rival = await createClub('CD Sin Papeles');
    const { event, vod, slug } = await createMatch([home, rival]);
    const { token } = await signUp('CLUB_STAFF', { clubId: home });
    const paths = [`/sportevents/${event.id}`, `/vods/${vod.id}`, `/liveusers/${slug}`];
    expect(await Promise.all(paths.map((path) => readStatus(path, token)))).toEqual([200, 200, 200]);
    const shown = await asAdmin('PATCH', `/live/sportevents/${event.id}`, { visible: true });
    expect(shown).toMatchObject({ status: 409, code: 'RGT4090' });
    expect(shown.message).toMatch(
      /^Todavía no se puede hacer público\. Falta la autorización de las familias de CD Sin Pap/,
    );
    expect(await asAdmin('PATCH', `/live/vods/${vod.id}`, { visible: true })).toMatchObject({ status: 409 });
    // Other fields can be edited, and staff may hide it for good.
    expect((await asAdmin('PATCH', `/live/sportevents/${event.id}`, { summary: 'Derbi' })).status).toBe(200);
    expect((await asAdmin('PATCH', `/live/sportevents/${event.id}`, { visible: false })).status).toBe(200);
    await state(rival, purposes);
    await eventually(() => readStatus(`/vods/${vod.id}`), is(200));
    expect(await readStatus(`/sportevents/${event.id}`)).toBe(404);
    expect((await asAdmin('PATCH', `/live/sportevents/${event.id}`, { visible: true })).status).toBe(200);
  });

  test('becomes private at once when its clubs change, and public with the competition’s document', async () => {
    const { event, competition } = await createMatch([home, away]);
    const status = () => readStatus(`/sportevents/${event.id}`);
    expect(await status()).toBe(200);
    await asAdmin('PUT', `/live/sportevents/${event.id}/clubs`, { clubIds: [home, outsider] });
    expect(await status()).toBe(404);
    const said = { season: 2026, sport: 'SOCCER', name: competition, purposes };
    const { id } = (await asAdmin('PUT', '/rights/competitions', said)).data;
    await applyRights(Date.now());
    expect(await status()).toBe(404);
    const form = new FormData();
    form.append('documentFile', new Blob(['%PDF-1.7 permiso'], { type: 'application/pdf' }), 'permiso.pdf');
    const kept = await fetch(`${addresses.api}/rights/statements/${id}/document`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(kept.status).toBe(200);
    await eventually(status, is(200));
  });
});

test('[F-RIGHTS-2] publishes an event and an upload that staff want visible once the last statement exists', async () => {
  const rival = await createClub('CD Tardío');
  const fields = {
    title: `Nuevo ${ulid()}`,
    sport: 'SOCCER',
    category: 'cadete',
    clubIds: [home, rival],
    visible: true,
  };
  const times = { scheduledStartDate: '2026-12-05T10:00:00.000Z', scheduledFinishDate: '2026-12-05T12:00:00.000Z' };
  const { id } = (await asAdmin('POST', '/live/sportevents', { ...fields, ...times })).data;
  const file = { name: 'partido.mp4', size: 9, type: 'video/mp4' };
  const upload = { title: 'Partido', sportEventId: id, clubIds: [home, rival], visible: true, file };
  const { data: vodId } = await asAdmin('POST', '/live/vods', upload);
  const areVisible = async () => [(await events.get(id))?.visible, (await vods.get(vodId))?.visible];
  expect(await areVisible()).toEqual([false, false]);
  await state(rival, purposes);
  await eventually(areVisible, (visible) => visible.every(Boolean));
});

test('[F-RIGHTS-2] sends no alert about the start of a live that may not be shown', async () => {
  const rival = await createClub('CD Sin Directo');
  await state(rival, ['recording']);
  const tell = async (match: Match) => {
    const since = new Date().toISOString();
    await planOnAir({ eventId: match.event.id, since }, Date.now());
    return isPlanned(match.event.id, `STARTS#${match.event.scheduledStartDate.slice(0, 10)}`);
  };
  const [open, closed] = [await createMatch([home, away]), await createMatch([home, rival])];
  expect([await tell(open), await tell(closed)]).toEqual([true, false]);
});

const season = repetitions(100, 400);
/** Milliseconds; an idle machine needs a tenth. */
const seasonLimit = 600 * season;

test(
  `[F-RIGHTS-2] a withdrawal makes a season of ${season} matches private within ${seasonLimit / 1000} s`,
  async () => {
    const rival = await createClub('CD Temporada');
    await state(rival, purposes);
    const rows = Array.from({ length: season }, (_, index) =>
      buildEvent({ title: `Jornada ${index}`, clubIds: [home, rival], category: 'cadete', isPublic: true }),
    );
    await events.createAll(rows as never);
    await applyRights(Date.now());
    const isShown = (clubId: string) => (row: { clubIds: readonly string[]; visible: boolean }) =>
      row.visible && row.clubIds.includes(clubId);
    const countShown = async () => (await events.find(rival, isShown)).length;
    await eventually(countShown, is(season), seasonLimit);
    await state(rival, [], 1);
    await eventually(countShown, is(0), seasonLimit);
  },
  3 * seasonLimit,
);
