import { request as httpRequest } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type GatewayOptions,
  type GatewayRoute,
  type HttpHandler,
  startGateway,
} from '../../../infra/local/api-gateway/api-gateway.ts';
import type { GatewayEvent } from '../../../infra/local/api-gateway/event.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';

const mega = 1024 ** 2;
let gateway: Emulator;

const echo: HttpHandler = async (event) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(event),
});

const start = async (routes: Record<string, HttpHandler>, options: Partial<GatewayOptions> = {}) => {
  const list: GatewayRoute[] = Object.entries(routes).map(([routeKey, handler]) => ({ routeKey, handler }));
  gateway = await startGateway({ routes: list, ...options });
};

const readEvent = async (path: string, init?: RequestInit) =>
  (await fetch(gateway.url + path, init)).json() as Promise<GatewayEvent>;

const createAnsweringHandler =
  (result: unknown): HttpHandler =>
  async () =>
    result as APIGatewayProxyStructuredResultV2;

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  logged.mockRestore();
  await gateway.close();
});

describe('the event', () => {
  test('has the product’s part of payload format 2.0', async () => {
    await start({ 'ANY /clubs/{id}': echo });
    const event = await readEvent('/clubs/cd%20mar?tag=a%20b&tag=c&page=1&empty=&plus=1+1', {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        cookie: 'a=1; b=2',
        'X-Two': 'x',
        'x-forwarded-for': '9.9.9.9',
      },
      body: '{"name":"Ñ"}',
    });
    expect(event).toEqual({
      routeKey: 'ANY /clubs/{id}',
      rawPath: '/clubs/cd mar',
      rawQueryString: 'tag=a%20b&tag=c&page=1&empty=&plus=1+1',
      headers: expect.objectContaining({
        'content-type': 'application/json; charset=utf-8',
        'x-two': 'x',
        'x-forwarded-for': '9.9.9.9, 127.0.0.1',
        'content-length': '13',
      }),
      pathParameters: { id: 'cd mar' },
      requestContext: { requestId: expect.any(String), http: { method: 'POST', sourceIp: '127.0.0.1' } },
      body: '{"name":"Ñ"}',
      isBase64Encoded: false,
    });
    expect(event.headers.cookie).toBeUndefined();
  });

  test('omits fields that the request lacks', async () => {
    await start({ 'ANY /': echo });
    const event = await readEvent('/');
    for (const field of ['pathParameters', 'body']) expect(event).not.toHaveProperty(field);
    expect(event).toMatchObject({ rawPath: '/', rawQueryString: '', isBase64Encoded: false });
  });

  test.each([
    ['text/csv', false],
    ['application/json', false],
    ['application/x-www-form-urlencoded', true],
    ['multipart/form-data; boundary=x', true],
    ['image/png', true],
  ])('a body of type %s is base64-encoded: %s', async (type, base64) => {
    await start({ 'ANY /x': echo });
    const event = await readEvent('/x', { method: 'PUT', headers: { 'content-type': type }, body: 'añ' });
    expect(event.isBase64Encoded).toBe(base64);
    expect(Buffer.from(event.body!, base64 ? 'base64' : 'utf8').toString()).toBe('añ');
  });
});

describe('routes', () => {
  test('selects the most specific route', async () => {
    await start(
      Object.fromEntries(
        ['$default', 'ANY /clubs/{id}', 'ANY /clubs/mine', 'ANY /clubs/{id}/vods'].map((key) => [key, echo]),
      ),
    );
    const readRoute = async (path: string) => (await readEvent(path)).routeKey;
    expect(await readRoute('/clubs/mine')).toBe('ANY /clubs/mine');
    expect(await readRoute('/clubs/7')).toBe('ANY /clubs/{id}');
    expect(await readRoute('/clubs/7/vods')).toBe('ANY /clubs/{id}/vods');
    expect(await readRoute('/clubs/7/a/b')).toBe('$default');
    expect(await readRoute('/clubs//vods')).toBe('$default');
    expect(await readRoute('/other')).toBe('$default');
    expect((await fetch(`${gateway.url}/%E0%A4%A`)).status).toBe(400);
  });

  test('rejects two routes with the same shape', async () => {
    await start({ 'ANY /': echo });
    const keys = ['ANY /a/{x}', 'ANY /b/{y}', 'ANY /a/{z}'];
    await expect(startGateway({ routes: keys.map((routeKey) => ({ routeKey, handler: echo })) })).rejects.toThrow(
      /ANY \/a\/\{/,
    );
  });
});

describe('limits', () => {
  test('answers 413 above 10 MB, and above 6 MB as a Lambda event', async () => {
    const handler = vi.fn(echo);
    await start({ 'ANY /x': handler });
    const post = async (size: number, type: string) => {
      const answer = await fetch(`${gateway.url}/x`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'a'.repeat(size),
      });
      return answer.status;
    };
    expect(await post(10 * mega + 1, 'text/plain')).toBe(413);
    expect(await post(5 * mega, 'application/octet-stream')).toBe(413);
    expect(handler).not.toHaveBeenCalled();
    expect(await post(4 * mega, 'application/octet-stream')).toBe(200);
  });

  test('limits a body without a length while receiving it', async () => {
    await start({ 'ANY /x': echo });
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${gateway.url}/x`, { method: 'POST' }, (response) => resolve(response.statusCode));
      request.on('error', reject);
      for (let sent = 0; sent < 12; sent += 1) request.write(Buffer.alloc(mega));
      request.end();
    });
    expect(status).toBe(413);
  });

  test('answers 500 without details for a response above 6 MB and a handler that throws', async () => {
    await start({
      'ANY /large': createAnsweringHandler({ statusCode: 200, body: 'a'.repeat(6 * mega + 200) }),
      'ANY /broken': async () => {
        throw new Error('secret detail');
      },
      'ANY /status': createAnsweringHandler({ statusCode: 'no' }),
    });
    for (const path of ['/large', '/broken', '/status']) {
      const answer = await fetch(gateway.url + path);
      expect([answer.status, await answer.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    }
    expect(logged).toHaveBeenCalledTimes(3);
  });

  test('answers 503 for a handler that times out', async () => {
    await start({ 'ANY /slow': () => new Promise(() => {}) }, { timeout: 500 });
    const answer = await fetch(`${gateway.url}/slow`);
    expect([answer.status, await answer.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });
});

describe('answers', () => {
  test('passes on headers, cookies, base64 bodies and status', async () => {
    const png = Buffer.from([137, 80, 78, 71, 0, 255]);
    await start({
      'ANY /png': createAnsweringHandler({
        statusCode: 201,
        headers: { 'Content-Type': 'image/png', 'x-number': 5, vary: 'accept' },
        cookies: ['a=1; HttpOnly', 'b=2'],
        body: png.toString('base64'),
        isBase64Encoded: true,
      }),
      'ANY /untyped': createAnsweringHandler({ statusCode: 200, body: 'hola' }),
      'ANY /none': createAnsweringHandler({ statusCode: 204 }),
    });
    const answer = await fetch(`${gateway.url}/png`);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-number')).toBe('5');
    expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    expect((await fetch(`${gateway.url}/untyped`)).headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect((await fetch(`${gateway.url}/none`)).status).toBe(204);
  });

  test('CORS: answers preflights itself, and ignores the function’s headers', async () => {
    const headers = { 'Access-Control-Allow-Origin': 'https://other.example', vary: 'accept' };
    const handler = vi.fn(createAnsweringHandler({ statusCode: 200, headers, body: '' }));
    await start({ 'ANY /x': handler });
    const call = (method: string) =>
      fetch(`${gateway.url}/x`, {
        method,
        headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' },
      });
    const preflight = await call('OPTIONS');
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '3600',
    });
    expect(handler).not.toHaveBeenCalled();
    const permitted = await call('GET');
    expect(permitted.headers.get('access-control-allow-origin')).toBe('*');
    expect(permitted.headers.get('vary')).toBe('accept');
    expect((await fetch(`${gateway.url}/x`)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('answers 431 for more than 10,240 bytes of request line and headers', async () => {
  const handler = vi.fn(echo);
  await start({ 'ANY /x': handler });
  const requestBytes = async (bytes: number) =>
    (await fetch(`${gateway.url}/x`, { headers: { 'x-filled': 'x'.repeat(bytes) } })).status;
  expect(await requestBytes(10_240)).toBe(431);
  expect(handler).not.toHaveBeenCalled();
  expect(await requestBytes(9_500)).toBe(200);
});
