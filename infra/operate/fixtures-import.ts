/**
 * `npm run fixtures:import -- <file.csv>`: the matches of a league or a club from a file. The same file twice changes
 * nothing, and another date or venue moves the match. Refused lines are printed with their reasons.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { type FixtureOutcome, keyOf, takeFixture } from '../../functions/league/events/fixtures.ts';
import { Refusal } from '../../shared/errors.ts';
import { fold } from '../../shared/fold.ts';
import { Fixture, fixtureColumns } from '../../shared/league/fixtures.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { pointToStage } from './stage.ts';

const { required, optional } = fixtureColumns;

const usage = `npm run fixtures:import -- <file.csv> [options]

The file has a header line with the columns ${required.join(', ')}, and may have ${optional.join(', ')};
commas or semicolons. Dates are 2026-03-07 or 7/3/2026, times 18:30 in Madrid; clubs are written as they are called.

  --stage <stage>  "local" (the platform that "npm start" runs) or a deployed stage; "local" unless said
  --dry-run        only says what would happen, line by line
  --help           this text`;

const {
  values,
  words: [file],
} = readArguments(
  usage,
  {
    stage: { type: 'string', default: 'local' },
    'dry-run': { type: 'boolean', default: false },
  },
  1,
);

try {
  if (!file) throw new Error(usage);
  await importFile(file, values['dry-run']);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function importFile(file: string, dry: boolean): Promise<void> {
  const lines = read(readFileSync(file, 'utf8'));
  await pointToStage(values.stage);
  const counts: Record<FixtureOutcome | 'refused', number> = { created: 0, moved: 0, unchanged: 0, refused: 0 };
  const seen = new Map<string, number>();
  for (const { record, number } of lines) {
    try {
      const outcome = await takeLine(record, number, seen, dry);
      counts[outcome] += 1;
      if (dry && outcome !== 'unchanged') console.log(`Line ${number}: ${outcome}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      counts.refused += 1;
      console.log(`Line ${number} refused: ${error.message}`);
    }
  }
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  console.log(`${dry ? 'Would do' : 'Done'}: ${figures.join(', ')}.`);
}

async function takeLine(record: Record<string, string>, number: number, seen: Map<string, number>, dry: boolean) {
  const parsed = Fixture.safeParse(record);
  if (!parsed.success) throw new Refusal('REQ4000', parsed.error.issues[0]?.message);
  const key = keyOf(parsed.data, fold(parsed.data.home), fold(parsed.data.away));
  const before = seen.get(key);
  if (before !== undefined) throw new Refusal('REQ4000', `Es el mismo partido que en la línea ${before}`);
  seen.set(key, number);
  return takeFixture(parsed.data, Date.now(), dry);
}

interface Line {
  record: Record<string, string>;
  number: number;
}

function read(content: string): Line[] {
  const rows = parse(content, {
    delimiter: [',', ';'],
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const names = (rows[0]?.record ?? []).map(fold);
  const missing = required.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => ![...required, ...optional].some((known) => known === name));
  if (missing.length > 0 || unknown.length > 0) {
    const [lacks, has] = [missing, unknown].map((list) => list.join(', ') || 'nothing');
    throw new Error(`The header line lacks ${lacks} and has unknown ${has}.\n\n${usage}`);
  }
  return rows.slice(1).map(({ record, info }) => ({
    record: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
    number: info.lines,
  }));
}
