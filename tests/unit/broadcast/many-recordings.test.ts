/** Many broadcasts and cameras in a scheduled run, with the time that AWS's answers are assumed to take. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Milliseconds of a call to DynamoDB, and of one to another service. */
const [table, service] = [6, 60];
const count = 250;
const toArn = (at: number) => `arn:aws:ivs:eu-west-1:000000000000:channel/c${at}`;
const call = <T>(ms: number, answer?: T) => new Promise<T>((resolve) => setTimeout(() => resolve(answer as T), ms));
const toBroadcast = (id: string) => ({
  id,
  channelArn: toArn(Number(id)),
  endedAt: '2026-11-29T11:30:00.000Z',
  startedAt: '2026-11-29T10:10:00.000Z',
  withdrawn: [],
});

let settled: string[] = [];

vi.mock('../../../functions/platform/aws/storage.ts', () => ({
  listFolders: (_: string, folder: string) => call(service, [`${folder}1/`]),
}));
vi.mock('../../../functions/broadcast/broadcasts/settle-recording.ts', () => ({
  settleRecording: (folder: string) => {
    settled.push(folder);
    return call(table + service);
  },
}));
vi.mock('../../../functions/broadcast/broadcasts/conclude-broadcast.ts', () => ({
  followSource: ({ id }: { id: string }) => call(table, toBroadcast(id)),
  concludeBroadcast: () => call(2 * table),
}));
vi.mock('../../../functions/broadcast/broadcasts/store.ts', () => ({
  listOpenBroadcasts: async () => Array.from({ length: count }, (_, at) => ({ id: String(at), channelArn: toArn(at) })),
  getBroadcast: ({ id }: { id: string }) => call(table, toBroadcast(id)),
}));
vi.mock('../../../functions/broadcast/live/store.ts', () => ({
  sources: {
    rows: async () =>
      Array.from({ length: count }, (_, at) => ({ channelArn: toArn(at), broadcast: null, sportEventId: null })),
  },
}));
vi.mock('../../../functions/broadcast/live-clips/cut.ts', () => ({ cutLives: async () => undefined }));
vi.mock('../../../functions/broadcast/phone/reconcile-phones.ts', () => ({ reconcilePhones: async () => undefined }));

const { reconcileBroadcasts, findRecordings } = await import('../../../functions/jobs/broadcasts.ts');

beforeEach(() => {
  vi.stubEnv('RECORDINGS_BUCKET', 'recordings');
  settled = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Returns the seconds that a job takes from an instant on. */
async function run(job: () => Promise<void>, at: string): Promise<number> {
  vi.useFakeTimers({ now: Date.parse(at) });
  let isDone = false;
  const running = job().finally(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(10);
  await running;
  return (Date.now() - Date.parse(at)) / 1000;
}

test(`settles the recordings of ${count} broadcasts that end together within a minute`, async () => {
  expect(await run(reconcileBroadcasts, '2026-11-29T11:31:00Z')).toBeLessThan(60);
  expect(settled.length).toBeGreaterThanOrEqual(count);
});

test(`looks for unknown recordings of ${count} cameras at night within a minute`, async () => {
  expect(await run(findRecordings, '2026-11-29T03:02:00Z')).toBeLessThan(60);
  expect(settled.length).toBeGreaterThanOrEqual(count);
});
