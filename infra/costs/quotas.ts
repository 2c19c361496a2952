/**
 * AWS's default quotas that an audience meets, as of the date below, in eu-west-1; `npm run doctor` asks the account for its
 * own. Sources: the quota pages of each service's guide (Lambda, HTTP APIs, DynamoDB, Cognito, IVS, CloudFront).
 */
export const quotasDate = '2026-11-22';

export const quotas = {
  /** Views at once of all channels of an account in a region. */
  ivsViews: 15_000,
  /**
   * Views that can be ended in a second: 20 by each of two BatchStartViewerSessionRevocation (both figures seen in AWS's API
   * reference and quota page, which cannot be raised), and 5 by StartViewerSessionRevocation (taken to be as its
   * neighbours' there).
   */
  ivsEndsOfViews: 45,
  /** Our own stage's limit (infra/config.ts, `requestsPerSecond`) comes before the account's. */
  httpApiRequestsPerSecond: 10_000,
  /** Functions at once, of an account in a region; a new account may begin with ten. */
  lambdaConcurrency: 1_000,
  /** Copies that a function gets at most in ten seconds. */
  lambdaGrowth: 1_000,
  /** Read units, and write units, of one partition in a second. */
  partitionReads: 3_000,
  partitionWrites: 1_000,
  /** What a new table on demand takes at once; afterwards twice its last peak. */
  newTableReads: 12_000,
  newTableWrites: 4_000,
  /** Sign-ins of a user pool in a second. */
  cognitoSignIns: 120,
  /** Requests of a distribution in a second. */
  cloudFrontRequests: 250_000,
};
