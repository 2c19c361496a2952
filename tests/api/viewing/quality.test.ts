/** Playback quality: reports, their sums, and the permission to read them. */
import { describe, expect, test } from 'vitest';
import type { QualityReport } from '../../../shared/domain/quality-report.ts';
import { call, createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { edgeHeaders } from '../../support/people.ts';

const { joinQuality } = await import('../../../functions/jobs/quality.ts');
const { signTicket, ticketMs } = await import('../../../functions/viewing/playback/tokens.ts');
const { readSubject, toHour } = await import('../../../functions/viewing/quality/store.ts');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { copyEventFields } = await import('../../../functions/broadcast/live/rules.ts');

let playbacks = 0;
type Fields = Partial<Omit<QualityReport, 'token'>>;

const buildReport = (token: string, fields: Fields = {}) => {
  playbacks += 1;
  return { token, sid: playbacks.toString(16).padStart(32, '0'), sn: 1, isNewViewer: true, ...fields };
};

const createToken = (item: string, viewer?: Person, expiresAt = Date.now() + ticketMs) =>
  signTicket({ item, expiresAt, ...(viewer && { userId: viewer.user.id, sessionHash: 'x' }) });

const send = (viewer: Person, ...quality: ReturnType<typeof buildReport>[]) =>
  call('PATCH /session', { token: viewer.token, body: { isWatching: true, quality } });
const sendAsVisitor = (...reports: ReturnType<typeof buildReport>[]) => call('POST /quality', { body: { reports } });

/** Sends the reports of several visitors with the same quality. */
const sendReports = async (viewers: number, item: string, fields: Fields) => {
  for (let viewer = 0; viewer < viewers; viewer += 1) {
    const token = await createToken(item, undefined, Date.now() + ticketMs - viewer);
    expect((await sendAsVisitor(buildReport(token, fields))).status).toBe(200);
  }
};

const readTotals = async (subject: Parameters<typeof readSubject>[0]) =>
  (await readSubject(subject, Date.now())).map(({ sums }) => sums);
const admin = await createPerson('ADMIN');
const read = (kind: 'vods' | 'sportevents' | 'cameras', id: string, token = admin.token) =>
  call(`GET /live/quality/${kind}/{id}`, { token, params: { id } });

const play = (pb: number, height: number, seconds: number) => ({ pb, height, seconds });
const good: Fields = {
  msd: 900,
  bsd: [],
  jumps: [300],
  bytes: 1_000_000,
  mtp: 5_000,
  played: [play(800, 360, 6), play(2_500, 720, 54)],
};

describe('reports', () => {
  test('are summed by video and hour, from users and visitors', async () => {
    const { id } = await createVod();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const token = await createToken(`vods/${id}`, viewer);
    const stalled = buildReport(token, { ...good, bsd: [1_000, 2_500], ec: ['segment'] });
    expect((await send(viewer, stalled)).status).toBe(200);
    await sendReports(2, `vods/${id}`, good);
    const counts = { reports: 3, viewers: 3, starts: 3, stalls: 2, stallMs: 3_500, jumps: 3, jumpMs: 900 };
    const times = { playedMs: 180_000, rung360: 18_000, rung720: 162_000 };
    expect(await readTotals(`vods/${id}`)).toEqual([
      expect.objectContaining({ ...counts, ...times, bytes: 3_000_000, 'failed-segment': 1 }),
    ]);
  });

  test('of one ticket count as one viewer and one hour, whatever its holder sends', async () => {
    const { id } = await createVod();
    const token = await createToken(`vods/${id}`);
    const stalls = Array.from({ length: 100 }, () => 1);
    for (let playback = 0; playback < 60; playback += 1)
      await sendAsVisitor(...[1, 2, 3, 4].map(() => buildReport(token, { ...good, bsd: stalls })));
    const [sums] = await readTotals(`vods/${id}`);
    expect(sums).toMatchObject({ viewers: 1 });
    // 240 reports claim 24,000 stalls and four hours.
    expect(sums?.stalls).toBeLessThan(5_400);
    expect(sums?.playedMs).toBeLessThan(5_400_000);
  });

  test('of ever new tickets count as few viewers of one network', async () => {
    const { id } = await createVod();
    const headers = edgeHeaders('203.0.113.77');
    for (let ticket = 0; ticket < 65; ticket += 1) {
      const token = await createToken(`vods/${id}`, undefined, Date.now() + ticketMs - ticket);
      await call('POST /quality', { headers, body: { reports: [buildReport(token, good)] } });
    }
    expect((await readTotals(`vods/${id}`))[0]).toMatchObject({ reports: 65, viewers: 60 });
  });

  test('count for the match of their live', async () => {
    const match = await createEvent();
    const slug = `calidad-${match.id.toLowerCase()}`;
    const camera = createSourceItem('camera', slug, Date.now());
    await createSource({ ...camera, ...copyEventFields(match), sportEventId: match.id });
    await sendReports(1, `live/${slug}`, good);
    expect(await readTotals(`sportevents/${match.id}`)).toEqual([expect.objectContaining({ reports: 1, starts: 1 })]);
  });

  test('count once, however often they are repeated, and in any order', async () => {
    const { id } = await createVod();
    const token = await createToken(`vods/${id}`);
    const first = buildReport(token, good);
    const second = { ...first, sn: 2, isNewViewer: false };
    await Promise.all([sendAsVisitor(first), sendAsVisitor(first), sendAsVisitor(first)]);
    await sendAsVisitor(first, second);
    await sendAsVisitor({ ...first, age: 30 });
    expect(await readTotals(`vods/${id}`)).toEqual([expect.objectContaining({ reports: 2, viewers: 1 })]);
  });

  test('count in their own hour if they come late', async () => {
    const { id } = await createVod();
    await sendReports(1, `vods/${id}`, { ...good, age: 3_600 });
    const hours = (await readSubject(`vods/${id}`, Date.now())).map(({ hour }) => hour);
    expect(hours).toEqual([toHour(Date.now() - 3_600_000)]);
  });

  test('need the token of a playback: of the same user, of a video, signed by us', async () => {
    const { id } = await createVod();
    const [viewer, other] = [await createPerson('REGULAR_SUBSCRIBER'), await createPerson('REGULAR_SUBSCRIBER')];
    const others = await createToken(`vods/${id}`, other);
    for (const token of ['', 'a.b', `${others}x`, others, await createToken(`contentvideos/${id}`, viewer)])
      expect((await send(viewer, buildReport(token, good))).status).toBe(200);
    expect((await sendAsVisitor(buildReport(others, good))).status).toBe(200);
    const old = await createToken(`vods/${id}`, undefined, Date.now() - 3 * 3_600_000);
    expect((await sendAsVisitor(buildReport(old, good))).status).toBe(200);
    expect(await readTotals(`vods/${id}`)).toEqual([]);
  });

  test('count no more playback than one report may contain', async () => {
    const { id } = await createVod();
    await sendReports(1, `vods/${id}`, { played: Array(3).fill({ pb: 1_000, height: 720, seconds: 1_200 }) });
    expect(await readTotals(`vods/${id}`)).toEqual([
      expect.objectContaining({ playedMs: 1_200_000, kilobits: 1_200_000 }),
    ]);
  });

  test('count for the nearest rung if their height is unknown, so that clients cannot add rungs', async () => {
    const { id } = await createVod();
    await sendReports(1, `vods/${id}`, { played: [700, 4_000, 1].map((height) => ({ pb: 0, height, seconds: 1 })) });
    const [sums] = await readTotals(`vods/${id}`);
    expect(Object.keys(sums ?? {}).filter((name) => name.startsWith('rung'))).toEqual(
      expect.arrayContaining(['rung720', 'rung2160', 'rung216']),
    );
  });
});

describe('the figures of a video', () => {
  test('contain the share of good starts, median, percentile, stalls per hour and rungs', async () => {
    const { id } = await createVod();
    await sendReports(8, `vods/${id}`, good);
    await sendReports(2, `vods/${id}`, { ...good, msd: 9_000, bsd: [6_000] });
    const { data } = await read('vods', id);
    expect(data.hours).toHaveLength(1);
    const { total } = data;
    expect(total).toMatchObject({
      viewers: 10,
      starts: 10,
      goodStarts: 0.8,
      playedSeconds: 600,
      stalls: 2,
      jumpMs: 300,
    });
    expect(total.stallsPerHour).toBeCloseTo(12);
    expect(total.stallShare).toBeCloseTo(12 / 612);
    expect(total.startMedianMs).toBeGreaterThan(750);
    expect(total.startMedianMs).toBeLessThan(1_000);
    expect(total.startP95Ms).toBeGreaterThan(7_500);
    expect(total.startP95Ms).toBeLessThan(9_600);
    expect(total.rungs).toEqual([
      { height: 360, share: 0.1 },
      { height: 720, share: 0.9 },
    ]);
  });

  test('show no separate hour with fewer than five viewers', async () => {
    const { id } = await createVod();
    await sendReports(4, `vods/${id}`, good);
    expect((await read('vods', id)).data).toMatchObject({
      hours: [],
      few: { count: 1, figures: null },
      total: { viewers: 0, starts: 0 },
    });
    await sendReports(3, `vods/${id}`, { ...good, age: 3_600 });
    expect((await read('vods', id)).data).toMatchObject({ hours: [], few: { count: 2, figures: { viewers: 7 } } });
    await sendReports(1, `vods/${id}`, good);
    // The total leaves out the hour of three viewers, whose figures would otherwise follow from a subtraction.
    expect((await read('vods', id)).data).toMatchObject({
      hours: [{ figures: { viewers: 5 } }],
      few: { count: 1, figures: null },
      total: { viewers: 5 },
    });
  });
});

describe('the last seven days', () => {
  test('list the worst first, for club staff those of their club, after the job has summed the hours', async () => {
    const clubId = await createClub();
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const [fine, bad, rare] = [
      await createVod({ clubIds: [clubId], title: 'Bien' }),
      await createVod({ clubIds: [clubId], title: 'Mal' }),
      await createVod({ clubIds: [clubId], title: 'Raro' }),
    ];
    const foreign = await createVod({ clubIds: [await createClub()] });
    await sendReports(5, `vods/${fine.id}`, good);
    await sendReports(6, `vods/${bad.id}`, { ...good, bsd: [20_000] });
    await sendReports(2, `vods/${rare.id}`, good);
    await sendReports(5, `vods/${foreign.id}`, good);
    await joinQuality();
    const overview = async (token: string) => (await call('GET /live/quality', { token })).data;
    const own = await overview(staff.token);
    expect(own.subjects.map(({ title }) => title)).toEqual(['Mal', 'Bien']);
    expect(own).toMatchObject({ total: { viewers: 11 }, few: { count: 1, figures: null } });
    const ids = (await overview(admin.token)).subjects.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([fine.id, bad.id, foreign.id]));
    expect(ids).not.toContain(rare.id);
  });

  test('are summed again without counting twice, and grow during the hour', async () => {
    const clubId = await createClub();
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const { id } = await createVod({ clubIds: [clubId] });
    await sendReports(5, `vods/${id}`, good);
    await joinQuality();
    await joinQuality();
    const viewers = async () =>
      (await call('GET /live/quality', { token: staff.token })).data.subjects.map(({ figures }) => figures.viewers);
    expect(await viewers()).toEqual([5]);
    await sendReports(2, `vods/${id}`, { ...good, age: 3_600 });
    await sendReports(1, `vods/${id}`, good);
    await joinQuality();
    expect(await viewers()).toEqual([6]);
    expect(await readTotals(`vods/${id}`)).toHaveLength(2);
  });
});
