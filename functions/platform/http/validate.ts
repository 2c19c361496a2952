/** Validates query and body against the contract's schemas; reports the first problem in Spanish. */
import * as z from 'zod';
import es from 'zod/v4/locales/es.js';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { AnyRequest } from './request.ts';

z.config({
  ...es(),
  // The default message would list our constants, which users do not know, or say that NaN was received.
  customError: ({ code, input }) =>
    code === 'invalid_value' || Number.isNaN(input) ? 'El valor no es válido' : undefined,
});

export const validate = (endpoint: Endpoint, { query, body }: AnyRequest): Pick<AnyRequest, 'query' | 'body'> => ({
  query: check(endpoint.query, query),
  body: check(endpoint.body, body ?? {}),
});

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ApiError('REQ4000', issue ? issue.message : undefined);
}
