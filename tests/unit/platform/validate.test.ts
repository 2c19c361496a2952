/** Tests of what a user reads of an invalid request. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { validate } from '../../../functions/platform/http/serve.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';

const endpoint = {
  query: z.object({
    days: z.coerce.number().optional(),
    sport: z.enum(['SOCCER']).optional(),
    name: z.string().optional(),
  }),
} as unknown as Endpoint;

test.each([
  [{ days: 'x' }, 'El valor no es válido'],
  [{ sport: 'CHESS' }, 'El valor no es válido'],
  [{ name: 5 }, 'Entrada inválida: se esperaba texto, recibido número'],
])('[A-ERR-2] says in Spanish what is wrong with %j', (query, message) => {
  expect(() => validate(endpoint, { query, body: undefined } as never)).toThrow(message);
});
