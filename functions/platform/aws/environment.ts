/** The configuration of a function: environment variables set by the stacks, or by the local platform. */

export type Variable =
  | 'STAGE'
  | 'TABLE_PREFIX'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  | 'UPLOADS_BUCKET'
  | 'MEDIA_BUCKET'
  | 'RECORDINGS_BUCKET'
  | 'CATALOGUE_BUCKET'
  // The built app.
  | 'WEB_BUCKET'
  | 'EMAIL_FROM'
  | 'CONTACT_ADDRESSES'
  | 'MEDIA_ORIGIN'
  | 'WEB_ORIGIN'
  // What CloudFront proves itself with to the API.
  | 'EDGE_KEY'
  // Behind a firewall: what did not come through CloudFront went around it.
  | 'EDGE_ONLY'
  | 'PLAYBACK_SECRET_ARN'
  // Nobody reads it: a new value makes every function start anew, with the new keys.
  | 'KEY_GENERATION'
  | 'STRIPE_SECRET_ARN'
  | 'STRIPE_API_URL'
  | 'PRICE_EVENT_CENTS'
  | 'PRICE_MONTHLY_CENTS'
  | 'SEASON_LAST_DAY'
  | 'PARTNER_SECRET_ARN'
  | 'CAPTCHA_SECRET_ARN'
  | 'CAPTCHA_VERIFY_URL'
  | 'MEDIACONVERT_ROLE_ARN'
  // Two alike, with a comma: see separateRecordings.
  | 'RECORDING_CONFIGURATION_ARNS'
  | 'STREAM_SERVER'
  | 'ALERTS_QUEUE_URL'
  | 'PUSH_SECRET_ARN'
  // A push service of the stage's own, beside those of the browsers.
  | 'PUSH_ORIGIN'
  // STANDARD unless said.
  | 'CHANNEL_TYPE';

/** The value of a variable that the function cannot do without; a missing one is a fault of the deployment. */
export function environment(name: Variable): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** The value of a variable that may be left out. */
export function optionalEnvironment(name: Variable): string | undefined {
  return process.env[name] || undefined;
}
