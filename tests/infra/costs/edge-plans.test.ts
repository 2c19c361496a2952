/** The edge's flat-rate plans: what a month on one costs, and from which audience each is the cheapest. */
import { describe, expect, test } from 'vitest';
import {
  compareOffers,
  edgePlans,
  findCheapestOffer,
  findPlanObstacle,
  isWithinPlan,
} from '../../../infra/costs/edge-plans.ts';
import { computeBill, sum } from '../../../infra/costs/month.ts';
import { month } from './example-month.ts';

describe('a month on a flat-rate plan', () => {
  const busy = { ...month, uploaded: 20, broadcast: 40 };
  const onPlan = { ...busy, edgePlans: { media: 'PRO', web: '' } } as const;

  test('costs the plan instead of the media host’s bytes, requests and function calls', () => {
    const [byUse, flat] = [computeBill(busy), computeBill(onPlan)];
    expect(byUse.total - flat.total).toBeCloseTo(byUse.edge.media.dollars - edgePlans.PRO.dollars, 6);
    const find = (lines: [string, number][], what: string) => lines.find(([name]) => name.startsWith(what))?.[1];
    expect(find(flat.recordedHour, 'CloudFront, 720p')).toBe(0);
    expect(find(flat.idle, 'CloudFront, plan PRO')).toBe(15);
    expect(flat.edge).toEqual(byUse.edge);
  });

  test('includes the web ACL of a host on a plan', () => {
    const both = { ...busy, firewall: true, edgePlans: { media: '', web: 'BUSINESS' } } as const;
    expect(computeBill(both).idle.map(([what]) => what)).not.toContain('WAF');
  });

  test('costs at most a cent an hour of a recording with 1,000 viewers of four hours', () => {
    const { recordedHour, idle } = computeBill({ ...onPlan, liveShare: 0 });
    const plan = idle.find(([what]) => what.startsWith('CloudFront, plan'))?.[1] ?? 0;
    expect(sum(recordedHour) + plan / 4000).toBeLessThan(0.01);
    // If half of the 4,000 hours are live, the recorded half bears the whole plan.
    expect(sum(recordedHour) + plan / 2000).toBeLessThan(0.01);
  });

  test('is compared with paying by use, with the range of audiences in which each is cheapest', () => {
    const use = { requests: 9_000_000, bytes: 9e12, dollars: 90 };
    const offers = compareOffers('media', use, 900);
    expect(offers.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['by use', 0, Number.POSITIVE_INFINITY],
      ['FREE', undefined, 10],
      // A viewer costs ten cents by use: the plan pays off from 150 viewers, and its requests last for 1,000.
      ['PRO', 150, 1000],
      ['BUSINESS', 2000, 5000],
      ['PREMIUM', undefined, 5000],
    ]);
    const find = (viewers: number) => findCheapestOffer(compareOffers('media', use, viewers), viewers)?.name;
    expect(findCheapestOffer(offers, 900)?.name).toBe('PRO');
    expect(find(9)).toBe('PRO');
    expect(findCheapestOffer(compareOffers('web', use, 900), 900)?.name).toBe('by use');
  });

  test('goes over the allowance when its requests or bytes do', () => {
    expect(isWithinPlan({ requests: 10e6, bytes: 50e12 }, 'PRO')).toBe(true);
    expect(isWithinPlan({ requests: 10e6 + 1, bytes: 0 }, 'PRO')).toBe(false);
    expect(isWithinPlan({ requests: 0, bytes: 50e12 + 1e9 }, 'PRO')).toBe(false);
  });

  test.each([
    ['media', 'FREE', /allows 5 cache behaviours, and the media host has 10/],
    ['web', 'PRO', /AWS's cache policies only/],
  ] as const)('is refused for the %s host on %s, with the reason', (host, plan, reason) => {
    expect(findPlanObstacle(host, plan)).toMatch(reason);
  });
});
