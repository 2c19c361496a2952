/**
 * The first minutes of a match: the cost of each viewer's request, a crowd of real clients on one platform, and the AWS
 * default quotas that 50,000 and 500,000 viewers reach first (infra/costs/kickoff.ts).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  computeDurationMs,
  countWrites,
  type Measured,
  type RequestCost,
  type RequestKind,
} from '../../infra/costs/journeys.ts';
import { computeNeeds, type Need } from '../../infra/costs/kickoff.ts';
import { defaults } from '../../infra/settings.ts';
import { type Consumed, startMeter } from './dynamo-meter.ts';
import type { Figure } from './figure.ts';
import { type Crowd, crowd } from './kickoff-crowd.ts';
import type { Stage } from './kickoff-platform.ts';
import { percentile } from './statistics.ts';

const measuredFile = join(import.meta.dirname, '../../infra/costs/measured.json');

export interface Options {
  viewers: number;
  minutes: number;
  /** Stores the measured costs for `npm run costs`. */
  record: boolean;
}

export async function kickoff({ viewers, minutes, record }: Options): Promise<Figure[]> {
  const platform = fork(join(import.meta.dirname, 'kickoff-platform.ts'), [String(viewers)]);
  const ended = once(platform, 'exit');
  try {
    const stage = await receive<Stage>(platform, ended);
    const requests = await measureCosts(stage);
    printCosts(requests);
    const measured: Measured = { date: new Date().toISOString().slice(0, 10), requests };
    if (record) writeFileSync(measuredFile, `${JSON.stringify(measured, null, 2)}\n`);
    for (const audience of [50_000, 500_000])
      printNeeds(audience, computeNeeds(audience, measured, defaults.requestsPerSecond));
    return figures(await crowd(stage, minutes * 60_000), viewers);
  } finally {
    if (platform.connected) platform.send('end');
    await ended;
  }
}

async function receive<T>(child: ChildProcess, ended: Promise<unknown>): Promise<T> {
  const early = ended.then(() => {
    throw new Error('A process of the measurement ended early');
  });
  return ((await Promise.race([once(child, 'message'), early])) as [T])[0];
}

async function measureCosts(stage: Stage): Promise<Record<RequestKind, RequestCost>> {
  const meter = await startMeter(stage.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const lambda = fork(join(import.meta.dirname, 'kickoff-lambda.ts'));
  const ended = once(lambda, 'exit');
  try {
    lambda.send({ ...stage, environment: { ...stage.environment, AWS_ENDPOINT_URL_DYNAMODB: meter.url } });
    for (;;) {
      const message = await receive<'take' | Record<RequestKind, RequestCost>>(lambda, ended);
      if (message !== 'take') return message;
      lambda.send(meter.take() satisfies Consumed);
    }
  } finally {
    await ended;
    await meter.close();
  }
}

function printCosts(requests: Record<RequestKind, RequestCost>): void {
  console.log('What a request costs             CPU    on Lambda  calls  reads (shared)  writes     bytes');
  for (const [kind, cost] of Object.entries(requests)) {
    const { cpuMs, calls, reads, sharedReads, bytes } = cost;
    console.log(
      `${kind.padEnd(26)} ${cpuMs.toFixed(2).padStart(6)} ms ${computeDurationMs(cost).toFixed(0).padStart(8)} ms ${calls.toFixed(1).padStart(6)} ${reads.toFixed(1).padStart(6)} (${sharedReads.toFixed(1)}) ${countWrites(cost).toFixed(1).padStart(11)} ${String(bytes).padStart(9)}`,
    );
  }
}

function printNeeds(audience: number, needs: Need[]): void {
  console.log(`\n${audience.toLocaleString('en')} viewers of one live, in the worst second`);
  for (const { what, need, quota, remedy } of needs) {
    const over = need > quota ? 'OVER' : 'ok';
    console.log(
      `${what.padEnd(58)} ${round(need).padStart(8)} of ${round(quota).padStart(7)}  ${over.padEnd(4)}  ${over === 'OVER' ? remedy : ''}`,
    );
  }
}

const round = (value: number) => Math.round(value).toLocaleString('en');

function figures({ times, failures, asked, reached }: Crowd, viewers: number): Figure[] {
  for (const [what, count] of failures) console.error(`${count} × ${what}`);
  console.log(
    `\n${asked} requests of ${viewers} viewers; p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms on this machine`,
  );
  const failed = [...failures.values()].reduce((sum, one) => sum + one, 0);
  return [
    { what: `Kick-off, ${viewers.toLocaleString('en')} viewers, failures`, value: failed, unit: '', limit: 0 },
    { what: 'Kick-off, lists that got past the edge', value: reached, unit: '', limit: 0.05 },
  ];
}
