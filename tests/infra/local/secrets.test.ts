import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSecrets } from '../../../infra/local/secrets/secrets.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';

let dataDir: string;
let secrets: Emulator;
let client: SecretsManagerClient;

async function start() {
  secrets = await startSecrets({ dataDir });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new SecretsManagerClient({ endpoint: secrets.url, region: 'eu-west-1', credentials, maxAttempts: 1 });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'secrets-'));
  await start();
});
afterAll(async () => {
  await secrets.close();
  await rm(dataDir, { recursive: true, force: true });
});

const read = async (SecretId: string, VersionStage?: string) =>
  (await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))).SecretString;

test('finds a secret by name and ARN, changes it, and keeps it across a restart', async () => {
  const { ARN } = await client.send(new CreateSecretCommand({ Name: 'cantera/playback', SecretString: 'one' }));
  expect(ARN).toMatch(/^arn:aws:secretsmanager:.*:secret:cantera\/playback-\w{6}$/);
  expect([await read('cantera/playback'), await read(ARN!), await read(ARN!.slice(0, -7))]).toEqual([
    'one',
    'one',
    'one',
  ]);
  await client.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: 'two' }));
  await secrets.close();
  await start();
  expect([await read(ARN!), await read(ARN!, 'AWSPREVIOUS')]).toEqual(['two', 'one']);
  const { VersionIdsToStages } = await client.send(new DescribeSecretCommand({ SecretId: ARN }));
  expect(Object.values(VersionIdsToStages ?? {})).toEqual([['AWSCURRENT'], ['AWSPREVIOUS']]);
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('returns binary secrets as bytes; accepts a repeated request', async () => {
  const command = new CreateSecretCommand({
    Name: 'binary',
    SecretBinary: new Uint8Array([0, 255, 7]),
    ClientRequestToken: 'x'.repeat(32),
  });
  await client.send(command);
  await client.send(command);
  const { SecretBinary } = await client.send(new GetSecretValueCommand({ SecretId: 'binary' }));
  expect(Buffer.from(SecretBinary!)).toEqual(Buffer.from([0, 255, 7]));
});

test('answers named errors for missing and existing secrets and unsupported calls', async () => {
  await expect(read('none')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(client.send(new CreateSecretCommand({ Name: 'binary', SecretString: 'other' }))).rejects.toMatchObject({
    name: 'ResourceExistsException',
  });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(client.send(new DeleteSecretCommand({ SecretId: 'binary' }))).rejects.toThrow(/DeleteSecret/);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
