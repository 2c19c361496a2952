/** Options of an SDK client for an emulator; only S3 verifies the credentials. */
export const toClientOptions = (endpoint: string) => ({
  endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'secret' },
  maxAttempts: 1,
});
