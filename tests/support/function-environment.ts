/** Environment of the functions: a test that imports a store acts as an additional warm Lambda of the platform. */
export function functionEnvironment(): Record<string, string> {
  const wanted =
    /^(AWS_|STAGE$|TABLE_PREFIX$|USER_POOL|MEDIA|WEB_ORIGIN$|CONTACT_|EMAIL_FROM$|CAPTCHA|PLAYBACK|RECORDING|STREAM_|UPLOADS|CATALOGUE|WEB_BUCKET$|WITHDRAWALS|EDGE_KEY|LOG_LEVEL)/;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value && wanted.test(name) ? [[name, value]] : [])),
  );
}
