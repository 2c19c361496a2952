/**
 * AWS's default quotas in eu-west-1 that limit an audience, from each service's quota page on 2026-11-22. `npm run doctor`
 * shows the account's actual quotas.
 */
export const quotas = {
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
