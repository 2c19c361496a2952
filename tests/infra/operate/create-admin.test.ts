/** The operator's command that makes administrators, against a running local platform, and a login with its result. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captchaSiteKey } from '../../../infra/local/captcha/captcha.ts';
import { type Platform, startPlatform } from '../../../infra/local/platform.ts';
import { nodeEnvironment } from '../../support/node-environment.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-admin-'));
let platform: Platform;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  platform = await startPlatform({ config: { dataDir, ports } });
});
afterAll(async () => {
  await platform.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Outcome {
  code: number;
  output: string;
}

function createAdmin(args: string[], input = '', folder = dataDir): Promise<Outcome> {
  return new Promise((resolve) => {
    // None of this process's own addresses: the command has to find the platform by itself.
    const child = spawn(process.execPath, ['infra/operate/create-admin.ts', ...args], {
      env: { PATH: process.env.PATH, CANTERA_DATA: folder, ...nodeEnvironment() },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
    child.stdin.end(input);
  });
}

const person = (email: string) => ['--email', email, '--name', 'Elena', '--surname', 'Gestora'];

async function login(username: string, password: string) {
  const token = await fetch(`${platform.addresses.captcha}/recaptcha/api/token`, {
    method: 'POST',
    body: new URLSearchParams({ k: captchaSiteKey, action: 'login' }),
  });
  const { token: captchaToken } = (await token.json()) as { token: string };
  const answer = await fetch(`${platform.addresses.api}/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, platform: 'web', captchaToken }),
  });
  return { status: answer.status, body: (await answer.json()) as { data?: { user: { role: string } } } };
}

describe('[A-GEN-9] an administrator', () => {
  test('is made with the password of the standard input, and may log in', async () => {
    const made = await createAdmin(person('Jefa@Cantera.test'), 'contraseña-segura\n');
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('jefa@cantera.test') });
    expect(made.output).not.toContain('contraseña-segura');
    const { status, body } = await login('jefa@cantera.test', 'contraseña-segura');
    expect(status).toBe(200);
    expect(body.data?.user.role).toBe('ADMIN');
  });

  test('gets a new password when the command is repeated', async () => {
    expect((await createAdmin(person('otra@cantera.test'), 'primera-clave')).code).toBe(0);
    expect((await createAdmin(person('otra@cantera.test'), 'segunda-clave')).output).toContain('new password');
    expect((await login('otra@cantera.test', 'primera-clave')).status).toBe(401);
    expect((await login('otra@cantera.test', 'segunda-clave')).status).toBe(200);
  });

  test('is only spoken of with --dry-run', async () => {
    const { code, output } = await createAdmin([...person('nadie@cantera.test'), '--dry-run']);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Would do') });
    expect((await login('nadie@cantera.test', 'contraseña-segura')).status).toBe(401);
  });

  test.each([
    ['a short password', person('corta@cantera.test'), 'corta'],
    ['no password', person('corta@cantera.test'), ''],
    ['an address that is none', person('no es un correo'), 'contraseña-segura'],
    ['a name left out', ['--email', 'a@cantera.test'], 'contraseña-segura'],
    ['a password as an argument', [...person('a@cantera.test'), '--password', 'x'], 'contraseña-segura'],
  ])('is not made with %s', async (_, args, input) => {
    const { code, output } = await createAdmin(args, input);
    expect(code).not.toBe(0);
    expect(output).not.toContain('Done');
  });

  test('is not made where no platform runs', async () => {
    const { code, output } = await createAdmin(person('a@cantera.test'), 'contraseña-segura', join(dataDir, 'other'));
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('npm start') });
  });
});

describe('the environment that the platform leaves for commands', () => {
  const file = join(dataDir, 'environment.json');

  test('is for its owner alone and holds no key', () => {
    expect(statSync(file).mode & 0o077).toBe(0);
    const values = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(Object.keys(values).filter((name) => /ACCESS_KEY|TOKEN|PASSWORD/.test(name))).toEqual([]);
    expect(values).toMatchObject({ STAGE: 'local', TABLE_PREFIX: 'cantera-local-' });
  });
});
