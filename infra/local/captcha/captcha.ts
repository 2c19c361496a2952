/**
 * reCAPTCHA v3 emulator: the page's script and the server's `siteverify`. Tokens have score 0.9 unless a test requests
 * another one. Unsupported: v2 (widgets, checkbox), Enterprise.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Emulator, listen, readBody } from '../wire/http-server.ts';

/** Milliseconds for which a token is valid, as in the service. */
const tokenLifetimeMs = 120_000;

interface Token {
  score: number;
  action: string;
  hostname: string;
  created: number;
}

export const captchaSiteKey = 'local-site-key';
export const captchaSecret = 'local-captcha-secret';

export function startCaptcha(): Promise<Emulator> {
  const tokens = new Map<string, Token>();

  function issueToken(form: URLSearchParams, origin: string | undefined): [number, object] {
    const action = form.get('action') ?? '';
    if (form.get('k') !== captchaSiteKey) return [400, { error: 'Invalid site key' }];
    if (!/^[A-Za-z0-9/_]*$/.test(action)) return [400, { error: 'Invalid action name' }];
    const now = Date.now();
    // Tokens are in order of creation: the first valid one ends the search.
    for (const [id, { created }] of tokens) {
      if (now - created <= tokenLifetimeMs) break;
      tokens.delete(id);
    }
    const token = randomBytes(48).toString('base64url');
    const hostname = origin && URL.canParse(origin) ? new URL(origin).hostname : '';
    tokens.set(token, { score: Number(form.get('score') ?? 0.9), action, hostname, created: now });
    return [200, { token }];
  }

  function verifyToken(form: URLSearchParams): object {
    const response = form.get('response') ?? '';
    const createFailure = (code: string) => ({ success: false, 'error-codes': [code] });
    if (!form.get('secret')) return createFailure('missing-input-secret');
    if (form.get('secret') !== captchaSecret) return createFailure('invalid-input-secret');
    if (!response) return createFailure('missing-input-response');
    const token = tokens.get(response);
    tokens.delete(response);
    // A well-formed but unknown token was used before, or has expired.
    if (!token) return createFailure(/^[\w-]{64}$/.test(response) ? 'timeout-or-duplicate' : 'invalid-input-response');
    const { score, action, hostname, created } = token;
    if (Date.now() - created > tokenLifetimeMs) return createFailure('timeout-or-duplicate');
    return { success: true, score, action, hostname, challenge_ts: `${new Date(created).toISOString().slice(0, 19)}Z` };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://captcha');
    const call = `${request.method} ${pathname}`;
    const send = (status: number, type: string, body: string) =>
      response
        .writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'no-store',
        })
        .end(body);
    if (call === 'GET /recaptcha/api.js')
      return void send(200, 'text/javascript', renderScript(searchParams.get('render')));
    const form = new URLSearchParams((await readBody(request, 64 * 1024)).toString());
    if (call === 'POST /recaptcha/api/token') {
      const [status, body] = issueToken(form, request.headers.origin);
      return void send(status, 'application/json', JSON.stringify(body));
    }
    if (call === 'POST /recaptcha/api/siteverify')
      return void send(200, 'application/json', JSON.stringify(verifyToken(form)));
    console.error(`[captcha] The local reCAPTCHA does not support ${call}`);
    send(404, 'text/plain', `The local reCAPTCHA does not support ${call}`);
  }

  return listen((request, response) => {
    answer(request, response).catch((error) => {
      console.error('[captcha]', error);
      response.writeHead(500).end();
    });
  });
}

/** Renders the page's script; `render` is the site key for which it may request tokens. */
function renderScript(render: string | null): string {
  return `(() => {
  const key = ${JSON.stringify(render ?? '').replaceAll('<', '\\u003c')};
  const tokens = new URL('api/token', document.currentScript.src);
  const whenReady = (callback) =>
    document.readyState === 'loading' ? addEventListener('DOMContentLoaded', callback, { once: true }) : queueMicrotask(callback);
  window.grecaptcha = {
    ready: whenReady,
    execute: async (captchaSiteKey, { action = '' } = {}) => {
      if (captchaSiteKey !== key) throw new Error('Invalid site key or not loaded in api.js: ' + captchaSiteKey);
      const answer = await fetch(tokens, { method: 'POST', body: new URLSearchParams({ k: captchaSiteKey, action }) });
      const { token, error } = await answer.json();
      if (!token) throw new Error(error);
      return token;
    },
  };
})();
`;
}
