/** The OpenAPI document is valid, lists every error, and states the bounds that the API enforces. */
import { Validator } from '@seriousme/openapi-schema-validator';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listErrorCodes, takesVersion } from '../../../functions/platform/reference/error-codes.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { type Endpoint, splitKey } from '../../../shared/contract/endpoint.ts';
import { errors } from '../../../shared/contract/errors.ts';
import { describeMismatch, document, findOperation, type JsonSchema } from '../../support/openapi/document.ts';
import { readErrorCodes } from '../../support/openapi/handlers.ts';
import { listInvalid, validValues } from '../../support/openapi/samples.ts';
import { repetitions } from '../../support/test-profile.ts';

const endpoints = Object.entries(contract) as [string, Endpoint][];

test('[A-GEN-8] the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

describe('errors', () => {
  const reached = readErrorCodes();

  test('finds a handler and its errors for every endpoint', () => {
    expect([...reached.keys()].toSorted()).toEqual(Object.keys(contract).toSorted());
    expect(reached.get('PATCH /clubStaff/vods/{id}')).toEqual(expect.arrayContaining(['VOD4040', 'SSN4030']));
  });

  test('[A-GEN-8] lists exactly the errors that a handler can answer', () => {
    const problems = endpoints.flatMap(([key, endpoint]) => {
      const named = new Set([...listErrorCodes(splitKey(key).path, endpoint).values()].flat());
      const thrown = reached.get(key) ?? [];
      const unnamed = thrown
        .filter((code) => !named.has(code as never))
        .map((code) => `${key} also refuses with ${code}`);
      const stated = [...(endpoint.refuses ?? []), ...(takesVersion(endpoint) ? ['REQ4090' as const] : [])];
      const never = stated.filter((code) => !thrown.includes(code)).map((code) => `${key} never ${code}`);
      return [...unnamed, ...never];
    });
    expect(problems).toEqual([]);
  });

  test('[A-GEN-8] contains every error code with its text', () => {
    const text = JSON.stringify(document.paths);
    // Unknown addresses and methods belong to no endpoint.
    const ofNoEndpoint = ['REQ4050'];
    const missing = Object.entries(errors).filter(([code, { message }]) => !text.includes(`${code}: ${message}`));
    expect(missing.map(([code]) => code)).toEqual(ofNoEndpoint);
  });
});

/** Query and body of each endpoint, by the document and by the server's check. */
const shapes = endpoints.flatMap(
  ([key, { query, body, files }]): [string, JsonSchema, (value: unknown) => boolean][] => {
    const { parameters, requestBody } = findOperation(key);
    const ofQuery = parameters.filter((parameter) => parameter.in === 'query');
    const asObject: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(ofQuery.map(({ name, schema }) => [name.replace('[]', ''), schema])),
      required: ofQuery.filter(({ required }) => required).map(({ name }) => name),
    };
    const json = requestBody?.content['application/json']?.schema;
    return [
      ...(query ? [[`${key} query`, asObject, (value: unknown) => query.safeParse(value).success] as never] : []),
      ...(body && json
        ? [
            [
              `${key} body`,
              json,
              // The handler itself requires either `file` or the form's file.
              (value: unknown) => body.safeParse(value).success && !(files && !(value as { file?: unknown }).file),
            ] as never,
          ]
        : []),
    ];
  },
);

describe('shapes', () => {
  test('covers many endpoints', () => expect(shapes.length).toBeGreaterThan(60));

  test.each(shapes)(
    '[A-GEN-8] %s: the server accepts valid values and rejects values beyond a bound',
    (name, schema, accepts) => {
      const samples = fc.sample(validValues(schema), { numRuns: repetitions(10, 30), seed: 29 });
      const refused = samples.filter((sample) => !accepts(sample));
      expect(refused).toEqual([]);
      const [first] = samples;
      const taken = listInvalid(schema, first).filter(([, value]) => accepts(value));
      expect(taken.map(([bound]) => `${name}: ${bound}`)).toEqual([]);
    },
  );
});

describe('an answer', () => {
  const club = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Rayo', thumbnail: null, visible: true };

  test('[A-GEN-8] that the document does not describe fails every API test', () => {
    const ask = (status: number, body: unknown) => describeMismatch('GET /clubs/{id}', status, body);
    expect(ask(200, { data: { club }, message: 'OK' })).toBeUndefined();
    expect(ask(404, { code: 'CLB4040', message: 'Club no encontrado' })).toBeUndefined();
    expect(ask(200, { data: { club: { ...club, secret: 1 } }, message: 'OK' })).toMatch(/additional properties/);
    expect(ask(200, { message: 'OK' })).toMatch(/required property 'data'/);
    expect(ask(404, { code: 'VOD4040', message: 'VOD no encontrado' })).toMatch(/allowed values/);
    expect(ask(409, { code: 'REQ4090', message: '' })).toMatch(/does not name/);
  });

  test('[A-GEN-8] describes number, type and size of a form’s files', () => {
    const form = findOperation('POST /live/vods').requestBody?.content['multipart/form-data'];
    expect(form).toMatchObject({
      schema: {
        required: expect.arrayContaining(['title', 'vodFile']),
        properties: { vodThumbFile: { contentMediaType: 'image/png', maxLength: expect.any(Number) } },
      },
      encoding: { vodFile: { contentType: 'video/*' } },
    });
    const json = findOperation('POST /live/vods').requestBody?.content['application/json']?.schema;
    expect(json?.required).toContain('file');
    expect(json?.properties).not.toHaveProperty('vodFile');
  });
});
