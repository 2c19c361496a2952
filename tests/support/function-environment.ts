/** Environment of the functions: a test that imports a store acts as an additional warm Lambda of the platform. */
export function functionEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && wanted.some((pattern) => pattern.test(name)) ? [[name, value]] : [],
    ),
  );
}

const wanted = [
  /^(ALERTS_QUEUE_URL|CLUB_SHARES|COMPANY|EDGE_KEY|EMAIL_EVENTS|EMAIL_FROM|FAMILY_SCREENS|LOG_LEVEL|MAKER|PRICES|SELLER|SELLER_KIND|STAGE|STRIPE_API_URL|TABLE_PREFIX|VAT_RATES)$/,
  /^(AWS|CAMERA|CAPTCHA|CONTACT|IMAGE|LIVE|MEDIACONVERT|RECORDING|SEASON|STREAM|USER_POOL|WITHDRAWALS)_/,
  /_(BUCKET|ORIGIN|SECRET_ARN)$/,
];
