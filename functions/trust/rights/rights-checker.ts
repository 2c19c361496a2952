/** Checks events and recordings against the statements, and records the result on the item. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { findSeason, toCompetitionKey } from '../../../shared/domain/competition.ts';
import { formatLacks, type Lack } from '../../../shared/domain/image-rights.ts';
import { clubs } from '../../league/clubs/store.ts';
import { serialiseRightsFacts as eventFacts, findTeamLetters, type StoredEvent } from '../../league/events/rules.ts';
import { type EventRow, events } from '../../league/events/store.ts';
import { enforcesImageRights } from '../../platform/shown/enforcement.ts';
import { type CheckedRights, mayBeShown, type Use } from '../../platform/shown/rules.ts';
import { findAgeCategory, type StoredVod, serialiseRightsFacts as vodFacts } from '../../recordings/vods/rules.ts';
import type { VodRow } from '../../recordings/vods/store.ts';
import { isSame, listLacks, type Played, type Statements } from './rules.ts';
import { readStatements } from './store.ts';

type MatchRow = Pick<EventRow, 'sport' | 'clubIds' | 'start' | 'category' | 'competition' | 'teams'>;
type RecordingRow = Pick<VodRow, 'sport' | 'category' | 'clubIds' | 'sportEventId' | 'created' | 'audience'>;

export const toMatchRow = ({ scheduledStartDate, category, competition, ...event }: StoredEvent): MatchRow => ({
  sport: event.sport,
  clubIds: event.clubIds,
  start: scheduledStartDate,
  teams: findTeamLetters(event),
  ...(category && { category }),
  ...(competition && { competition }),
});

const toRecordingRow = ({ audience, ...vod }: StoredVod): RecordingRow => ({
  ...vod,
  ...(audience === 'FAMILIES' && { audience }),
  category: findAgeCategory(vod),
  created: vod.dateCreated,
});

const toPlayed = (row: MatchRow): Played => ({
  sport: row.sport,
  category: row.category ?? null,
  season: findSeason(row.start),
  clubIds: row.clubIds,
  competition: toCompetitionKey(row),
  hasRival: true,
  teams: row.teams,
});

export const listLacksOfMatch = (row: MatchRow, statements: Statements): Lack[] => listLacks(toPlayed(row), statements);

/** Lists what the match of a recording lacks, or the recording itself without one. Call after `events.refresh()`. */
export function listLacksOfRecording(row: RecordingRow, statements: Statements): Lack[] {
  const event = row.sportEventId === null ? undefined : events.getRow(row.sportEventId);
  if (event) return listLacksOfMatch(event, statements);
  const { sport, category, clubIds, created } = row;
  return listLacks({ sport, category, clubIds, season: findSeason(created), hasRival: false }, statements);
}

/** Each returns the item with the result of the check. */
export interface RightsChecker {
  checkEvent: (event: StoredEvent) => StoredEvent;
  checkVod: (vod: StoredVod) => StoredVod;
}

/** Reads the statements, on stages that enforce them, and returns the functions that check items. */
export async function readRightsChecker(): Promise<RightsChecker> {
  const [statements] = await Promise.all([enforcesImageRights() ? readStatements() : undefined, events.refresh()]);
  return createRightsChecker(statements);
}

/**
 * True if a recording has not inherited its match's audience or holds; its next write repairs that. Call after
 * `events.refresh()`.
 */
export function differsFromMatch({ sportEventId, audience, heldBy = [] }: VodRow): boolean {
  const event = events.getRow(sportEventId ?? '');
  return (
    event !== undefined && (event.audience !== audience || !(event.heldBy ?? []).every((id) => heldBy.includes(id)))
  );
}

/** Without statements, as on stages that only warn, items keep no result. */
export const createRightsChecker = (statements: Statements | undefined): RightsChecker => ({
  checkEvent: (event) => {
    if (!statements) return removeResult(event);
    const row = toMatchRow(event);
    return withResult(event, listLacksOfMatch(row, statements), eventFacts(row));
  },
  checkVod: (vod) => {
    if (!statements) return removeResult(vod);
    const row = toRecordingRow(vod);
    return withResult(vod, listLacksOfRecording(row, statements), vodFacts(row));
  },
});

function removeResult<Item extends CheckedRights>(item: Item): Item {
  const { lacks, lacksOf, ...rest } = item;
  return lacks === undefined && lacksOf === undefined ? item : (rest as Item);
}

/** Returns the same object for the same result, so that nothing is written and open forms do not conflict. */
const withResult = <Item extends CheckedRights>(item: Item, lacks: Lack[], lacksOf: string): Item =>
  item.lacksOf === lacksOf && isSame(item.lacks, lacks) ? item : { ...item, lacks, lacksOf };

/** @throws ApiError 409 that names whose authorisation is missing, if staff want to show the item. */
export function assertHasRights(
  item: CheckedRights & Pick<StoredEvent, 'audience'>,
  use: Use,
  edit: { visible?: boolean | undefined },
): void {
  // Invited families see a match without image rights.
  if (!edit.visible || !item.lacks || item.audience === 'FAMILIES') return;
  if (mayBeShown({ visible: true, lacks: item.lacks }, 'EVERYBODY', use, 0).ok) return;
  throw new ApiError('RGT4090', `Todavía no se puede hacer público. ${describeLacks(item.lacks)}`);
}

/** Call after `clubs.refresh()`: names the clubs as last refreshed. */
export const describeLacks = (lacks: readonly Lack[]): string =>
  formatLacks(lacks, (id) => (id ? (clubs.getRow(id)?.name ?? 'club') : ''));
