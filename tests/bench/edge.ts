/**
 * Withdrawals that come at once: when the edge's store has them, and with how many calls. Event bus, queue and the start
 * of the function, one or two seconds, are not included, nor are the seconds until every edge location follows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { createTables, startDynamo } from '../../infra/local/dynamo/dynamo.ts';
import { type LocalKeyValueStore, startKeyValueStore } from '../../infra/local/key-value-store/key-value-store.ts';
import { resolveLocalhostNames } from '../../infra/local/wire/localhost-names.ts';
import { tables } from '../../infra/tables.ts';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';

/** Milliseconds of a call, of which half pass before the service decides. */
interface StoreLatency {
  read: number;
  write: number;
}

interface Outcome {
  stored: number;
  /** Milliseconds from the withdrawals, all at once, until each was stored. */
  times: number[];
  calls: number;
}

const latencies: StoreLatency[] = [
  { read: 20, write: 30 },
  { read: 30, write: 120 },
  { read: 50, write: 300 },
];
const counts = [1, 10, 100, 400, 1_000];

export async function edge(): Promise<Figure[]> {
  const dynamo = await startDynamo({});
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
    TABLE_PREFIX: 'bench-',
    STAGE: 'bench',
    LOG_LEVEL: 'silent',
  });
  resolveLocalhostNames();
  await createTables(
    dynamo.url,
    tables.map((table) => ({ ...table, name: `bench-${table.name}` })),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-edge-'));
  const current: StoreLatency = { read: 0, write: 0 };
  const store = await startKeyValueStore({ dataDir, latency: current });
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE = store.url.replace('127.0.0.1', 'localhost');
  process.env.WITHDRAWALS_STORE_ARN = store.arn;
  const figures: Figure[] = [];
  console.log('at once  read/write ms  stored      p50      p95  calls      $');
  for (const latency of latencies) {
    Object.assign(current, latency);
    for (const count of counts) {
      const outcome = await writeTogether(count, store);
      print(count, latency, outcome);
      if (latency.write !== 300 || (count !== 1 && count !== 400)) continue;
      const value = percentile(outcome.times, 95);
      figures.push({ what: `${count} withdrawals at once in the edge's store, p95`, value, unit: 'ms', limit: 20_000 });
    }
  }
  await Promise.all([store.close(), dynamo.close()]);
  rmSync(dataDir, { recursive: true, force: true });
  return figures;
}

/** Withdraws deleted videos, whose entries need no other tables. */
async function writeTogether(count: number, { edge: atEdge, calls }: LocalKeyValueStore): Promise<Outcome> {
  const [{ commit }, { withdrawalWrites }, { applyWaiting }] = await Promise.all([
    import('../../functions/platform/aws/dynamo.ts'),
    import('../../functions/platform/withholding/withdrawals.ts'),
    import('../../functions/trust/takedown/writer.ts'),
  ]);
  const ids = Array.from({ length: count }, () => ulid());
  const writes = ids.flatMap((id) => withdrawalWrites({ kind: 'contentvideos', id }, true, Date.now()));
  for (let from = 0; from < writes.length; from += 100) await commit(writes.slice(from, from + 100));
  const countCalls = () => calls.reads + calls.writes;
  const before = countCalls();
  const begun = performance.now();
  const times: number[] = [];
  const left = new Set(ids);
  const look = async () => {
    for (const id of left) {
      if (!(await atEdge.exists(`contentvideos/${id}`))) continue;
      left.delete(id);
      times.push(performance.now() - begun);
    }
  };
  const timer = setInterval(() => void look(), 5);
  await applyWaiting(Date.now() + 300_000);
  await look();
  clearInterval(timer);
  return { stored: times.length, times, calls: countCalls() - before };
}

/** Price of a call of the store's API; see infra/costs/prices.ts. */
const dollarsPerCall = 1e-3;

function print(count: number, { read, write }: StoreLatency, { stored, times, calls }: Outcome): void {
  const [p50, p95] = [50, 95].map((percent) => `${(percentile(times, percent) / 1000).toFixed(2)} s`.padStart(8));
  console.log(
    `${String(count).padStart(7)}  ${`${read}/${write}`.padStart(13)}  ${String(stored).padStart(6)} ` +
      `${p50} ${p95} ${String(calls).padStart(6)} ${(calls * dollarsPerCall).toFixed(2).padStart(6)}`,
  );
}
