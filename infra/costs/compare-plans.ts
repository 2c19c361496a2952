/** Compares the edge's price by use with its flat-rate plans. Pure. */
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
  /** Smallest audience for which this offer is the cheapest; undefined if it never is. */
  from: number | undefined;
  /** Largest audience that the offer covers. */
  to: number;
  obstacle: string | undefined;
}

/** Compares the offers for a host, assuming that its use grows in proportion to viewers. */
export function compareOffers(host: EdgeHost, use: EdgeUse & { dollars: number }, viewers: number): EdgeOffer[] {
  const each = { requests: use.requests / viewers, bytes: use.bytes / viewers, dollars: use.dollars / viewers };
  const offers: EdgeOffer[] = [
    { name: 'by use', dollars: use.dollars, from: 0, to: Number.POSITIVE_INFINITY, obstacle: undefined },
  ];
  /** Largest audience that a cheaper plan covers. */
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

export const findCheapestOffer = (offers: readonly EdgeOffer[], viewers: number): EdgeOffer | undefined =>
  offers
    .filter(({ name, from, to }) => name === 'by use' || (from !== undefined && viewers <= to))
    .toSorted((a, b) => a.dollars - b.dollars)[0];
