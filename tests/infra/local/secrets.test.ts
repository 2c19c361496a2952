import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecrets } from '../../../infra/local/secrets/secrets.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

const dataDir = createTemporaryFolder();
let secrets: Emulator;
let client: SecretsManagerClient;

async function start() {
  secrets = await startSecrets({ dataDir });
  client = new SecretsManagerClient(toClientOptions(secrets.url));
}

beforeAll(start);
afterAll(() => secrets.close());

const create = (Name: string, SecretString: string, ClientRequestToken?: string) =>
  client.send(new CreateSecretCommand({ Name, SecretString, ClientRequestToken }));
const read = async (SecretId: string) => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;

test('finds a secret by name and ARN, changes it, and keeps it across a restart', async () => {
  const { ARN = '' } = await create('cantera/playback', 'one');
  expect(ARN).toMatch(/^arn:aws:secretsmanager:.*:secret:cantera\/playback-\w{6}$/);
  expect([await read('cantera/playback'), await read(ARN)]).toEqual(['one', 'one']);
  await client.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: 'two' }));
  await secrets.close();
  await start();
  expect(await read(ARN)).toBe('two');
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('accepts a repeated creation, and names the error of another one and of a missing secret', async () => {
  const [first, repeated] = [await create('mine', 'one', 'x'.repeat(32)), await create('mine', 'one', 'x'.repeat(32))];
  expect(repeated.ARN).toBe(first.ARN);
  await expect(create('mine', 'two', 'x'.repeat(32))).rejects.toMatchObject({ name: 'ResourceExistsException' });
  await expect(create('mine', 'two')).rejects.toMatchObject({ name: 'ResourceExistsException' });
  await expect(read('none')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
