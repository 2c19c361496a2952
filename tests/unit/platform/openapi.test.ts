/** The OpenAPI document is valid, lists every error, and states the bounds that the API enforces. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { errors } from '../../../shared/contract/errors.ts';
import { describeMismatch, document, findOperation } from '../../support/openapi/document.ts';
import { listWrongErrors, readErrorCodes } from '../../support/openapi/handlers.ts';
import { listDisagreements, shapes } from '../../support/openapi/shapes.ts';
import { repetitions } from '../../support/test-profile.ts';

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
    expect(listWrongErrors()).toEqual([]);
  });

  test('[A-GEN-8] contains every error code with its text', () => {
    const text = JSON.stringify(document.paths);
    // Unknown addresses and methods belong to no endpoint.
    const ofNoEndpoint = ['REQ4050'];
    const missing = Object.entries(errors).filter(([code, { message }]) => !text.includes(`${code}: ${message}`));
    expect(missing.map(([code]) => code)).toEqual(ofNoEndpoint);
  });
});

describe('a described shape', () => {
  test('exists for many endpoints', () => expect(shapes.length).toBeGreaterThan(60));

  test.each(shapes.map((shape) => [`${shape.key} ${shape.part}`, shape] as const))(
    '[A-GEN-8] %s: the server accepts valid values and rejects values beyond a bound',
    (_, shape) => expect(listDisagreements(shape, repetitions(10, 30))).toEqual([]),
  );
});

describe('the document', () => {
  const club = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Rayo', thumbnail: null, visible: true };

  test('[A-GEN-8] makes API tests fail for an answer that it does not describe', () => {
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

test('[A-API-16] says where a captcha is required', () => {
  const sent = Object.values(document.paths).flatMap((path) => Object.values(path));
  const tokens = sent.flatMap((operation) => {
    const schema = (operation as { requestBody?: { content: Record<string, { schema: unknown }> } }).requestBody;
    const text = JSON.stringify(schema?.content ?? {});
    return text.includes('captchaToken') ? [text] : [];
  });
  expect(tokens).toHaveLength(6);
  for (const token of tokens) expect(token).toContain('Required where the operator has configured a captcha');
});
