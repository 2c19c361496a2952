/** Environment variables of the functions, set by the stacks or by the local platform. */

export type Variable =
  | 'STAGE'
  | 'TABLE_PREFIX'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  | 'UPLOADS_BUCKET'
  | 'MEDIA_BUCKET'
  | 'RECORDINGS_BUCKET'
  // Bucket of the snapshots of list indexes.
  | 'CATALOGUE_BUCKET'
  | 'WEB_BUCKET'
  // Anchors of the audit, locked against deletion.
  | 'ANCHORS_BUCKET'
  | 'AUDIT_SECRET_ARN'
  | 'EMAIL_EVENTS'
  | 'EMAIL_FROM'
  | 'CONTACT_ADDRESSES'
  | 'MEDIA_ORIGIN'
  | 'WEB_ORIGIN'
  // Secret by which CloudFront identifies itself to the API.
  | 'EDGE_KEY'
  // Set behind a firewall: rejects requests that bypass CloudFront.
  | 'EDGE_ONLY'
  | 'PLAYBACK_SECRET_ARN'
  // ARN of the CloudFront KeyValueStore of withdrawn media.
  | 'WITHDRAWALS_STORE_ARN'
  // Never read: a new value restarts every function, so that it loads the new keys.
  | 'KEY_GENERATION'
  | 'STRIPE_SECRET_ARN'
  | 'STRIPE_API_URL'
  // JSON: `prices` in infra/settings.ts.
  | 'PRICES'
  | 'FAMILY_SCREENS'
  | 'SEASON_LAST_DAY'
  // Words that name who sells, and which kind of seller that is (shared/domain/seller.ts).
  | 'SELLER'
  | 'SELLER_KIND'
  // Company that sells, and maker of this software, as JSON: both are on invoices.
  | 'COMPANY'
  | 'MAKER'
  // Percentages of clubs by plan, as JSON (shared/domain/statement.ts).
  | 'CLUB_SHARES'
  // Rates by the buyer's place, as JSON (shared/domain/vat.ts).
  | 'VAT_RATES'
  // Terms that the payment provider's page asks to accept; it does not ask without them.
  | 'TERMS_ADDRESS'
  | 'PARTNER_SECRET_ARN'
  | 'CAPTCHA_SECRET_ARN'
  | 'CAPTCHA_VERIFY_URL'
  | 'MEDIACONVERT_ROLE_ARN'
  // Two identical configurations, separated by a comma: see `separateRecordings`.
  | 'RECORDING_CONFIGURATION_ARNS'
  | 'STREAM_SERVER'
  // Default: avisar. `cameraTime` in infra/settings.ts explains both values.
  | 'CAMERA_TIME'
  // Default: avisar. `imageRights` in infra/settings.ts explains both values.
  | 'IMAGE_RIGHTS'
  // Minutes before a match and after its planned end.
  | 'CAMERA_MINUTES_BEFORE'
  | 'CAMERA_MINUTES_AFTER'
  | 'ALERTS_QUEUE_URL'
  | 'PUSH_SECRET_ARN'
  // A push service of this stage, allowed beside those of the browsers.
  | 'PUSH_ORIGIN'
  // Default: STANDARD.
  | 'CHANNEL_TYPE'
  // Default: FULL. `ladder` in infra/settings.ts explains both values.
  | 'LADDER'
  // Default: IVS. `liveDelivery` in infra/settings.ts explains both values.
  | 'LIVE_DELIVERY'
  // Default: ALWAYS. `broadcastEncoding` in infra/settings.ts explains the values.
  | 'BROADCAST_ENCODING';

/**
 * Reads a required variable.
 * @throws Error if it is missing, which is a deployment error.
 */
export function environment(name: Variable): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

export function optionalEnvironment(name: Variable): string | undefined {
  return process.env[name] || undefined;
}
