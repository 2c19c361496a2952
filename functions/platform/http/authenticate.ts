/** Identifies the caller by the bearer token and checks the endpoint's `access`. */
import type { MiddlewareObj } from '@middy/core';
import type { Access } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { type Caller, isClubStaff, isScorerToken } from '../auth/rules.ts';
import { findCaller } from '../auth/sessions.ts';
import { isPartnerKey } from './partner-key.ts';
import { getState } from './request-state.ts';

/**
 * Public pages work with an expired session: there an invalid token counts as none. Personal data answer 401, which
 * logs the browser out.
 */
export function authenticate(): MiddlewareObj {
  return {
    before: async ({ context }) => {
      const state = getState(context);
      if (!state.token) return;
      if (state.endpoint.access === 'scorer' && isScorerToken(state.token)) state.request.link = state.token;
      else state.request.caller = await findCaller(state.token, state.request.now);
    },
  };
}

export function authorise(): MiddlewareObj {
  return {
    before: async ({ context }) => {
      const { endpoint, request, apiKey } = getState(context);
      if (endpoint.access === 'public') return;
      if (endpoint.access === 'partner') {
        if (!apiKey || !(await isPartnerKey(apiKey))) throw new ApiError('PTN4010');
        return;
      }
      // The handler checks whether the link is valid for this match.
      if (endpoint.access === 'scorer' && request.link) return;
      if (!request.caller) throw new ApiError('SSN4010', undefined, { 'www-authenticate': 'Bearer' });
      if (!allows(endpoint.access, request.caller)) throw new ApiError('SSN4030');
    },
  };
}

function allows(access: Access, { user }: Caller): boolean {
  switch (access) {
    case 'public':
    case 'viewer':
      return true;
    case 'admin':
      return user.role === 'ADMIN';
    case 'clubStaff':
      return isClubStaff(user);
    case 'staff':
    case 'scorer':
      return user.role === 'ADMIN' || isClubStaff(user);
    case 'partner':
      return false;
  }
}
