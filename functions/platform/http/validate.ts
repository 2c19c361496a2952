/** Validates query and body against the contract's schemas; reports the first problem in Spanish. */
import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';
import es from 'zod/v4/locales/es.js';
import { ApiError } from '../../../shared/contract/errors.ts';
import { getState } from './request-state.ts';

z.config({
  ...es(),
  // The default message would list our constants, which users do not know.
  customError: ({ code }) => (code === 'invalid_value' ? 'El valor no es válido' : undefined),
});

export function validate(): MiddlewareObj {
  return {
    before: ({ context }) => {
      const { endpoint, request } = getState(context);
      request.query = check(endpoint.query, request.query);
      request.body = check(endpoint.body, request.body ?? (endpoint.body ? {} : undefined));
    },
  };
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ApiError('REQ4000', issue ? issue.message : undefined);
}
