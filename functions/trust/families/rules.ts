/** Requests to see a team's matches for families, and a club's decisions about them. Pure. */
import type { FamilyState, FamilyTeam } from '../../../shared/contract/families.ts';
import { computeFamilyEnd, type StoredUser } from '../../platform/auth/rules.ts';

export interface StoredMember extends FamilyTeam {
  id: string;
  version: number;
  userId: string;
  /** Name and email at the time of the request, for the club's list. */
  name: string;
  email: string;
  state: FamilyState;
  askedAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
}

/** False for an account whose address may be somebody else's: the club would confirm a name that it only reads. */
export const isProved = ({ emailConfirmedAt }: Pick<StoredUser, 'emailConfirmedAt'>): boolean =>
  emailConfirmedAt !== null;

/** True for a decision that the state allows: a revoked person can be confirmed again only after a new request. */
export const mayDecide = (before: FamilyState, decision: FamilyState): boolean =>
  (decision === 'REVOKED' ? ['CONFIRMED'] : ['WAITING']).includes(before);

/** A refused or revoked person may ask again with a code that is newer than the decision. */
export const mayAskAgain = ({ state, decidedAt }: StoredMember, codeCreatedAt: string): boolean =>
  (state === 'REFUSED' || state === 'REVOKED') && decidedAt !== null && codeCreatedAt > decidedAt;

/** Seconds since the Unix epoch: requests are deleted when the right ends. */
export const computeExpiry = (season: number): number => computeFamilyEnd(season) / 1000;

/** True while a team's families may still see its matches. */
export const isInTime = (season: number, now: number): boolean => now < computeExpiry(season) * 1000;
