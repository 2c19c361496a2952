/**
 * CloudFront's flat-rate plans, each for one distribution. Above its allowance AWS bills nothing more, but may slow the
 * distribution down or demand a higher plan. A plan includes web ACL, DDoS protection, DNS, log ingestion, CloudFront
 * functions and a credit for S3. It excludes Lambda@Edge, real-time logs, multi-tenant and staging distributions,
 * field-level encryption, and functions or web ACLs shared by distributions: nothing that this product uses.
 */
import { type Behaviour, mediaBehaviours, webBehaviours } from '../cdn.ts';

/**
 * Source of prices and allowances: a copy of AWS's pages of 2026-09-05 (github.com/api-evangelist, cloudfront), read on
 * 2026-11-27; of the S3 credit: bybowu.com; of behaviours and caching: AWS's table in issue 187 of
 * aws-samples/serverless-full-stack-webapp-starter-kit (2026-07-05). Unconfirmed: whether a plan includes reads of a
 * KeyValueStore, and whether the default behaviour counts.
 */
export const edgePlansDate = '2026-11-27';

interface EdgePlan {
  /** Dollars, requests and gigabytes are per month. */
  dollars: number;
  requests: number;
  gigabytes: number;
  /** Gigabytes of S3 Standard, which the bill does not count. */
  storage: number;
  behaviours: number;
  /** Allows cache policies other than AWS's managed ones. */
  hasOwnCaching: boolean;
}

export const edgePlans = {
  FREE: { dollars: 0, requests: 1e6, gigabytes: 100, storage: 5, behaviours: 5, hasOwnCaching: false },
  PRO: { dollars: 15, requests: 10e6, gigabytes: 50_000, storage: 50, behaviours: 10, hasOwnCaching: false },
  BUSINESS: { dollars: 200, requests: 125e6, gigabytes: 50_000, storage: 1_000, behaviours: 50, hasOwnCaching: true },
  PREMIUM: { dollars: 1_000, requests: 500e6, gigabytes: 50_000, storage: 5_000, behaviours: 100, hasOwnCaching: true },
} as const satisfies Record<string, EdgePlan>;

export type EdgePlanName = keyof typeof edgePlans;
export const edgePlanNames = Object.keys(edgePlans) as EdgePlanName[];

export type EdgeHost = 'media' | 'web';
const behaviours: Record<EdgeHost, readonly Behaviour[]> = { media: mediaBehaviours, web: webBehaviours };

export function findPlanObstacle(host: EdgeHost, name: EdgePlanName): string | undefined {
  const plan = edgePlans[name];
  const hostBehaviours = behaviours[host];
  if (hostBehaviours.length > plan.behaviours)
    return `the plan ${name} allows ${plan.behaviours} cache behaviours, and the ${host} host has ${hostBehaviours.length}`;
  const custom = hostBehaviours.find(({ cache }) => cache === 'origin' || cache === 'page');
  if (custom && !plan.hasOwnCaching)
    return `the plan ${name} allows AWS's cache policies only, and ${custom.path} of the ${host} host has a custom one`;
  return undefined;
}

/** Plan of each host; an empty one pays by use. */
export type EdgePlansSetting = Record<EdgeHost, EdgePlanName | ''>;

interface StageSettings {
  edgePlans: EdgePlansSetting;
  firewall: boolean;
}

/** @throws Error for a plan that does not exist, or whose conditions the host does not meet. */
export function checkEdgePlans({ edgePlans, firewall }: StageSettings): void {
  for (const [host, name] of Object.entries(edgePlans) as [EdgeHost, EdgePlanName | ''][]) {
    if (name === '') continue;
    if ((host !== 'media' && host !== 'web') || !edgePlanNames.includes(name)) {
      throw new Error(
        `The setting edgePlans must name ${edgePlanNames.join(', ')} for media and web: ${JSON.stringify(edgePlans)}`,
      );
    }
    const obstacle = findPlanObstacle(host, name);
    if (obstacle) throw new Error(`The setting edgePlans cannot be met: ${obstacle}`);
    if (host === 'web' && !firewall)
      throw new Error('The setting edgePlans needs firewall: true for the web host: a plan requires a web ACL');
  }
}

export const hasWebAcl = ({ firewall, edgePlans }: StageSettings): boolean => firewall || edgePlans.media !== '';

/** Monthly traffic of a distribution. */
export interface EdgeUse {
  requests: number;
  bytes: number;
}

export const isWithinPlan = ({ requests, bytes }: EdgeUse, name: EdgePlanName): boolean =>
  requests <= edgePlans[name].requests && bytes / 1e9 <= edgePlans[name].gigabytes;

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
