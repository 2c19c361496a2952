/** The custom resource that makes the signing keys, against the local Secrets Manager, as CloudFormation calls it. */
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecrets } from '../../../infra/local/secrets/secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-keys-'));
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let cloudFormation: Server;
let handler: typeof import('../../../infra/constructs/playback-keys/handler.ts').handler;
let answers: Record<string, unknown>[] = [];

beforeAll(async () => {
  secrets = await startSecrets({ dataDir });
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = secrets.url;
  process.env.AWS_ACCESS_KEY_ID = 'local';
  process.env.AWS_SECRET_ACCESS_KEY = 'local-secret';
  process.env.AWS_REGION = 'eu-west-1';
  cloudFormation = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    answers.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  });
  await new Promise<void>((done) => cloudFormation.listen(0, '127.0.0.1', done));
  // What the stack makes: a secret with a random word.
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'keys', SecretString: 'kX9}random' }));
  ({ handler } = await import('../../../infra/constructs/playback-keys/handler.ts'));
});

afterAll(async () => {
  cloudFormation.close();
  await secrets.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function call(step: 'generate' | 'activate', generation: string, more: Record<string, string> = {}) {
  answers = [];
  await handler({
    RequestType: 'Create',
    ResponseURL: `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}/`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: step,
    ResourceProperties: { step, secretId: 'keys', generation, ...more },
  });
  return answers[0] as { Status: string; Reason?: string; Data: Record<string, string> };
}

async function secret(): Promise<Record<string, string>> {
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: 'keys' }));
  return JSON.parse(SecretString ?? '{}');
}

const publicOf = (privateKey: string | undefined) =>
  createPublicKey(String(privateKey)).export({ type: 'spki', format: 'pem' });

test('a first deployment makes a pair for CloudFront and one for IVS, and lets the functions use them', async () => {
  const { Status, Data } = await call('generate', '1');
  expect(Status).toBe('SUCCESS');
  expect((await secret()).cloudFrontPrivateKey).toBeUndefined();

  await call('activate', '1', { cloudFrontKeyId: 'K1' });
  const inUse = await secret();
  expect(inUse.cloudFrontKeyId).toBe('K1');
  expect(publicOf(inUse.cloudFrontPrivateKey)).toBe(Data.cloudFrontKey1);
  expect(publicOf(inUse.ivsPrivateKey)).toBe(Data.ivsPublicKey);
  expect(inUse.tokenKey).toMatch(/^[\w-]{43}$/);
  expect(createPublicKey(Data.cloudFrontKey1!).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  expect(createPublicKey(Data.ivsPublicKey!).asymmetricKeyDetails?.namedCurve).toBe('secp384r1');
});

test('a repeated call gives the same keys', async () => {
  const before = await secret();
  const { Data } = await call('generate', '1');
  expect(Data.cloudFrontKey1).toBe(publicOf(before.cloudFrontPrivateKey));
  expect(await secret()).toEqual(before);
});

test('a renewal keeps the old keys in use until CloudFront knows the new ones, and goes on accepting the old', async () => {
  const before = await secret();
  const { Data } = await call('generate', '2');
  expect(Data.cloudFrontKey1).toBe(publicOf(before.cloudFrontPrivateKey));
  expect(Data.cloudFrontKey2).not.toBe(Data.cloudFrontKey1);
  expect((await secret()).cloudFrontPrivateKey).toBe(before.cloudFrontPrivateKey);

  await call('activate', '2', { cloudFrontKeyId: 'K2' });
  const after = await secret();
  expect(after.cloudFrontKeyId).toBe('K2');
  expect(publicOf(after.cloudFrontPrivateKey)).toBe(Data.cloudFrontKey2);
  expect(after.tokenKey).not.toBe(before.tokenKey);
});

test('a failure is told to CloudFormation, with its reason and without a key', async () => {
  const answer = await call('activate', '9', { cloudFrontKeyId: 'K9' });
  expect(answer).toMatchObject({ Status: 'FAILED', Reason: 'There are no keys of generation 9' });
  expect(JSON.stringify(answer)).not.toContain('PRIVATE');
});
