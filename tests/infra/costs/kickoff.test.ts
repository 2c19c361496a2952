/** The estimate of a kick-off. */
import { describe, expect, test } from 'vitest';
import { type Measured, measured, type RequestKind, requestKinds } from '../../../infra/costs/journeys.ts';
import { computeNeeds, computeWorstSecond, defaultQuotas, listExceededLimits } from '../../../infra/costs/kickoff.ts';

describe('a kick-off', () => {
  const free = { cpuMs: 1, calls: 0, reads: 0, writes: {}, sharedReads: 0, bytes: 0 };
  const requests = Object.fromEntries(requestKinds.map((kind) => [kind, free])) as Record<RequestKind, typeof free>;
  const plain: Measured = { date: '2026-01-01', requests };

  test('adds requests of arriving viewers and periodic requests of all in the worst second', () => {
    // Half arrive within a minute: 100 per second. All send heartbeats every 20 s and poll every 30 s.
    expect(computeWorstSecond(12_000)).toMatchObject({
      account: 100,
      livePlaylist: 100,
      report: 700,
      live: 500,
      login: 10,
    });
  });

  test('lists limits by pressure, each with the way to raise it', () => {
    const needs = computeNeeds(50_000, plain, 1000);
    const pressures = needs.map(({ need, quota }) => need / quota);
    expect(pressures).toEqual(pressures.toSorted((a, b) => b - a));
    expect(listExceededLimits(needs).map(({ what }) => what)).toEqual([
      'API, requests per second (stage limit)',
      'IVS, concurrent views',
    ]);
    for (const { remedy } of needs) expect(remedy.length).toBeGreaterThan(10);
  });

  test('meets no limit with the audience of a small club', () => {
    expect(listExceededLimits(computeNeeds(2_000, measured, 1000))).toEqual([]);
  });

  test('meets the limit of streams, and none of a single match, with 200 matches of 500 viewers', () => {
    const exceeded = (matches: number) =>
      computeNeeds(100_000, measured, 20_000, defaultQuotas, matches)
        .filter(({ need, quota }) => need > quota)
        .map(({ what }) => what);
    const ofAll = ['API, requests per second (account limit)', 'DynamoDB, writes to leases, without previous peaks'];
    expect(exceeded(200).toSorted()).toEqual([...ofAll, 'IVS, concurrent streams', 'IVS, concurrent views'].toSorted());
    expect(exceeded(1).toSorted()).toEqual(
      [...ofAll, "DynamoDB, reads of the live stream's item", 'IVS, concurrent views'].toSorted(),
    );
  });

  test('names every table whose writes exceed a new one, not only the busiest', () => {
    const writes = { leases: 3, views: 2 };
    const report = { ...free, writes };
    const needs = computeNeeds(50_000, { ...plain, requests: { ...requests, report } }, 1000);
    expect(needs.filter(({ need, quota }) => need > quota).map(({ what }) => what)).toEqual(
      expect.arrayContaining(
        Object.keys(writes).map((table) => `DynamoDB, writes to ${table}, without previous peaks`),
      ),
    );
  });

  test('meets at least three limits with 500,000 viewers', () => {
    expect(listExceededLimits(computeNeeds(500_000, measured, 1000))).toHaveLength(3);
  });
});
