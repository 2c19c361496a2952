/** Compares paying the edge by use with its flat-rate plans, for an audience. Pure. */
import {
  type EdgeHost,
  type EdgePlanName,
  type EdgeUse,
  edgePlanNames,
  edgePlans,
  findPlanObstacle,
} from './edge-plans.ts';

export interface EdgeOffer {
  name: EdgePlanName | 'by use';
  dollars: number;
  /** Smallest audience for which it is the cheapest; undefined if it never is. */
  from: number | undefined;
  /** Largest audience that it covers. */
  to: number;
  /** The reason why the host cannot be on this plan. */
  obstacle: string | undefined;
}

/** Compares offers for a host with this use; assumes that use grows in proportion to viewers. */
export function compareOffers(host: EdgeHost, use: EdgeUse & { dollars: number }, viewers: number): EdgeOffer[] {
  const each = { requests: use.requests / viewers, bytes: use.bytes / viewers, dollars: use.dollars / viewers };
  const offers: EdgeOffer[] = [
    { name: 'by use', dollars: use.dollars, from: 0, to: Number.POSITIVE_INFINITY, obstacle: undefined },
  ];
  /** Largest audience covered by a cheaper plan. */
  let served = 0;
  for (const name of edgePlanNames) {
    const { dollars, requests, gigabytes } = edgePlans[name];
    const obstacle = findPlanObstacle(host, name);
    const to = Math.floor(Math.min(requests / each.requests, (gigabytes * 1e9) / each.bytes));
    const from = Math.max(Math.ceil(dollars / each.dollars), served + 1);
    const isEver = obstacle === undefined && from <= to;
    if (isEver) served = to;
    offers.push({ name, dollars, from: isEver ? from : undefined, to, obstacle });
  }
  return offers;
}

/** The cheapest offer for this audience. */
export const findCheapestOffer = (offers: readonly EdgeOffer[], viewers: number): EdgeOffer | undefined =>
  offers
    .filter(({ name, from, to }) => name === 'by use' || (from !== undefined && viewers <= to))
    .toSorted((a, b) => a.dollars - b.dollars)[0];
