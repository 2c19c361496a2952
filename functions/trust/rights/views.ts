/** Views of image rights for the staff: the next matches, the teams of a club, the competitions. */
import type { CompetitionStatement, TeamStatement } from '../../../shared/contract/rights.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { findSeason, toCompetitionKey } from '../../../shared/domain/competition.ts';
import { formatLack, isOfMinors, type Lack } from '../../../shared/domain/image-rights.ts';
import { type AgeCategory, ageCategories, type TeamLetter, teamLetters } from '../../../shared/domain/match.ts';
import { clubs } from '../../league/clubs/store.ts';
import { isOfClub, type StoredEvent } from '../../league/events/rules.ts';
import { type EventRow, events } from '../../league/events/store.ts';
import { type PageOfRows, toPage } from '../../platform/lists/pagination.ts';
import { listLacksOfMatch, toMatchRow } from './rights-checker.ts';
import {
  type CompetitionRights,
  imageRights,
  permissionKey,
  readStatements,
  type StoredRights,
  teamKey,
  toRightsId,
} from './store.ts';

const hourMs = 3_600_000;

interface MatchesQuery {
  page: number;
  /** Number of days from now. */
  days: number;
  clubId: string | undefined;
  lackingOnly: boolean;
}

/**
 * Lists the matches of the next days, and those that ended less than six hours ago, ordered by start. Cancelled matches
 * and matches for families need no image rights.
 */
export async function listMatches({ page, days, clubId, lackingOnly }: MatchesQuery, now: number) {
  const [statements, rows] = await Promise.all([readStatements(), events.rows()]);
  const from = new Date(now - 6 * hourMs).toISOString();
  const to = new Date(now + days * 24 * hourMs).toISOString();
  const needsRights = (row: EventRow) => row.state !== 'CANCELLED' && row.audience !== 'FAMILIES';
  const upcoming = rows.filter(
    (row) => row.start < to && row.finish > from && needsRights(row) && (!clubId || isOfClub(row, clubId)),
  );
  const checked = upcoming.map((row) => ({ row, lacks: listLacksOfMatch(row, statements) })).reverse();
  const lacking = checked.filter(({ lacks }) => lacks.length > 0);
  const pageOfChecked: PageOfRows<(typeof checked)[number]> = toPage(lackingOnly ? lacking : checked, page);
  const items = await events.items(pageOfChecked.rows.map(({ row }) => row));
  const lacksById = new Map(pageOfChecked.rows.map(({ row, lacks }) => [row.id, lacks]));
  return {
    shown: pageOfChecked,
    lacking: lacking.length,
    matches: items.map((event) => toMatchView(event, lacksById.get(event.id) ?? [])),
  };
}

export const readMatch = async (event: StoredEvent) =>
  toMatchView(event, listLacksOfMatch(toMatchRow(event), await readStatements()));

const toMatchView = (event: StoredEvent, lacks: readonly Lack[]) => {
  const { id, title, scheduledStartDate, sport, category = null, competition = null, visible } = event;
  return { id, title, scheduledStartDate, sport, category, competition, visible, lacks: lacks.map(toLackView) };
};

/** Call after `clubs.refresh()`: names the club as last refreshed. */
export function toLackView(lack: Lack) {
  const name = lack.clubId ? (clubs.getRow(lack.clubId)?.name ?? '') : '';
  return {
    reason: lack.reason,
    purposes: [...lack.purposes],
    club: lack.clubId ? { id: lack.clubId, name } : null,
    text: formatLack(lack, name),
  };
}

/**
 * Lists each age category of minors, followed by the teams with a letter that have a statement or a match, in the sports
 * of the club's matches and statements; in football if it has neither.
 */
export async function listTeams(clubId: string, season: number): Promise<TeamStatement[]> {
  const [rows, found] = await Promise.all([
    imageRights.rows(),
    events.find({ clubId, season }, createClubSeasonFilter),
  ]);
  const stated = await imageRights.items(
    rows.filter((row) => row.kind === 'TEAM' && row.season === season && isOfClub(row, clubId)),
  );
  const sports = new Set<Sport>([...found.map(({ sport }) => sport), ...stated.map(({ sport }) => sport)]);
  const countMatches = (sport: Sport, category: AgeCategory, team: TeamLetter | undefined) =>
    found.filter((row) => row.sport === sport && row.category === category && row.teams?.[clubId] === team).length;
  return [...(sports.size > 0 ? sports : new Set<Sport>(['SOCCER']))]
    .sort()
    .reverse()
    .flatMap((sport) =>
      ageCategories.filter(isOfMinors).flatMap((category) =>
        [undefined, ...teamLetters].flatMap((team) => {
          const id = toRightsId(teamKey(clubId, { sport, category, season, ...(team && { team }) }));
          const statement = stated.find((item) => item.id === id);
          const matches = countMatches(sport, category, team);
          if (team && !statement && matches === 0) return [];
          return { ...toStatement(statement, sport, season), category, team: team ?? null, matches };
        }),
      ),
    );
}

const createClubSeasonFilter =
  ({ clubId, season }: { clubId: string; season: number }) =>
  (row: EventRow) =>
    isOfClub(row, clubId) && findSeason(row.start) === season;

export async function listCompetitions(season: number): Promise<CompetitionStatement[]> {
  const [rows, found] = await Promise.all([imageRights.rows(), events.find({ season }, createCompetitionFilter)]);
  const stated = (await imageRights.items(
    rows.filter((row) => row.kind === 'COMPETITION' && row.season === season),
  )) as CompetitionRights[];
  const named = new Map<string, { sport: Sport; name: string; matches: number }>();
  const note = (sport: Sport, name: string, matches: number) => {
    const key = toCompetitionKey({ sport, competition: name });
    if (key) named.set(key, { sport, name, matches: (named.get(key)?.matches ?? 0) + matches });
  };
  for (const { sport, name } of stated) note(sport, name, 0);
  for (const { sport, competition = '' } of found) note(sport, competition, 1);
  return [...named.entries()]
    .sort(([, a], [, b]) => a.name.localeCompare(b.name, 'es'))
    .map(([key, { sport, name, matches }]) => {
      const id = toRightsId(permissionKey(key, season));
      return {
        ...toStatement(
          stated.find((item) => item.id === id),
          sport,
          season,
        ),
        name,
        matches,
      };
    });
}

const createCompetitionFilter =
  ({ season }: { season: number }) =>
  (row: EventRow) =>
    row.competition !== undefined && isOfMinors(row.category) && findSeason(row.start) === season;

function toStatement(item: StoredRights | undefined, sport: Sport, season: number) {
  const document = item?.document;
  return {
    id: item?.id ?? null,
    version: item?.version ?? 0,
    sport,
    season,
    purposes: item?.purposes ?? [],
    document: document ? { name: document.name, size: document.size, at: document.at } : null,
    statedAt: item?.statedAt ?? null,
    statedBy: item?.statedBy ?? null,
    textVersion: item?.textVersion ?? null,
  };
}
