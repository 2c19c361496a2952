/** Image rights that a match, or a recording without one, lacks before it may become public. Pure. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { isLacking, isOfMinors, type Lack, type Purpose, purposes } from '../../../shared/domain/image-rights.ts';
import type { AgeCategory, TeamLetter } from '../../../shared/domain/match.ts';
import type { Caller } from '../../platform/auth/rules.ts';

export interface Played {
  sport: Sport;
  category: AgeCategory | null;
  /** The year in which the season begins. */
  season: number;
  clubIds: readonly string[];
  /** Letters of the clubs that play with one of several teams. */
  teams?: Readonly<Record<string, TeamLetter>> | undefined;
  /** Key of the competition (`toCompetitionKey`). */
  competition?: string | undefined;
  /** True for a match; if only one of its clubs is known, the other side is not on the platform. */
  hasRival: boolean;
}

export interface Statements {
  /** The club's statements about its teams of the category. */
  listTeams(clubId: string, played: Played): readonly StatedTeam[];
  /** The permission of the match's competition; it counts only once its document is stored. */
  findPermission(played: Played): { purposes: readonly Purpose[]; hasDocument: boolean } | undefined;
  hasContract(clubId: string): boolean;
}

export interface StatedTeam {
  /** Absent: all teams of the category without a statement of their own. */
  team?: TeamLetter | undefined;
  purposes: readonly Purpose[];
}

/**
 * Finds the purposes that the guardians of a team have authorised; undefined if the club has made no statement about
 * the category. A match without a letter may be of any of the teams, so only what all of them have counts.
 */
export function findTeamPurposes(
  stated: readonly StatedTeam[],
  letter: TeamLetter | undefined,
): readonly Purpose[] | undefined {
  if (stated.length === 0) return undefined;
  const common = stated.find(({ team }) => team === undefined);
  if (letter) return (stated.find(({ team }) => team === letter) ?? common)?.purposes ?? [];
  // The club has separated its teams, and has stated only one of them.
  if (!common && stated.length === 1) return [];
  return purposes.filter((one) => stated.every((statement) => statement.purposes.includes(one)));
}

/**
 * Lists the missing rights. For a club that has accepted the contract or made a statement about the team, only its own
 * statement counts; the competition's permission covers all other sides.
 */
export function listLacks(played: Played, statements: Statements): Lack[] {
  const { clubIds, category, hasRival } = played;
  const lacks: Lack[] = [];
  const [organiser] = clubIds;
  if (organiser && !clubIds.some((id) => statements.hasContract(id)))
    lacks.push({ reason: 'CONTRACT', purposes, clubId: organiser });
  if (!isOfMinors(category)) return lacks;
  if (!category) return [...lacks, { reason: 'CATEGORY', purposes }];
  const permission = statements.findPermission(played);
  const permitted = permission?.hasDocument ? permission.purposes : [];
  const isOnlyDocument = permission?.hasDocument === false && permission.purposes.length > 0;
  const document = isOnlyDocument && { lacksDocument: true as const };
  for (const clubId of clubIds) {
    const letter = played.teams?.[clubId];
    const stated = findTeamPurposes(statements.listTeams(clubId, played), letter);
    const isParty = stated !== undefined || statements.hasContract(clubId);
    const missing = listMissingPurposes(isParty ? (stated ?? []) : permitted);
    const lack = isParty
      ? { reason: 'TEAM' as const, ...(letter && { team: { category, letter } }) }
      : { reason: 'RIVAL' as const, ...document };
    if (missing.length > 0) lacks.push({ ...lack, purposes: missing, clubId });
  }
  const rival = hasRival && clubIds.length < 2 ? listMissingPurposes(permitted) : [];
  if (rival.length > 0) lacks.push({ reason: 'RIVAL', purposes: rival, ...document });
  return lacks;
}

const listMissingPurposes = (held: readonly Purpose[]) => purposes.filter((purpose) => !held.includes(purpose));

/**
 * @throws ApiError if staff of a club, by stating another team or match, would end what another club lacks.
 */
export function assertKeepsLacks(
  { user }: Pick<Caller, 'user'>,
  before: { lacks?: readonly Lack[] },
  after: { lacks?: readonly Lack[] },
): void {
  if (user.role === 'ADMIN') return;
  const ofOthers = (before.lacks ?? []).filter(({ reason, clubId }) => reason !== 'CATEGORY' && clubId !== user.clubId);
  const ended = ofOthers.some(({ purposes: missing }) => missing.some((one) => !isLacking(after.lacks ?? [], one)));
  if (ended) throw new ApiError('CLS4030');
}

/** Lists are compared as texts, because their order and field order never vary. */
export const isSame = (a: readonly Lack[] | undefined, b: readonly Lack[] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Retention of a statement: three years after its season (LOPDGDD art. 72), rounded up to 1 August. */
export const isExpired = ({ season }: { season: number }, now: number): boolean =>
  now > Date.UTC(season + 1 + keptYears, 7, 1);

export const keptYears = 3;
/** Seconds since the Unix epoch, for the table's TTL. */
export const computeExpiry = (season: number): number => Date.UTC(season + 1 + keptYears, 7, 1) / 1000;
