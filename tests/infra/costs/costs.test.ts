/** `npm run costs` and the arithmetic of a kick-off: from figures that anybody can follow on paper. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { durationMs, type Measured, type RequestKind, requestKinds } from '../../../infra/costs/journeys.ts';
import { firstLimits, needsOf, worstSecond } from '../../../infra/costs/kickoff.ts';
import { billOf, type Month, priceOf, sum } from '../../../infra/costs/month.ts';
import { prices } from '../../../infra/costs/prices.ts';

const measured = JSON.parse(readFileSync('infra/costs/measured.json', 'utf8')) as Measured;

const month: Month = {
  ...{ viewers: 1000, hours: 4, liveShare: 0.5, uploaded: 0, broadcast: 0 },
  ...{ height: 720, alarms: true, firewall: false },
};

test('every kind of request has been measured', () => {
  expect(Object.keys(measured.requests).toSorted()).toEqual([...requestKinds].toSorted());
  for (const cost of Object.values(measured.requests)) expect(cost.cpuMs).toBeGreaterThan(0);
  expect(Date.parse(measured.date)).not.toBeNaN();
});

describe('a request', () => {
  const cost = { cpuMs: 10, calls: 2, reads: 3, writes: { leases: 1, views: 1 }, sharedReads: 1, bytes: 1024 };

  test('takes on Lambda as long as a part of a core needs, and its calls', () => {
    expect(durationMs(cost)).toBeCloseTo(10 * (1769 / 512) + 2 * 4, 6);
  });

  test('costs the sum of what it asks', () => {
    const { lambda, httpApi, dynamo } = prices;
    const without = priceOf({ ...cost, reads: 0, writes: {} });
    expect(priceOf(cost) - without).toBeCloseTo(3 * dynamo.read + 2 * dynamo.write, 12);
    expect(without).toBeGreaterThan(httpApi.request + lambda.request);
  });
});

describe('a month', () => {
  test('in which nobody comes costs what is idle', () => {
    const bill = billOf({ ...month, viewers: 0 }, measured);
    expect(bill.total).toBeCloseTo(sum(bill.idle), 9);
    expect(bill.total).toBeLessThan(10);
    expect(sum(billOf({ ...month, alarms: false }, measured).idle)).toBeLessThan(4);
  });

  test('is what the README says', () => {
    const readme = readFileSync('infra/README.md', 'utf8');
    const { idle, uploadedHour, broadcastHour, liveHour, recordedHour } = billOf({ ...month, height: 720 }, measured);
    const quiet = billOf({ ...month, alarms: false }, measured).idle;
    expect(readme).toContain(`| ${sum(quiet).toFixed(2)}, with alarms ${sum(idle).toFixed(2)} |`);
    for (const hour of [uploadedHour, broadcastHour]) expect(readme).toContain(`| ${sum(hour).toFixed(2)} |`);
    for (const hour of [liveHour, recordedHour]) expect(readme).toContain(`| ${sum(hour).toFixed(3)} (1080 lines: `);
  });

  test('grows with hours watched, by what an hour costs', () => {
    const [one, two] = [billOf(month, measured), billOf({ ...month, hours: 5 }, measured)];
    const hour = (sum(one.liveHour) + sum(one.recordedHour)) / 2;
    expect(two.total - one.total).toBeCloseTo(1000 * hour, 6);
  });

  test('grows with matches, and a broadcast costs more than a file', () => {
    const one = billOf({ ...month, uploaded: 1, broadcast: 1 }, measured);
    const none = billOf(month, measured);
    expect(one.total - none.total).toBeCloseTo(sum(one.uploadedHour) + sum(one.broadcastHour), 6);
    expect(sum(one.broadcastHour)).toBeGreaterThan(sum(one.uploadedHour));
  });

  test('costs less with a smaller picture, and more with a firewall', () => {
    const [hd, sd] = [billOf(month, measured), billOf({ ...month, height: 360 }, measured)];
    expect(sum(sd.liveHour)).toBeLessThan(sum(hd.liveHour));
    expect(sum(sd.recordedHour)).toBeLessThan(sum(hd.recordedHour));
    expect(billOf({ ...month, firewall: true }, measured).total - hd.total).toBeCloseTo(7, 6);
  });
});

describe('the command', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['infra/costs/costs.ts', ...args], { encoding: 'utf8', stdio: 'pipe' });

  test('shows each part and the sum', () => {
    const text = run('--viewers', '50000', '--hours', '2');
    expect(text).toMatch(/^Idle, per month +\d+\.\d\d \$/m);
    expect(text).toMatch(/^Total for a month with 50000 viewers of 2 hours each: \d+\.\d\d \$/m);
  });

  test.each([
    ['--viewers', 'many'],
    ['--live', '1.5'],
    ['--height', '481'],
  ])('says what is wrong with %s %s', (option, value) => {
    expect(() => run(option, value)).toThrow(new RegExp(`${option} is`));
  });
});

describe('a kick-off', () => {
  const free = { cpuMs: 1, calls: 0, reads: 0, writes: {}, sharedReads: 0, bytes: 0 };
  const requests = Object.fromEntries(requestKinds.map((kind) => [kind, free])) as Record<RequestKind, typeof free>;
  const plain: Measured = { date: '2026-01-01', requests };

  test('asks in its worst second what arrivals open and what all others repeat', () => {
    // Half come within a minute: 100 a second. All report every 20 s, and look again every 30 s.
    expect(worstSecond(12_000)).toMatchObject({ account: 100, livePlaylist: 100, report: 700, live: 500, login: 10 });
  });

  test('meets the limits in the order of their pressure, each with what moves it', () => {
    const needs = needsOf(50_000, plain, 1000);
    const pressures = needs.map(({ need, quota }) => need / quota);
    expect(pressures).toEqual(pressures.toSorted((a, b) => b - a));
    expect(firstLimits(needs).map(({ what }) => what)).toEqual([
      'API, requests a second (our own limit)',
      'IVS, views at once',
    ]);
    for (const { moves } of needs) expect(moves.length).toBeGreaterThan(10);
  });

  test('of a small club meets none', () => {
    expect(firstLimits(needsOf(2_000, measured, 1000))).toEqual([]);
  });

  test('of 500,000 meets three at least', () => {
    expect(firstLimits(needsOf(500_000, measured, 1000))).toHaveLength(3);
  });
});
