/**
 * Matches for families only: decides who is invited, from the caller and the match alone. A family team is a club's
 * team in a sport, category and season. Pure.
 */
import type { FamilyTeam } from '../../../shared/contract/families.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';
import { type Caller, manages } from '../auth/rules.ts';
import type { Reader } from './private-pictures.ts';
import { mayBeShown, type Showable } from './rules.ts';

export const familyTeamKey = ({ clubId, sport, category, season }: FamilyTeam): string =>
  [clubId, sport, category, season].join(' ');

/** The facts about a match that decide on invitations. */
export interface FamilyMatch {
  audience?: Showable['audience'];
  clubIds: readonly string[];
  sport: Sport;
  category?: AgeCategory | null;
  start: string;
}

interface Families {
  families?: readonly string[];
}

type Match = Showable & Omit<FamilyMatch, 'start'> & { scheduledStartDate: string };

/** True if the caller is confirmed in one of the playing teams; a match without a category belongs to no team. */
export function isInvited(caller: { user: Families } | undefined, match: FamilyMatch): boolean {
  const { audience, clubIds, sport, category, start } = match;
  const families = caller?.user.families ?? [];
  if (audience !== 'FAMILIES' || !category || families.length === 0) return false;
  const season = findSeason(start);
  return clubIds.some((clubId) => families.includes(familyTeamKey({ clubId, sport, category, season })));
}

/** Like `isInvited`, for a stored match. */
export const isInvitedTo = (caller: Pick<Caller, 'user'> | undefined, match: Match | undefined): boolean =>
  match !== undefined && isInvited(caller, toFamilyMatch(match));

export const toFamilyMatch = ({ audience, clubIds, sport, category, scheduledStartDate }: Match): FamilyMatch => ({
  audience,
  clubIds,
  sport,
  start: scheduledStartDate,
  ...(category && { category }),
});

/** Like `toFamilyMatch`; undefined unless the match is open to families now. */
export const findFamilyMatch = (match: Match): FamilyMatch | undefined =>
  match.audience === 'FAMILIES' && mayBeShown(match, 'FAMILIES', 'page', 0).ok ? toFamilyMatch(match) : undefined;

/** True if the match is shown to the caller: a visible match to everybody, a match for families to invited callers. */
export const isShownTo = (caller: Pick<Caller, 'user'> | undefined, match: Match): boolean =>
  match.visible || (isInvitedTo(caller, match) && mayBeShown(match, 'FAMILIES', 'page', 0).ok);

/** True if the caller may read the match's page; staff may also read hidden matches of their own. */
export const mayReadMatch = (caller: Pick<Caller, 'user'> | undefined, match: Match): boolean =>
  manages(caller, match) || isShownTo(caller, match);

/** The reader of a match that is not public; undefined if the answer is the same for everybody. */
export function findReader(caller: Pick<Caller, 'user'> | undefined, match: Match | undefined): Reader | undefined {
  if (!match || match.visible) return undefined;
  return manages(caller, match) ? 'staff' : isInvitedTo(caller, match) ? 'families' : undefined;
}

/** True if the caller is invited to a recording's match, and the recording is for families and not hidden. */
export const mayReadRecording = (
  caller: Pick<Caller, 'user'> | undefined,
  recording: Showable,
  match: Match | undefined,
): boolean => isInvitedTo(caller, match) && mayBeShown(recording, 'FAMILIES', 'recording', 0).ok;
