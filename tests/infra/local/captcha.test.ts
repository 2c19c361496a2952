import { createContext, runInContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { captchaSecret, captchaSiteKey, startCaptcha } from '../../../infra/local/captcha/captcha.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { stopClock } from '../../support/stopped-clock.ts';

let captcha: Emulator;
beforeEach(async () => {
  captcha = await startCaptcha();
});
afterEach(() => captcha.close());

const post = async (path: string, form: Record<string, string>) =>
  fetch(captcha.url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: 'http://localhost:3000' },
  });
const verify = async (response: string, secret = captchaSecret) =>
  (await post('/recaptcha/api/siteverify', { secret, response, remoteip: '127.0.0.1' })).json();
const token = async (form: Record<string, string> = {}) => {
  const answer = await post('/recaptcha/api/token', { k: captchaSiteKey, action: 'login', ...form });
  return ((await answer.json()) as { token: string }).token;
};

interface Recaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

test('the page script gets a token that the server can verify once', async () => {
  const src = `${captcha.url}/recaptcha/api.js?render=${captchaSiteKey}`;
  const answer = await fetch(src);
  expect(answer.headers.get('content-type')).toContain('javascript');
  const window: { grecaptcha?: Recaptcha } = {};
  const document = { readyState: 'complete', currentScript: { src } };
  runInContext(await answer.text(), createContext({ window, document, fetch, URL, URLSearchParams, queueMicrotask }));
  await new Promise<void>((resolve) => window.grecaptcha!.ready(resolve));
  const given = await window.grecaptcha!.execute(captchaSiteKey, { action: 'login' });
  expect(await verify(given)).toEqual({
    success: true,
    score: 0.9,
    action: 'login',
    hostname: '',
    challenge_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(await verify(given)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  await expect(window.grecaptcha!.execute('other', { action: 'login' })).rejects.toThrow(/Invalid site key/);
});

test('returns the service’s error codes', async () => {
  expect(await verify(await token(), '')).toMatchObject({ 'error-codes': ['missing-input-secret'] });
  expect(await verify(await token(), 'wrong')).toMatchObject({ 'error-codes': ['invalid-input-secret'] });
  expect(await verify('')).toMatchObject({ 'error-codes': ['missing-input-response'] });
  expect(await verify('made up')).toMatchObject({ 'error-codes': ['invalid-input-response'] });
  const pass = stopClock();
  const old = await token();
  pass(121_000);
  expect(await verify(old)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] });
});

test('issues a token with a low score on request, with the page’s hostname', async () => {
  expect(await verify(await token({ score: '0.1' }))).toMatchObject({ score: 0.1, hostname: 'localhost' });
  expect((await post('/recaptcha/api/token', { k: 'other' })).status).toBe(400);
});

test('logs unsupported calls', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await fetch(`${captcha.url}/recaptcha/enterprise.js`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('GET /recaptcha/enterprise.js')]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
