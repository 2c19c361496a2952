/**
 * 2,000 viewers for a minute: each opens lists and matches, plays them and sends reports. Viewers and platform share a
 * machine, so the same viewers also load a bare server, and costs are in CPU time.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';
import { call, createSteps, hangUp, type Kind, type Step } from './viewer.ts';
import type { Ready, Usage } from './viewers-platform.ts';

const count = 2_000;
const durationMs = 60_000;
/** The bare server reaches stable figures sooner. */
const floorMs = 15_000;

type Times = Record<Kind, number[]>;

export async function viewers(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'viewers-platform.ts'), [String(count)], { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The platform ended early');
  });
  const answer = async <T>() => (await Promise.race([once(child, 'message'), ended]))[0] as T;
  const readUsage = (): Promise<Usage> => {
    child.send('usage');
    return answer<Usage>();
  };
  try {
    const place = await answer<Ready>();
    const bytes = await measureCosts(place, readUsage);
    await measureFloor(bytes, place);
    const before = await readUsage();
    const cpuBefore = process.cpuUsage();
    const crowd = await runViewers(
      place.tokens.map((token, number) => createSteps(place, token, number)),
      durationMs,
    );
    const { user, system } = process.cpuUsage(cpuBefore);
    const soon = await readUsage();
    // Closes the viewers' connections, which are no memory leak.
    hangUp();
    await sleep(5_000);
    const after = await readUsage();
    for (const [what, many] of crowd.failures) console.error(`${many} × ${what}`);
    const seconds = durationMs / 1000;
    const answered = Object.values(crowd.times).flat().length;
    const load = (cpuMs: number) => `${Math.round((cpuMs / durationMs) * 100)} % of a core`;
    console.log(`${answered} requests, ${Math.round(answered / seconds)} a second`);
    console.log(`The platform took ${load(soon.cpuMs - before.cpuMs)}, the viewers ${load((user + system) / 1000)}`);
    console.log(
      `Memory held: ${megabytes(before.held)} MB before, ${megabytes(soon.held)} MB with ${count.toLocaleString('en')} connected, ${megabytes(after.held)} MB when they have left; of the process at most ${megabytes(soon.resident)} MB`,
    );
    const what = `${count.toLocaleString('en')} viewers`;
    return [
      ...Object.entries(crowd.times).flatMap(([kind, took]) => [
        { what: `${what}, ${kind}, p50`, value: percentile(took, 50) / 1000, unit: 's' as const, limit: 0.5 },
        { what: `${what}, ${kind}, p99`, value: percentile(took, 99) / 1000, unit: 's' as const, limit: 1 },
      ]),
      { what: `${what}, failures`, value: sum([...crowd.failures.values()]), unit: '', limit: 0 },
      { what: `${what}, memory held afterwards`, value: after.held / before.held, unit: '×', limit: 1.1 },
    ];
  } finally {
    if (child.connected) child.send('end');
    await ended.catch(() => {});
  }
}

/** Measures each request's CPU time at low load, without the database; returns the answers' bytes by step. */
async function measureCosts(place: Ready, used: () => Promise<Usage>): Promise<number[]> {
  const people = place.tokens.slice(0, 100).map((token, number) => createSteps(place, token, number));
  // Warm-up: cold code costs several times as much.
  for (let round = 0; round < 3; round += 1)
    for (const index of (people[0] ?? []).keys()) await Promise.all(people.map((steps) => steps[index]?.ask()));
  const seen = new Map<string, { cpuMs: number; calls: number; times: number; bytes: number }>();
  const bytes: number[] = [];
  for (const [index, { what }] of (people[0] ?? []).entries()) {
    const before = await used();
    let received = 0;
    for (let from = 0; from < people.length; from += 10)
      received += sum(
        await Promise.all(people.slice(from, from + 10).map(async (steps) => (await steps[index]?.ask())?.bytes ?? 0)),
      );
    const after = await used();
    bytes.push(Math.round(received / people.length));
    const one = seen.get(what) ?? { cpuMs: 0, calls: 0, times: 0, bytes: 0 };
    one.cpuMs += after.cpuMs - before.cpuMs;
    one.calls += after.calls - before.calls;
    one.bytes += received;
    one.times += people.length;
    seen.set(what, one);
  }
  for (const [what, { cpuMs, calls, times, bytes }] of seen)
    console.log(
      `${what.padEnd(20)} ${(cpuMs / times).toFixed(2).padStart(6)} ms of CPU, ${(calls / times).toFixed(1)} calls of DynamoDB, ${Math.round(bytes / times / 102.4) / 10} KB`,
    );
  return bytes;
}

/** Runs the same viewers at the same pace against a server that only answers as many bytes. */
async function measureFloor(bytes: readonly number[], place: Ready): Promise<void> {
  const child = fork(join(import.meta.dirname, 'viewers-floor.ts'));
  try {
    const [address] = (await once(child, 'message')) as [string];
    const people = place.tokens.map((token, number) => {
      const steps = createSteps(place, token, number).map(({ kind }, index) => ({
        ...{ kind, ask: () => call(`${address}/${bytes[index]}`) },
      }));
      // Viewers begin at different steps, so that a short run covers all of them.
      const first = number % steps.length;
      return [...steps.slice(first), ...steps.slice(0, first)];
    });
    const { times } = await runViewers(people, floorMs);
    const shown = Object.entries(times).map(([kind, took]) => `${kind} ${Math.round(percentile(took, 99))} ms`);
    console.log(`Bare server with the same viewers, p99: ${shown.join(', ')}`);
  } finally {
    child.kill();
  }
}

/** Lets each viewer take one step after the other, with pauses like a person's, until the time is over. */
async function runViewers(people: readonly Pick<Step, 'kind' | 'ask'>[][], forMs: number) {
  const times: Times = { lists: [], details: [], playlists: [], reports: [] };
  const failures = new Map<string, number>();
  const until = performance.now() + forMs;
  const watch = async (steps: readonly Pick<Step, 'kind' | 'ask'>[]) => {
    const pause = durationMs / steps.length;
    await sleep(Math.random() * pause);
    for (const { kind, ask } of steps) {
      if (performance.now() > until) break;
      const begun = performance.now();
      const outcome = await ask().then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      if (outcome !== 200) failures.set(`${kind}: ${outcome}`, (failures.get(`${kind}: ${outcome}`) ?? 0) + 1);
      const took = performance.now() - begun;
      times[kind].push(took);
      await sleep(Math.max(0, pause * (0.5 + Math.random()) - took));
    }
  };
  await Promise.all(people.map(watch));
  return { times, failures };
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
