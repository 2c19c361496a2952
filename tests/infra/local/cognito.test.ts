import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startCognito, userPoolClientId, userPoolId } from '../../../infra/local/cognito/cognito.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { stopClock } from '../../support/stopped-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

const UserPoolId = userPoolId;
const dataDir = createTemporaryFolder();
let cognito: Emulator;
let client: CognitoIdentityProviderClient;

async function start() {
  cognito = await startCognito({ dataDir });
  client = new CognitoIdentityProviderClient(toClientOptions(cognito.url));
}

const create = (Username: string) =>
  client.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }));
const setPassword = (Username: string, Password: string) =>
  client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
const login = (USERNAME: string, PASSWORD: string, ClientId = userPoolClientId) =>
  client.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );

beforeAll(start);
afterAll(() => cognito.close());

test('issues tokens for a user with a password, also after a restart; stores no plain password', async () => {
  await create('ana');
  await setPassword('ana', 'correct horse');
  await cognito.close();
  await start();
  const { AuthenticationResult } = await login('ana', 'correct horse');
  expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', AccessToken: expect.any(String) });
  const file = join(dataDir, 'cognito.json');
  expect(await readFile(file, 'utf8')).not.toContain('correct horse');
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('answers the same error for a wrong password, an unknown user and a deleted one', async () => {
  for (const name of ['luis', 'bea']) {
    await create(name);
    await setPassword(name, 'correct horse');
  }
  await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: 'bea' }));
  for (const [name, password] of [
    ['luis', 'wrong horse'],
    ['nobody', 'wrong horse'],
    ['bea', 'correct horse'],
  ] as const) {
    const refusal = await login(name, password).catch((error: Error) => error);
    expect(refusal, name).toBeInstanceOf(NotAuthorizedException);
    expect(refusal, name).toMatchObject({ message: 'Incorrect username or password.' });
  }
});

test('locks a user for a second after five wrong passwords', async () => {
  await create('eva');
  await setPassword('eva', 'correct horse');
  const pass = stopClock();
  for (let i = 0; i < 5; i += 1) await login('eva', 'wrong horse').catch(() => {});
  await expect(login('eva', 'correct horse')).rejects.toThrow('Password attempts exceeded');
  pass(1001);
  await login('eva', 'correct horse');
});

test('answers named errors for existing users, short passwords and missing users', async () => {
  await create('dup');
  await expect(create('dup')).rejects.toMatchObject({ name: 'UsernameExistsException' });
  await expect(setPassword('dup', 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
  await expect(setPassword('nobody', 'long enough')).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(login('dup', 'x', 'other-client')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await create('__proto__');
  await expect(create('__proto__')).rejects.toMatchObject({ name: 'UsernameExistsException' });
});

test('answers unsupported calls and parameters with an error and logs them', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(client.send(new ListUsersCommand({ UserPoolId }))).rejects.toThrow(/ListUsers/);
  await expect(
    client.send(new AdminCreateUserCommand({ UserPoolId, Username: 'x', MessageAction: 'RESEND' })),
  ).rejects.toThrow(/MessageAction/);
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});

test.each([' una-clave-larga', 'una-clave-larga ', 'una\nclave-larga'])(
  'refuses %j as the service model does',
  async (password) => {
    const name = `blank-${password.length}-${password.charCodeAt(0)}`;
    await create(name);
    await expect(setPassword(name, password)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  },
);

test.each([
  ['AdminSetUserPassword', 30, () => setPassword('nobody-quota', 'contraseña-larga')],
  ['AdminDeleteUser', 25, () => client.send(new AdminDeleteUserCommand({ UserPoolId, Username: 'nobody-quota' }))],
  ['AdminCreateUser', 50, () => create(`quota-${Math.random()}`)],
] as const)('refuses more calls of %s a second than the service’s quota of %i', async (_, most, send) => {
  const pass = stopClock();
  pass(5000);
  const results = await Promise.allSettled(Array.from({ length: most + 5 }, send));
  const names = results.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : 'ok'));
  expect(names.filter((name) => name === 'TooManyRequestsException')).toHaveLength(5);
  pass(1000);
  await expect(send().catch((error: Error) => error.name)).resolves.not.toBe('TooManyRequestsException');
});
