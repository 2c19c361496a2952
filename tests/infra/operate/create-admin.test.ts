/** `npm run admin:create` against a local platform, checked by logging in. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { captchaSiteKey } from '../../../infra/local/captcha/captcha.ts';
import { operate, startDedicatedPlatform } from '../../support/dedicated-platform.ts';

const platform = await startDedicatedPlatform();
const { dataDir } = platform;
const createAdmin = (args: string[], input = '', folder = dataDir) => operate(folder, 'create-admin.ts', args, input);

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
  test('is created with the password from standard input and can log in', async () => {
    const result = await createAdmin(person('Jefa@Cantera.test'), 'contraseña-segura\n');
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('jefa@cantera.test') });
    expect(result.output).not.toContain('contraseña-segura');
    const { status, body } = await login('jefa@cantera.test', 'contraseña-segura');
    expect(status).toBe(200);
    expect(body.data?.user.role).toBe('ADMIN');
  });

  test('gets a new password when the command is repeated for its address', async () => {
    expect((await createAdmin(person('otra@cantera.test'), 'primera-clave')).code).toBe(0);
    expect((await createAdmin(person('otra@cantera.test'), 'segunda-clave')).output).toContain('new password');
    expect((await login('otra@cantera.test', 'primera-clave')).status).toBe(401);
    expect((await login('otra@cantera.test', 'segunda-clave')).status).toBe(200);
  });

  test('is not created with --dry-run', async () => {
    const { code, output } = await createAdmin([...person('nadie@cantera.test'), '--dry-run']);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Would do') });
    expect((await login('nadie@cantera.test', 'contraseña-segura')).status).toBe(401);
  });

  test.each([
    ['a short password', person('corta@cantera.test'), 'corta'],
    ['no password', person('corta@cantera.test'), ''],
    ['an invalid address', person('no es un correo'), 'contraseña-segura'],
    ['an address that SES refuses', person('josé@cantera.test'), 'contraseña-segura'],
    ['a missing name', ['--email', 'a@cantera.test'], 'contraseña-segura'],
    ['a password as an argument', [...person('a@cantera.test'), '--password', 'x'], 'contraseña-segura'],
  ])('is not created with %s', async (_, args, input) => {
    const { code, output } = await createAdmin(args, input);
    expect(code).not.toBe(0);
    expect(output).not.toContain('Done');
  });

  test('is not created where no platform runs', async () => {
    const { code, output } = await createAdmin(person('a@cantera.test'), 'contraseña-segura', join(dataDir, 'other'));
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('npm start') });
  });
});

describe('the shared environment file', () => {
  const file = join(dataDir, 'environment.json');

  test('is readable by its owner only and contains no key', () => {
    expect(statSync(file).mode & 0o077).toBe(0);
    const values = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(Object.keys(values).filter((name) => /ACCESS_KEY|TOKEN|PASSWORD/.test(name))).toEqual([]);
    expect(values).toMatchObject({ STAGE: 'local', TABLE_PREFIX: 'cantera-local-' });
  });
});
