/**
 * List prices in US dollars, without taxes, free tiers and discounts for volume, in eu-west-1 (CloudFront and IVS: to
 * viewers in Europe). The one place that knows them: look at the pages again before a season, and change the date.
 * Seen in public pages on that day: WAF, S3's standard class, IVS's classes of resolution, Lambda, CloudFront's gigabytes,
 * DynamoDB's on-demand prices in us-east-1 (0.125 and 0.625 a million; Ireland's are 13 % higher). In copies of AWS's price
 * pages: Cognito's and Route 53's, of 2026-09-20 (github.com/api-evangelist, amazon-cognito and amazon-route53-resolver);
 * in Infracost's output CloudWatch's alarms, the same everywhere (github.com/vreutova/infracost-idem-support, pull 2).
 * Not confirmed: MediaConvert's (its page gives a price by normalized minutes since 2025, and no copy of Ireland's rates
 * was found), Ireland's price of a gigabyte of logs (us-east-1: 0.50, cloudburn.io and factualminds.com, 2026), API
 * Gateway's, Secrets Manager's, S3's colder classes and requests, CloudFront's requests: they are the published ones as
 * known without a look at AWS's own price pages, which cannot be reached from where this was written.
 */
export const pricesDate = '2026-11-22';

export const prices = {
  /** On arm64, where all but those run that draw pictures. */
  lambda: { request: 0.2e-6, gigabyteSecond: 0.0000133334 },
  httpApi: { request: 1.11e-6 },
  dynamo: { read: 0.1415e-6, write: 0.705e-6 },
  /** A log line of a request, and API Gateway's. */
  logs: { gigabyte: 0.57 },
  /** The plan Lite (infra/stacks/data.ts); what a pool is without it, Essentials, costs 0.015. The first 10,000 are free. */
  cognito: { monthlyUser: 0.0055 },
  cloudFront: { gigabyte: 0.085, request: 1.2e-6, functionCall: 0.1e-6 },
  s3: {
    standard: 0.023,
    infrequent: 0.0125,
    /** Glacier Instant Retrieval. */
    archive: 0.004,
    put: 5e-6,
    get: 0.4e-6,
  },
  /** Per hour: of what comes in, by the type of channel; of what one viewer gets, by the height of the picture. */
  ivs: { standardInput: 2, basicInput: 0.2, output: { 360: 0.0375, 480: 0.0375, 720: 0.075, 1080: 0.15 } },
  /** Per minute of an output up to 30 frames a second, single pass. QVBR is taken to count as professional. */
  mediaConvert: { sd: 0.0136, hd: 0.0272 },
  /** Of a standard queue; the first million of a month costs nothing, which is left out. */
  sqs: { request: 0.4e-6 },
  secret: 0.4,
  hostedZone: 0.5,
  alarmMetric: 0.1,
  firewall: { acl: 5, rule: 1, request: 0.6e-6 },
} as const;

export type Height = keyof typeof prices.ivs.output;
