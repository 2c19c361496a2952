/** The custom resource for signing keys, called like by CloudFormation, against the Secrets Manager emulator. */
import { createHmac, createPublicKey } from 'node:crypto';
import { CreateSecretCommand, GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startSecrets } from '../../../infra/local/secrets/secrets.ts';
import { type Emulator, listen, readBody } from '../../../infra/local/wire/http-server.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = createTemporaryFolder();
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let cloudFormation: Emulator;
let handler: typeof import('../../../infra/constructs/playback-keys/handler.ts').handler;
let answers: Record<string, unknown>[] = [];

beforeAll(async () => {
  secrets = await startSecrets({ dataDir });
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = secrets.url;
  process.env.AWS_ACCESS_KEY_ID = 'local';
  process.env.AWS_SECRET_ACCESS_KEY = 'local-secret';
  process.env.AWS_REGION = 'eu-west-1';
  cloudFormation = await listen(async (request, response) => {
    answers.push(JSON.parse((await readBody(request)).toString()));
    response.end();
  });
  // The stack's initial random value, which may start like JSON.
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'keys', SecretString: '{X9}random' }));
  ({ handler } = await import('../../../infra/constructs/playback-keys/handler.ts'));
});

afterAll(async () => {
  await Promise.all([cloudFormation.close(), secrets.close()]);
});

afterEach(() => {
  vi.useRealTimers();
});

interface More {
  cloudFrontKeyId?: string;
  /** Previous generation, for an update. */
  from?: string;
  secretId?: string;
}

const pauses: number[] = [];

async function call(
  step: 'generate' | 'activate',
  generation: string,
  { from, secretId = 'keys', ...more }: More = {},
) {
  answers = [];
  const event = {
    RequestType: from ? ('Update' as const) : ('Create' as const),
    ResponseURL: `${cloudFormation.url}/`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: step,
    ResourceProperties: { step, secretId, generation, ...more },
    ...(from && { OldResourceProperties: { step, secretId, generation: from } }),
  };
  await handler(event, {}, async (ms) => void pauses.push(Number(ms)));
  return answers[0] as { Status: string; Reason?: string; Data: Record<string, string> };
}

async function secret(SecretId = 'keys'): Promise<Record<string, string>> {
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString ?? '{}');
}

const derivePublicKey = (privateKey: string | undefined) =>
  createPublicKey(String(privateKey)).export({ type: 'spki', format: 'pem' });

test('creates key pairs for CloudFront and IVS at the first deployment and activates them', async () => {
  const { Status, Data } = await call('generate', '1');
  expect(Status).toBe('SUCCESS');
  expect((await secret()).cloudFrontPrivateKey).toBeUndefined();

  await call('activate', '1', { cloudFrontKeyId: 'K1' });
  const inUse = await secret();
  expect(inUse.cloudFrontKeyId).toBe('K1');
  expect(derivePublicKey(inUse.cloudFrontPrivateKey)).toBe(Data.cloudFrontKey1);
  expect(derivePublicKey(inUse.ivsPrivateKey)).toBe(Data.ivsPublicKey);
  expect(inUse.tokenKey).toMatch(/^[\w-]{43}$/);
  expect(createPublicKey(Data.cloudFrontKey1!).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  expect(createPublicKey(Data.ivsPublicKey!).asymmetricKeyDetails?.namedCurve).toBe('secp384r1');
});

test('returns the same keys for a repeated call', async () => {
  const before = await secret();
  const { Data } = await call('generate', '1');
  expect(Data.cloudFrontKey1).toBe(derivePublicKey(before.cloudFrontPrivateKey));
  expect(await secret()).toEqual(before);
});

test('activates the new keys only once CloudFront has them', async () => {
  const before = await secret();
  const { Data } = await call('generate', '2');
  expect(Data.cloudFrontKey1).toBe(derivePublicKey(before.cloudFrontPrivateKey));
  expect(Data.cloudFrontKey2).not.toBe(Data.cloudFrontKey1);
  expect((await secret()).cloudFrontPrivateKey).toBe(before.cloudFrontPrivateKey);

  await call('activate', '2', { cloudFrontKeyId: 'K2' });
  const after = await secret();
  expect(after.cloudFrontKeyId).toBe('K2');
  expect(derivePublicKey(after.cloudFrontPrivateKey)).toBe(Data.cloudFrontKey2);
  expect(after.tokenKey).not.toBe(before.tokenKey);
});

test('reports a failure to CloudFormation with its reason and without a key', async () => {
  const answer = await call('activate', '9', { cloudFrontKeyId: 'K9' });
  expect(answer).toMatchObject({ Status: 'FAILED', Reason: 'No keys of generation 9 exist' });
  expect(JSON.stringify(answer)).not.toContain('PRIVATE');
});

test('finishes a rotation only after all secret caches have expired, before the old IVS key is deleted', async () => {
  pauses.length = 0;
  await call('generate', '3', { from: '2' });
  expect(pauses).toEqual([]);
  await call('activate', '3', { from: '2', cloudFrontKeyId: 'K3' });
  const { secretKeepMs } = await import('../../../functions/platform/aws/secrets.ts');
  expect(pauses).toEqual([expect.toSatisfy((ms: number) => ms > secretKeepMs)]);
  await call('activate', '3', { from: '3', cloudFrontKeyId: 'K3' });
  expect(pauses).toHaveLength(1);
});

test('restores the previous keys on a rollback', async () => {
  const three = await call('generate', '3', { from: '2' });
  const back = await call('generate', '2', { from: '3' });
  expect(back.Data.cloudFrontKey2).toBe(three.Data.cloudFrontKey2);
  const again = await call('generate', '3', { from: '2' });
  expect(again.Data).toEqual(three.Data);
});

test('does not overwrite damaged keys', async () => {
  const SecretString = '{"cloudFrontPrivateKey":"-----BEGIN PRIVATE KEY';
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'damaged', SecretString }));
  const { Status, Reason } = await call('generate', '1', { secretId: 'damaged' });
  expect([Status, Reason]).toEqual(['FAILED', 'The secret holds keys, but is damaged']);
});

test('[V-PLAY-2] accepts tokens of both keys during a rotation', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  process.env.PLAYBACK_SECRET_ARN = 'renewed';
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'renewed', SecretString: 'word' }));
  await call('generate', '1', { secretId: 'renewed' });
  await call('activate', '1', { secretId: 'renewed', cloudFrontKeyId: 'K1' });
  const { signTicket, verifyTicket } = await import('../../../functions/viewing/playback/tokens.ts');
  const ticket = { item: 'vods/1', expiresAt: Date.now() + 1_000_000 };
  const old = await signTicket(ticket);

  await call('generate', '2', { from: '1', secretId: 'renewed' });
  await call('activate', '2', { from: '1', secretId: 'renewed', cloudFrontKeyId: 'K2' });
  // Another function has the new key; this one still has the cached old one.
  vi.setSystemTime(Date.now() + 60_000);
  const { tokenKey } = await secret('renewed');
  const [body = ''] = old.split('.');
  const fresh = `${body}.${createHmac('sha256', String(tokenKey)).update(body).digest('base64url')}`;
  expect(await verifyTicket(fresh, Date.now())).toEqual(ticket);
  expect(await verifyTicket(old, Date.now())).toEqual(ticket);

  await call('generate', '3', { from: '2', secretId: 'renewed' });
  await call('activate', '3', { from: '2', secretId: 'renewed', cloudFrontKeyId: 'K3' });
  vi.setSystemTime(Date.now() + 600_000);
  expect(await verifyTicket(old, Date.now())).toBeUndefined();
  expect(await verifyTicket(`${body}.guess`, Date.now())).toBeUndefined();
});
