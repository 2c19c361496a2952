/**
 * Statements of clubs about their teams, and permissions of competitions. The current state of each is an item; every
 * statement, and every reading of a document, is an immutable entry beside it.
 */
import { ulid } from 'ulid';
import type { Sport } from '../../../shared/contract/schema.ts';
import { toCompetitionKey } from '../../../shared/domain/competition.ts';
import type { Purpose } from '../../../shared/domain/image-rights.ts';
import { type AgeCategory, type TeamLetter, teamLetters } from '../../../shared/domain/match.ts';
import { clubs } from '../../league/clubs/store.ts';
import { isNew, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { computeExpiry, type Played, type Statements } from './rules.ts';

export interface RightsDocument {
  /** Key in the uploads bucket. */
  key: string;
  name: string;
  size: number;
  at: string;
}

interface Common {
  id: string;
  version: number;
  sport: Sport;
  season: number;
  purposes: Purpose[];
  document: RightsDocument | null;
  /** Last statement: ISO 8601, and who made it. */
  statedAt: string;
  statedBy: string;
  /** Version of the last accepted text. */
  textVersion: string;
  /** Accounts that have made a statement, for their data exports. */
  userIds: string[];
}

export interface TeamRights extends Common {
  kind: 'TEAM';
  clubId: string;
  category: AgeCategory;
  /** Absent: all teams of the category without a statement of their own. */
  team?: TeamLetter;
}

export interface CompetitionRights extends Common {
  kind: 'COMPETITION';
  name: string;
}

export type StoredRights = TeamRights | CompetitionRights;

export const teamKey = (
  clubId: string,
  { sport, category, season, team }: Pick<TeamRights, 'sport' | 'season' | 'team'> & { category: AgeCategory | null },
) => `TEAM ${clubId} ${sport} ${category} ${season}${team ? ` ${team}` : ''}`;

export const permissionKey = (competition: string, season: number) => `COMPETITION ${competition} ${season}`;

const toKey = (item: Omit<StoredRights, 'version'>) =>
  item.kind === 'TEAM'
    ? teamKey((item as TeamRights).clubId, item as TeamRights)
    : permissionKey(
        toCompetitionKey({ sport: item.sport, competition: (item as CompetitionRights).name }) ?? '',
        item.season,
      );

export const toRightsId = (key: string) => hashId(key);

const toRow = (item: StoredRights) => ({
  id: item.id,
  kind: item.kind,
  clubIds: item.kind === 'TEAM' ? [item.clubId] : [],
  season: item.season,
  /** Identity as a text, for lookups. */
  key: toKey(item),
  purposes: item.purposes,
  userIds: item.userIds,
  hasDocument: item.document !== null,
  ...(item.kind === 'TEAM' && item.team && { team: item.team }),
});

export type RightsRow = ReturnType<typeof toRow>;

/** The newest season first. */
export const imageRights = new Collection<StoredRights, RightsRow>({
  table: 'rights',
  audit: {
    kind: 'rights',
    name: (item) =>
      item.kind === 'TEAM'
        ? [item.sport, item.category, item.team, item.season].filter(Boolean).join(' ')
        : `${item.name} ${item.season}`,
    kept: ['purposes', 'textVersion'],
  },
  row: toRow,
  compare: (a, b) => b.season - a.season || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
});

/** Reads the current statements, for any number of matches. */
export async function readStatements(): Promise<Statements> {
  const [rows] = await Promise.all([imageRights.rows(), clubs.refresh()]);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return {
    listTeams: (clubId, { sport, category, season }: Played) =>
      [undefined, ...teamLetters].flatMap(
        (team) => byKey.get(teamKey(clubId, { sport, category, season, ...(team && { team }) })) ?? [],
      ),
    findPermission: ({ competition, season }) =>
      (competition && byKey.get(permissionKey(competition, season))) || undefined,
    hasContract: (clubId) => clubs.getRow(clubId)?.hasContract === true,
  };
}

export interface RightsEntry {
  at: string;
  what: 'STATEMENT' | 'DOCUMENT' | 'READING' | 'CONTRACT';
  userId: string;
  by: string;
  purposes?: Purpose[];
  textVersion?: string;
  document?: string;
}

/** Adds an entry in the transaction of the change that it records. `ownerId`: id of the statement or club. */
export const putEntry = (ownerId: string, entry: RightsEntry, season: number, now: number): Write =>
  putWrite('rights', { pk: ownerId, sk: `ENTRY#${ulid(now)}`, ...entry, expiresAt: computeExpiry(season) }, isNew);

/** Entries of a statement or club, the newest first. */
export async function listEntries(ownerId: string): Promise<RightsEntry[]> {
  const entries = await queryAll<RightsEntry>('rights', ownerId, { prefix: 'ENTRY#' });
  return entries.reverse();
}

/**
 * The statements made and contracts accepted by an account, for its data export. They are kept when the account is
 * deleted.
 */
export async function exportStatements({ id: userId, clubId }: { id: string; clubId: string | null }) {
  const rows = (await imageRights.rows()).filter(({ userIds }) => userIds.includes(userId));
  const items = await imageRights.items(rows);
  const abouts = [...items.map((item) => ({ id: item.id, about: nameStatement(item) })), ...toClubLabels(clubId)];
  const histories = await Promise.all(abouts.map(({ id }) => listEntries(id)));
  return abouts.flatMap(({ about }, index) =>
    (histories[index] ?? [])
      .filter((entry) => entry.userId === userId)
      .map(({ at, what, purposes = [], textVersion = '' }) => ({ at, what, about, purposes, textVersion })),
  );
}

const toClubLabels = (id: string | null) => (id ? [{ id, about: clubs.getRow(id)?.name ?? '' }] : []);

const nameStatement = (item: StoredRights): string =>
  item.kind === 'TEAM'
    ? [clubs.getRow(item.clubId)?.name, item.sport, item.category, item.team, item.season].filter(Boolean).join(' ')
    : `${item.name} ${item.season}`;
