/** A file of fixtures, line by line, for the admin's screen and for `npm run fixtures:import`. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { Fixture, type FixtureLine, fixtureColumns } from '../../../shared/domain/fixtures.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { matchTitle } from '../../../shared/domain/match.ts';
import { readSpreadsheet, type SpreadsheetRow } from '../../platform/files/spreadsheet.ts';
import { applyFixture, type DeletedMatches, toMatchKey } from './apply-fixture.ts';

/**
 * Parses the lines below the header.
 * @throws ApiError if the file cannot be read.
 */
export function readFixtures(content: string): SpreadsheetRow[] {
  const { names, rows } = readSpreadsheet(content, foldText);
  const { required, optional } = fixtureColumns;
  const missing = required.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => ![...required, ...optional].some((column) => column === name));
  if (missing.length > 0) throw new ApiError('REQ4000', `Faltan columnas en la primera línea: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new ApiError('REQ4000', `Hay columnas que no conocemos: ${unknown.join(', ')}`);
  return rows;
}

/**
 * Applies the lines; `dry` only returns their outcomes. Idempotent after an interruption. `from` and `until` select a
 * part of the file; earlier lines still count as known matches. With `clubId`, matches of other clubs are refused.
 */
export async function applyFixtures(
  lines: readonly SpreadsheetRow[],
  { now, dry, from = 0, until = lines.length, clubId, past }: FixtureImport,
): Promise<FixtureLine[]> {
  const seen = new Map<string, number>();
  const read = lines.slice(0, until).map((line) => ({ line, fixture: catchApiError(() => readLine(line, seen)) }));
  const outcomes: FixtureLine[] = [];
  // A dry run may read many at once; writers would contend for the list's log.
  const atOnce = dry ? 10 : 1;
  for (let next = from; next < read.length; next += atOnce) {
    const some = read.slice(next, next + atOnce);
    outcomes.push(
      ...(await Promise.all(some.map(({ line, fixture }) => applyLine(line, fixture, { now, dry, clubId, past })))),
    );
  }
  return outcomes;
}

export interface FixtureImport {
  now: number;
  dry: boolean;
  past: DeletedMatches;
  from?: number;
  until?: number;
  clubId?: string | undefined;
}

async function applyLine(
  { record, number }: SpreadsheetRow,
  fixture: Fixture | ApiError,
  { now, dry, clubId, past }: FixtureImport,
): Promise<FixtureLine> {
  const isRead = !(fixture instanceof ApiError);
  const texts = {
    number,
    match: matchTitle(
      { name: nameSide(record.local, record['equipo local']) },
      { name: nameSide(record.visitante, record['equipo visitante']) },
    ),
    scheduledStartDate: isRead ? fixture.scheduledStartDate : null,
    venue: isRead ? fixture.venue : null,
  };
  try {
    if (!isRead) throw fixture;
    return { ...texts, outcome: await applyFixture(fixture, now, { dry, clubId, past }), reason: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...texts, outcome: 'refused' as const, reason: error.message };
  }
}

const nameSide = (club: string | undefined, letter: string | undefined) => [club, letter].filter(Boolean).join(' ');

function catchApiError(read: () => Fixture): Fixture | ApiError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function readLine({ record, number, fault }: SpreadsheetRow, seen: Map<string, number>): Fixture {
  if (fault !== null) throw new ApiError('REQ4000', fault);
  const parsed = Fixture.safeParse(record);
  if (!parsed.success) throw new ApiError('REQ4000', parsed.error.issues[0]?.message);
  const key = toMatchKey(parsed.data, foldText(parsed.data.home), foldText(parsed.data.away));
  const before = seen.get(key);
  if (before !== undefined) throw new ApiError('REQ4000', `Es el mismo partido que en la línea ${before}`);
  seen.set(key, number);
  return parsed.data;
}
