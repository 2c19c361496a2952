/**
 * Bad input for every endpoint of the contract, from its schemas and a list of hostile values: at night at least 20,000
 * requests. Every answer is a 2xx, or a 4xx with a code and a text: never a 5xx or a stack trace.
 */
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { addresses, call, createClub, createEvent, createPerson, createVod, toAddress } from '../../support/api.ts';
import { english } from '../../support/english.ts';
import { cases } from '../../support/test-profile.ts';

const clubId = await createClub();
const people = {
  public: undefined,
  viewer: await createPerson('REGULAR_BASIC'),
  staff: await createPerson('ADMIN'),
  scorer: await createPerson('ADMIN'),
  phone: await createPerson('ADMIN'),
  clubStaff: await createPerson('CLUB_STAFF', { clubId }),
  admin: await createPerson('ADMIN'),
  partner: undefined,
};
const known = {
  event: (await createEvent({ clubIds: [clubId] })).id,
  vod: (await createVod({ clubIds: [clubId] })).id,
};

const hostile = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  'x'.repeat(6000),
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '../../../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '🏀'.repeat(200),
  '__proto__',
  'constructor',
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  [[]],
  [null],
  {},
  { $ne: null },
  // An object that converts neither to a number nor to a text.
  { toString: null, valueOf: null },
  Array.from({ length: 200 }, () => '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '2026-13-45T99:99:99Z',
  '9999-12-31T23:59:59Z',
);

/** Bodies with the schema's fields, whose values are sometimes valid and often hostile. */
function objects(schema: z.ZodType | undefined): fc.Arbitrary<Record<string, unknown>> {
  const properties = schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {};
  const plausible: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      fc.oneof(plausibleValue(property), hostile, fc.jsonValue()),
    ]),
  );
  return fc.record({ ...plausible, extra: hostile }, { requiredKeys: [] });
}

function plausibleValue(property: unknown): fc.Arbitrary<unknown> {
  const { type, enum: values } = property as { type?: string; enum?: unknown[] };
  if (values) return fc.constantFrom(...values);
  if (type === 'integer' || type === 'number') return fc.integer();
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(fc.constantFrom(clubId, known.event, known.vod));
  return fc.oneof(fc.string(), fc.constantFrom(known.event, known.vod, '2026-12-01T10:00:00Z'));
}

const ids = fc.oneof(
  fc.constantFrom(clubId, '01ARZ3NDEKTSV4RRFFQ69G5FAV', '1', 'index.m3u8', '..', '%2e%2e', '.', 'a/b', '%00', "x'--"),
  fc.string({ maxLength: 200 }),
);

const rawBodies = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1}}',
  '\u0000',
  `${'['.repeat(5000)}`,
  '{"__proto__":{"admin":true}}',
);

async function send(
  key: ContractKey,
  query: Record<string, unknown>,
  id: string,
  body: { text: string; type: string },
) {
  const method = key.slice(0, key.indexOf(' '));
  const params = Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', id]));
  const flat = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, flatten(value)]));
  const access = (contract[key] as Endpoint).access;
  const token = people[access]?.token;
  sent += 1;
  return fetch(toAddress(key, params, flat), {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': body.type },
    body: method === 'GET' ? undefined : body.text,
    redirect: 'manual',
  });
}

const flatten = (value: unknown) => (Array.isArray(value) ? value.map(asText) : asText(value));

const asText = (value: unknown) => (typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed();

/** Endpoints that are left out, because they end the caller's own session: every later case would get 401. */
const endsTheSession = new Set<string>(['GET /session/logout', 'GET /live/session/logout']);

const attacked = (Object.keys(contract) as ContractKey[]).filter((key) => !endsTheSession.has(key));
const casesEach = { usually: 3, all: 200 };
let sent = 0;

describe('bad input', () => {
  afterAll(() => console.log(`${sent.toLocaleString('en')} hostile requests`));

  test('amounts to 20,000 requests at night', () => {
    expect(attacked.length * casesEach.all).toBeGreaterThanOrEqual(20_000);
  });

  for (const key of attacked) {
    test(`[A-ERR-2][A-GEN-1] ${key}: answers no 5xx and no stack trace`, async () => {
      const endpoint = contract[key] as Endpoint;
      const bodies = fc.oneof(
        {
          weight: 8,
          arbitrary: objects(endpoint.body).map((value) => ({ text: JSON.stringify(value), type: 'application/json' })),
        },
        { weight: 1, arbitrary: rawBodies.map((text) => ({ text, type: 'application/json' })) },
        { weight: 1, arbitrary: fc.string().map((text) => ({ text, type: 'multipart/form-data; boundary=x' })) },
        { weight: 1, arbitrary: fc.constant({ text: 'a=b', type: 'text/plain' }) },
      );
      await fc.assert(
        fc.asyncProperty(objects(endpoint.query), ids, bodies, async (query, id, body) => {
          const answer = await send(key, query, id, body);
          const text = await answer.text();
          expect(answer.status, text).toBeLessThan(500);
          expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d+/);
          const isPage = endpoint.produces === 'text/html' && answer.status === 404;
          // The HTTP server itself answers 431, before the API.
          const isError = answer.status >= 400 && answer.status !== 431;
          if (isPage) expect(text).toMatch(/<div id="root">/);
          else if (isError) {
            const error = JSON.parse(text) as { code?: string; message?: string };
            expect(error.message, text).toMatch(/\S/);
            expect(error.message).not.toMatch(english);
            if (answer.status !== 413) expect(error.code, text).toMatch(/^[A-Z]{2,3}\d{4}$/);
          }
        }),
        { ...cases(casesEach.usually, casesEach.all), endOnFailure: true },
      );
    });
  }

  test('[A-ERR-2] answers 404 for an unknown path and 405 for another method, in Spanish', async () => {
    const unknown = await fetch(toAddress('GET /no/existe'));
    expect([unknown.status, await unknown.json()]).toEqual([404, { code: 'REQ4040', message: 'No encontrado' }]);
    const method = await fetch(toAddress('GET /clubs'), { method: 'DELETE' });
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('answers a form part without a name, and clubs as one field', async () => {
    const admin = await createPerson('ADMIN');
    const send = (part: string) =>
      fetch(`${addresses.api}/live/vods`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
        body: `--x\r\nContent-Disposition: form-data${part}\r\n--x--\r\n`,
      });
    for (const part of ['\r\n\r\nvalor', '; filename="a.mp4"\r\n\r\nvalor', '; name=""\r\n\r\nvalor']) {
      const answer = await send(part);
      const { code } = (await answer.json()) as { code: string };
      expect([answer.status, code]).toEqual([400, 'REQ4000']);
    }
    const clubs = await send('; name="clubIds"\r\n\r\nno-es-un-club');
    const { message } = (await clubs.json()) as { message: string };
    expect(message).not.toContain('arreglo');
  });

  test('answers 401 before validating the body', async () => {
    const answer = await fetch(`${addresses.api}/live/clubs/01ARZ3NDEKTSV4RRFFQ69G5FAV/thumbnail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });

  test.each(['a"b@c.de', 'a<b@c.de', 'a,b@c.de', '(a)@b.es'])('rejects %s as an email address', async (email) => {
    expect((await call('POST /public/newsletter', { body: { email } })).status).toBe(400);
  });

  test('[A-ERR-2] answers 415 for another content type', async () => {
    const answer = await fetch(toAddress('POST /session/login'), {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });
});
