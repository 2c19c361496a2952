/** Endpoints of competitions. Only visible matches between shown clubs count. */
import { competitionEndpoints } from '../../shared/contract/competitions.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Rulings } from '../../shared/domain/standings.ts';
import { clubs } from '../league/clubs/store.ts';
import { type CompetitionTable, toCard } from '../league/competitions/rules.ts';
import {
  listTables,
  readRules,
  readRulings,
  requireTable,
  saveRules,
  saveRulings,
} from '../league/competitions/store.ts';
import { readMatches, readNext, readStandings } from '../league/competitions/table.ts';
import { events } from '../league/events/store.ts';
import { serveCached } from '../platform/http/serve.ts';
import { matchesFilter } from '../platform/lists/pagination.ts';

export const handler = serveCached([events, clubs], competitionEndpoints, {
  'GET /competitions': async ({ query }) => {
    const isWanted = matchesFilter(query);
    const tables = [...(await listTables()).values()].filter(({ rows }) => rows.some(isWanted));
    return { data: { competitions: tables.map(toCard) } };
  },
  'GET /competitions/{slug}': async ({ params, now }) => {
    const table = await requireTable(params.slug);
    const [read, { version: _, ...rules }, others] = await Promise.all([
      readMatches(table, now),
      readRules(table),
      listTables(),
    ]);
    const same = [...others.values()].filter(({ key }) => key === table.key);
    const next = await readNext(read, now);
    const { clubs, missing } = read;
    return { data: { competition: { ...toCard(table), clubs, rules, missing, next, others: same.map(toCard) } } };
  },
  'GET /competitions/{slug}/standings': async ({ params, now }) => {
    const table = await requireTable(params.slug);
    return { data: await readStandings(table, await readRules(table), now) };
  },

  'GET /live/competitions': async () => ({
    data: { competitions: await Promise.all([...(await groupByKey()).values()].map(readManaged)) },
  }),
  'PATCH /live/competitions/{key}': async ({ params, body }) => {
    const tables = (await groupByKey()).get(params.key);
    if (!tables) throw new ApiError('COM4040');
    await saveRules(params.key, body);
    return { data: { competition: await readManaged(tables) }, message: 'Reglas guardadas' };
  },
  'GET /live/tables/{slug}': async ({ params, now }) => ({
    data: { table: await readManagedTable(await requireTable(params.slug), now) },
  }),
  'PUT /live/tables/{slug}': async ({ params, body, now }) => {
    const table = await requireTable(params.slug);
    assertKnown(body, await readMatches(table, now, { withCancelled: true }));
    await saveRulings(table, body);
    return { data: { table: await readManagedTable(table, now) }, message: 'Clasificación guardada' };
  },
});

/** @throws ApiError for a club or match that the table does not have. */
function assertKnown(
  { penalties, forfeits }: Rulings,
  { clubs, matches }: Pick<Awaited<ReturnType<typeof readMatches>>, 'clubs' | 'matches'>,
): void {
  const isOfTable = (clubId: string) => clubs.some(({ id }) => id === clubId);
  if (!penalties.every(({ clubId }) => isOfTable(clubId))) throw new ApiError('CLB4000');
  for (const { eventId, lostBy } of forfeits) {
    const match = matches.find(({ id }) => id === eventId);
    if (!match) throw new ApiError('EVT4000');
    if (lostBy !== match.homeId && lostBy !== match.awayId) throw new ApiError('CLB4000');
  }
}

async function readManagedTable(table: CompetitionTable, now: number) {
  const [{ version, ...rulings }, { clubs, matches }] = await Promise.all([
    readRulings(table),
    readMatches(table, now, { withCancelled: true }),
  ]);
  return { rulings, version, clubs, matches };
}

type Tables = [CompetitionTable, ...CompetitionTable[]];

async function groupByKey(): Promise<ReadonlyMap<string, Tables>> {
  const grouped = new Map<string, Tables>();
  for (const table of (await listTables()).values()) {
    const tables = grouped.get(table.key);
    if (tables) tables.push(table);
    else grouped.set(table.key, [table]);
  }
  return grouped;
}

async function readManaged(tables: Tables) {
  const [{ key, sport, name }] = tables;
  const { version, ...rules } = await readRules(tables[0]);
  return { key, sport, name, rules, version, tables: tables.map(toCard) };
}
