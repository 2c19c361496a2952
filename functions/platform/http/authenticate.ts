/** Identifies the caller by the bearer token and checks the endpoint's `access`. */
import type { Access, Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { type Caller, isCameraToken, isClubStaff, isScorerToken } from '../auth/rules.ts';
import { findCaller, isSameSecret } from '../auth/sessions.ts';
import { readSecret } from '../aws/secrets.ts';
import { type Actor, currentRequest } from '../observability/current-request.ts';
import type { AnyRequest } from './request.ts';

/**
 * Finds the caller, or the link of a match. A wrong or expired token leaves both undefined: public endpoints then answer
 * as to a visitor, all others with 401, which logs the browser out.
 */
export async function authenticate(
  { access }: Endpoint,
  { headers, now }: AnyRequest,
): Promise<Partial<Pick<AnyRequest, 'caller' | 'link'>>> {
  const [, token] = /^Bearer +([\w.~+/=-]{1,512})$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) return {};
  return isLinkFor(access, token) ? { link: token } : { caller: await findCaller(token, now) };
}

/** True if the token is that of a match's link of the kind that the endpoint accepts. */
const isLinkFor = (access: Access, token: string): boolean =>
  (access === 'scorer' && isScorerToken(token)) || (access === 'phone' && isCameraToken(token));

export async function authorise(endpoint: Endpoint, request: AnyRequest, via: string): Promise<void> {
  await requireAccess(endpoint, request);
  const current = currentRequest.getStore();
  if (current) current.actor = { ...toActor(endpoint, request), via, requestId: current.id };
}

async function requireAccess({ access }: Endpoint, { link, caller, headers }: AnyRequest): Promise<void> {
  if (access === 'public') return;
  if (access === 'partner') {
    const apiKey = headers['x-api-key'];
    if (!apiKey || !(await isPartnerKey(apiKey))) throw new ApiError('PTN4010');
    return;
  }
  // The handler checks whether the link is valid for this match.
  if (link) return;
  if (!caller) throw new ApiError('SSN4010', undefined, { 'www-authenticate': 'Bearer' });
  if (!isAllowed(access, caller)) throw new ApiError('SSN4030');
}

/** Names the actor of this request for the audit. A match's link has no known user. */
function toActor({ access }: Endpoint, { caller, link }: AnyRequest): Pick<Actor, 'role' | 'userId'> {
  if (access === 'partner') return { role: 'PARTNER' };
  if (link) return { role: access === 'phone' ? 'PHONE' : 'SCORER' };
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
  return keys.filter((valid) => valid !== '').some((valid) => isSameSecret(valid, key));
}
