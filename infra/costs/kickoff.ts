/**
 * Estimates the rush at kick-off: the load of a live's viewers in the worst second against AWS's quotas, and how to
 * raise each. Pure.
 */
import {
  computeDurationMs,
  edgeCachedKinds,
  journeys,
  loginShare,
  type Measured,
  type RequestKind,
  requestKinds,
} from './journeys.ts';

const worstMinuteShare = 0.5;
/** Assumed share of viewers who change devices, which ends the view on the first one. */
const deviceChangeShare = 0.02;
/** Copy of `shards` in functions/platform/aws/shards.ts, over which views are spread. */
const viewShards = 8;

export interface Need {
  what: string;
  need: number;
  quota: number;
  remedy: string;
}

export function computeWorstSecond(viewers: number): Record<RequestKind, number> {
  const arrivals = (viewers * worstMinuteShare) / 60;
  const { start, hour } = journeys.live;
  const rate = (kind: RequestKind) =>
    edgeCachedKinds.includes(kind) ? 0 : (start[kind] ?? 0) * arrivals + ((hour[kind] ?? 0) * viewers) / 3600;
  const kinds = { ...start, ...hour };
  const rates = Object.fromEntries((Object.keys(kinds) as RequestKind[]).map((kind) => [kind, rate(kind)]));
  const none = Object.fromEntries(requestKinds.map((kind) => [kind, 0])) as Record<RequestKind, number>;
  return { ...none, ...rates, login: arrivals * loginShare };
}

/**
 * Compares load and quotas, the most critical first. `quotas` default to AWS's own, where the account's are unknown.
 * The viewers are spread over `matches`, each of which has items and partitions of its own.
 */
export function computeNeeds(
  viewers: number,
  { requests }: Measured,
  requestsPerSecond: number,
  quotas: typeof defaultQuotas = defaultQuotas,
  matches = 1,
): Need[] {
  const second = computeWorstSecond(viewers);
  const sum = (measure: (kind: RequestKind) => number) =>
    (Object.keys(second) as RequestKind[]).reduce((total, kind) => total + second[kind] * measure(kind), 0);
  const arrivals = (viewers * worstMinuteShare) / 60;
  const concurrency = sum((kind) => computeDurationMs(requests[kind]) / 1000);
  const tables = new Set(Object.values(requests).flatMap((request) => Object.keys(request.writes)));
  const needs: Need[] = [
    {
      what: 'IVS, concurrent views',
      need: viewers,
      quota: quotas.ivsViews,
      remedy: 'Service Quotas, IVS, "Concurrent views": request weeks ahead, with the date of the match',
    },
    {
      what: 'IVS, concurrent streams',
      need: matches,
      quota: quotas.ivsStreams,
      remedy: 'Service Quotas, IVS, "Concurrent streams": request weeks ahead; cameras beyond it cannot connect',
    },
    {
      what: 'IVS, views ended by a change of device',
      need: arrivals * deviceChangeShare,
      quota: quotas.ivsEndsOfViews,
      remedy: 'not adjustable: a scheduled job ends the others in batches, a minute later',
    },
    {
      what: 'API, requests per second (stage limit)',
      need: sum(() => 1),
      quota: requestsPerSecond,
      remedy: 'set `requestsPerSecond` and deploy',
    },
    {
      what: 'API, requests per second (account limit)',
      need: sum(() => 1),
      quota: quotas.httpApiRequestsPerSecond,
      remedy: 'Service Quotas, API Gateway, "Throttle rate"; or send heartbeats less often (`watchReportMs`)',
    },
    {
      what: 'Lambda, concurrent executions',
      need: concurrency,
      quota: quotas.lambdaConcurrency,
      remedy: 'Service Quotas, Lambda, "Concurrent executions"',
    },
    {
      what: "DynamoDB, reads of the live stream's item",
      need: sum((kind) => requests[kind].sharedReads) / matches,
      quota: quotas.partitionReads,
      remedy: 'not adjustable: cache the item for a second in each function (code change)',
    },
    {
      what: 'DynamoDB, writes to one partition of views',
      need: arrivals / matches / viewShards,
      quota: quotas.partitionWrites,
      remedy: '`shards` in functions/viewing/playback/views.ts',
    },
    ...[...tables].map((table) => ({
      what: `DynamoDB, writes to ${table}, without previous peaks`,
      need: sum((kind) => requests[kind].writes[table] ?? 0),
      quota: quotas.newTableWrites,
      remedy: `warm throughput of \`${table}\`, the day before (\`aws dynamodb update-table --warm-throughput\`)`,
    })),
    {
      what: 'Cognito, sign-ins per second',
      need: second.login,
      quota: quotas.cognitoSignIns,
      remedy: 'Service Quotas, Cognito, "UserAuthentication"',
    },
  ];
  return needs.toSorted((a, b) => b.need / b.quota - a.need / a.quota);
}

export const listExceededLimits = (needs: Need[]) => needs.filter(({ need, quota }) => need > quota).slice(0, 3);

/**
 * AWS's default quotas in eu-west-1 that limit an audience, from each service's quota page on 2026-11-22. `npm run doctor`
 * shows the account's actual quotas.
 */
export const defaultQuotas = {
  /** Concurrent views of all channels, per account and region. */
  ivsViews: 15_000,
  /** Channels on air at once, per account and region. */
  ivsStreams: 100,
  /**
   * Ends of views per second: two batches of 20 (BatchStartViewerSessionRevocation, not adjustable) and five single
   * ones (StartViewerSessionRevocation, assumed equal to similar calls).
   */
  ivsEndsOfViews: 45,
  /** Requests per second of the account; the stage's `requestsPerSecond` (infra/settings.ts) is usually lower. */
  httpApiRequestsPerSecond: 10_000,
  /** Concurrent executions per account and region; new accounts may start with 10. */
  lambdaConcurrency: 1_000,
  /** Read and write units per second of one partition. */
  partitionReads: 3_000,
  partitionWrites: 1_000,
  /** Initial throughput of a new on-demand table, which grows to twice its previous peak. */
  newTableWrites: 4_000,
  cognitoSignIns: 120,
};
