/**
 * List prices in US dollars, without taxes, free tiers and volume discounts, in eu-west-1 (CloudFront and IVS: viewers
 * in Europe). Check them on AWS's price pages before each season, and update the date.
 */
// Day on which AWS's public pages were read, unless a price names another source or is unconfirmed.
export const pricesDate = '2026-11-22';

export const prices = {
  /** Price on arm64; a few functions with native images run on x86. */
  lambda: { request: 0.2e-6, gigabyteSecond: 0.0000133334 },
  /** Unconfirmed: not found on AWS's public pages. */
  httpApi: { request: 1.11e-6 },
  /** Estimated: the us-east-1 prices (0.125 and 0.625 per million) plus 13 %. */
  dynamo: { read: 0.1415e-6, write: 0.705e-6 },
  /** Log lines of functions and API Gateway. Unconfirmed; 0.50 in us-east-1 (cloudburn.io, factualminds.com, 2026). */
  logs: { gigabyte: 0.57 },
  /** Plan Lite (infra/stacks/data.ts); the default plan Essentials costs 0.015. The first 10,000 users are free.
   * Source: a copy of AWS's page of 2026-09-20 (github.com/api-evangelist, amazon-cognito). */
  cognito: { monthlyUser: 0.0055 },
  /**
   * `functionCall`: from AWS's billing codes (cur.vantage.sh, read on 2026-11-27). The price of a request is
   * unconfirmed.
   */
  cloudFront: { gigabyte: 0.085, request: 1.2e-6, functionCall: 0.1e-6 },
  /**
   * `read` by a CloudFront function, and `call` of the store's API. Unconfirmed on 2026-11-27: no public copy of AWS's
   * page has them.
   */
  keyValueStore: { read: 0.03e-6, call: 1e-3 },
  /** Only `standard` is confirmed. */
  s3: { standard: 0.023, put: 5e-6, list: 5e-6 },
  /**
   * Dollars per hour: input by channel type, output per viewer by video height. The advanced types are unconfirmed: AWS
   * announced them as up to three quarters cheaper than STANDARD.
   */
  ivs: {
    input: { STANDARD: 2, ADVANCED_HD: 0.85, ADVANCED_SD: 0.5, BASIC: 0.2 },
    output: { 360: 0.0375, 480: 0.0375, 720: 0.075, 1080: 0.15 },
  },
  /**
   * Dollars per minute of output up to 30 fps, single pass; QVBR is assumed to be professional tier. Unconfirmed: since
   * 2025 AWS's page has prices by normalized minutes. Above 30 fps a quarter more: 0.0212 to 0.0170 in Seoul's basic
   * tier (a copy of AWS's page, github.com/IanJang, read on 2026-11-26).
   */
  mediaConvert: { sd: 0.0136, hd: 0.0272, above30fps: 1.25 },
  /** A standard queue and one in order, without the free first million per month. */
  sqs: { request: 0.4e-6, inOrder: 0.5e-6 },
  /** Unconfirmed: not found on AWS's public pages. */
  secret: 0.4,
  /** Source: a copy of AWS's page of 2026-09-20 (github.com/api-evangelist, amazon-route53-resolver). */
  hostedZone: 0.5,
  /** Source: Infracost's output (github.com/vreutova/infracost-idem-support, pull 2). */
  alarmMetric: 0.1,
  /** Unconfirmed; three dashboards an account with at most fifty metrics each are free, and ours has more. */
  dashboard: 3,
  /** EventBridge Scheduler. Unconfirmed. */
  scheduler: { run: 1e-6 },
  firewall: { acl: 5, rule: 1, request: 0.6e-6 },
} as const;

/**
 * Bits per second that IVS records, by video height. Unconfirmed: rates of public recordings of STANDARD channels,
 * because AWS's table of presets was not available.
 */
export const ivsRates = { 360: 630_000, 480: 1_400_000, 720: 3_400_000, 1080: 8_000_000 } as const;

export type Height = keyof typeof prices.ivs.output;
