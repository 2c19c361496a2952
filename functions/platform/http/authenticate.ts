/** Identifies the caller by the bearer token and checks the endpoint's `access`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Access } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { type Caller, isCameraToken, isClubStaff, isScorerToken } from '../auth/rules.ts';
import { findCaller } from '../auth/sessions.ts';
import { readSecret } from '../aws/secrets.ts';
import { type Actor, currentRequest } from '../observability/current-request.ts';
import { getState, type RequestState } from './request-state.ts';

/**
 * A wrong or expired token leaves `caller` undefined: public endpoints then answer as to a visitor, all others with
 * 401, which logs the browser out.
 */
export function authenticate(): MiddlewareObj {
  return {
    before: async ({ context }) => {
      const state = getState(context);
      if (!state.token) return;
      if (isLinkFor(state.endpoint.access, state.token)) state.request.link = state.token;
      else state.request.caller = await findCaller(state.token, state.request.now);
    },
  };
}

/** True if the token is that of a match's link of the kind that the endpoint accepts. */
const isLinkFor = (access: Access, token: string): boolean =>
  (access === 'scorer' && isScorerToken(token)) || (access === 'phone' && isCameraToken(token));

export function authorise(): MiddlewareObj<APIGatewayProxyEventV2> {
  return {
    before: async ({ context, event }) => {
      const state = getState(context);
      await requireAccess(state);
      const current = currentRequest.getStore();
      if (current) current.actor = { ...toActor(state), via: event.routeKey, requestId: current.id };
    },
  };
}

async function requireAccess({ endpoint, request, apiKey }: RequestState): Promise<void> {
  if (endpoint.access === 'public') return;
  if (endpoint.access === 'partner') {
    if (!apiKey || !(await isPartnerKey(apiKey))) throw new ApiError('PTN4010');
    return;
  }
  // The handler checks whether the link is valid for this match.
  if (request.link) return;
  if (!request.caller) throw new ApiError('SSN4010', undefined, { 'www-authenticate': 'Bearer' });
  if (!isAllowed(endpoint.access, request.caller)) throw new ApiError('SSN4030');
}

/** Names the actor of this request for the audit. A match's link has no known user. */
function toActor({ endpoint, request: { caller, link } }: RequestState): Pick<Actor, 'role' | 'userId'> {
  if (endpoint.access === 'partner') return { role: 'PARTNER' };
  if (link) return { role: endpoint.access === 'phone' ? 'PHONE' : 'SCORER' };
  if (!caller) return { role: 'VISITOR' };
  const { role, id } = caller.user;
  return { role: role === 'ADMIN' || role === 'CLUB_STAFF' ? role : 'USER', userId: id };
}

function isAllowed(access: Access, { user }: Caller): boolean {
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
    case 'phone':
      return user.role === 'ADMIN' || isClubStaff(user);
    case 'partner':
      return false;
  }
}

/**
 * PARTNER_SECRET_ARN holds `{ "keys": ["…", "…"] }`: two may be valid at once, so that a key can be rotated without a
 * gap.
 */
export async function isPartnerKey(key: string, now: number = Date.now()): Promise<boolean> {
  const { keys } = JSON.parse(await readSecret('PARTNER_SECRET_ARN', now)) as { keys: string[] };
  return keys.filter((valid) => valid !== '').some((valid) => timingSafeEqual(hashText(valid), hashText(key)));
}

const hashText = (text: string) => createHash('sha256').update(text).digest();
