/** Many cameras in the minute of a scheduled run. Calls take the time that AWS's answers are assumed to take. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** Milliseconds of a call to DynamoDB, and of one to another service. */
const [table, service] = [6, 60];
const ids = (count: number) => Array.from({ length: count }, (_, at) => `camera-${at}`);
const toArn = (id: string) => `arn:aws:ivs:eu-west-1:000000000000:channel/${id}`;
const startedAt = new Date('2026-11-29T10:00:00Z').toISOString();

let cameras: string[] = [];
let cuts: { id: string; at: number }[] = [];
let frames: { id: string; at: number }[] = [];
let ivsCalls: string[] = [];

const toSource = (id: string) => ({
  id,
  channelArn: toArn(id),
  kind: 'camera',
  sportEventId: null,
  isTest: false,
  broadcast: { id: `of-${id}`, streamId: id, startedAt, stoppedAt: null },
  shown: [{ since: startedAt, event: null, airtimes: [{ from: startedAt, until: '2026-11-29T10:59:30.000Z' }] }],
});
const call = <T>(ms: number, answer?: T) => new Promise<T>((resolve) => setTimeout(() => resolve(answer as T), ms));

// Timers of this module are not replaced by fake ones.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

vi.mock('../../../functions/platform/aws/live-streaming.ts', () => ({
  listCurrentStreams: () =>
    call(
      service,
      cameras.map((id) => ({ channelArn: toArn(id), streamId: id, startedAt, viewers: 3, isStarving: false })),
    ),
  findCurrentStream: (arn: string) => {
    ivsCalls.push('GetStream');
    return call(service, { streamId: arn.replace(/.*\//, '') });
  },
  readIngest: () => {
    ivsCalls.push('GetStreamSession');
    return call(service, { width: 1280, height: 720, encoder: 'OBS' });
  },
  stopStream: (arn: string) => {
    ivsCalls.push('StopStream');
    cuts.push({ id: arn.replace(/.*\//, ''), at: Date.now() });
    return call(service);
  },
  separateRecordings: () => {
    ivsCalls.push('GetStreamSession', 'UpdateChannel');
    return call(2 * service);
  },
}));
vi.mock('../../../functions/platform/aws/ingest-metrics.ts', () => ({
  readIngestMetrics: () => call(service, { videoBitrate: 3_000_000, audioBitrate: 128_000 }),
}));
vi.mock('../../../functions/broadcast/live/store.ts', () => ({
  sources: {
    rows: async () => cameras.map(toSource),
    get: (id: string) => call(table, toSource(id)),
    change: (id: string, change: (source: object) => object | undefined) => call(2 * table, change(toSource(id))),
  },
  closeViews: async () => undefined,
}));
vi.mock('../../../functions/broadcast/broadcasts/store.ts', () => ({
  getBroadcast: () => call(table, { health: { width: 1280, height: 720, encoder: 'OBS' } }),
  noteHealth: () => call(table),
  notePeak: () => call(table),
}));
vi.mock('../../../functions/broadcast/broadcasts/live-frame.ts', () => ({
  takeFrame: ({ id }: { id: string }) => {
    frames.push({ id, at: Date.now() });
    return call(2 * table + 2 * service);
  },
}));
vi.mock('../../../functions/broadcast/live/match-signal.ts', () => ({
  followSignal: () => call(3 * table),
  listMatchesToFollow: async () => cameras,
}));
vi.mock('../../../functions/league/scores/close-matches.ts', () => ({ closeMatches: async () => undefined }));
vi.mock('../../../functions/broadcast/live/airtime.ts', () => ({
  isShownNow: () => false,
  readAirtimeRule: () => ({ enforced: process.env.CAMERA_TIME === 'exigir', beforeMs: 0, afterMs: 0 }),
}));

// Other files of this worker may have loaded modules with the services that are replaced here.
vi.resetModules();
const { reconcileLives } = await import('../../../functions/jobs/live.ts');

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(startedAt) + 3_600_000 });
  [cuts, frames, ivsCalls] = [[], [], []];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Runs the job; returns its seconds. */
async function run(): Promise<number> {
  const start = Date.now();
  let isDone = false;
  const running = reconcileLives().finally(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(10);
  await running;
  return (Date.now() - start) / 1000;
}

describe('a run over many cameras', () => {
  test.each([
    [220, 20],
    [600, 50],
  ])(
    'follows %i cameras within %i s, each with its frame, and asks IVS for their list only',
    async (count, seconds) => {
      cameras = ids(count);
      expect(await run()).toBeLessThan(seconds);
      expect(new Set(frames.map(({ id }) => id)).size).toBe(count);
      expect(ivsCalls).toEqual([]);
    },
  );

  test('ends within its minute with more cameras than it has time for, and leaves frames to the next one', async () => {
    cameras = ids(2_500);
    expect(await run()).toBeLessThan(55);
    expect(frames.length).toBeLessThan(2_500);
  });

  test('stops one stream a second where 200 airtimes end in one minute, after all cameras were followed', async () => {
    vi.stubEnv('CAMERA_TIME', 'exigir');
    cameras = ids(200);
    expect(await run()).toBeLessThan(55);
    const gaps = cuts.slice(1).map(({ at }, index) => at - (cuts[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    // Five runs of a minute for all of them.
    expect(cuts.length * 5).toBeGreaterThanOrEqual(200);
    expect(frames.length).toBe(200);
  });
});
