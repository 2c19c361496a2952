/**
 * `npm run partner:import -- <file.csv>`: the partner's customers from a file, line by line and a few at a time. It may
 * be interrupted and started again, and the same file twice changes nothing: creating and renewing are one operation.
 * Refused lines go to a report beside the file.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse/sync';
import { type Outcome, saveCustomer } from '../../functions/people/partner/store.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { PartnerCustomer } from '../../shared/contract/partner.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { pointToStage } from './stage.ts';

const usage = `npm run partner:import -- <file.csv> [options]

The file has a header line with the columns email, userId and to (YYYY-MM-DD), and may have name and surname; commas or
semicolons, quotes where a value holds one. Refused lines are written to <file>.refused.csv with their reasons.

  --stage <stage>  "local" (the platform that "npm start" runs) or a deployed stage; "local" unless said
  --dry-run        only checks the lines
  --help           this text`;

const columns = ['email', 'userId', 'to', 'name', 'surname'];

/** DynamoDB answers in some milliseconds: eight at a time keep it busy without throttling. */
const parallel = 8;

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
  await importFile(file);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function importFile(file: string): Promise<void> {
  if (!values['dry-run']) await pointToStage(values.stage);
  const counts: Record<Outcome | 'refused', number> = { created: 0, renewed: 0, unchanged: 0, refused: 0 };
  const report = createWriteStream(`${file}.refused.csv`);
  report.write('line;reason\n');
  const running = new Set<Promise<void>>();
  // What is no refusal of ours is the machine's or the network's fault: the rest would fail alike.
  let broken: { error: unknown; at: number } | undefined;
  let number = 0;
  let header: Header | undefined;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    if (!header) {
      header = headerOf(line);
      continue;
    }
    const at = number;
    const work: Promise<void> = importLine(line, header)
      .then((outcome) => {
        counts[outcome] += 1;
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) {
          broken ??= { error, at };
          return;
        }
        counts.refused += 1;
        report.write(`${at};${error.message.replaceAll(/[;\n]/g, ',')}\n`);
      })
      .finally(() => running.delete(work));
    running.add(work);
    if (running.size >= parallel) await Promise.race(running);
    if (broken) break;
    if (number % 5_000 === 0) console.log(`${number} lines…`);
  }
  await Promise.all(running);
  await new Promise((resolve) => report.end(resolve));
  if (broken) {
    throw new Error(`Stopped at line ${broken.at}: ${broken.error}\nStart it again: what is done stays done.`);
  }
  console.log(
    `${values['dry-run'] ? 'Checked' : 'Done'}: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}.`,
  );
  if (counts.refused > 0) console.log(`Refused lines with their reasons: ${file}.refused.csv`);
}

async function importLine(line: string, { names, separator }: Header): Promise<Outcome> {
  const cells = split(line, separator);
  const record = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  const parsed = PartnerCustomer.safeParse(record);
  if (!parsed.success) throw new ApiError('REQ4000', parsed.error.issues[0]?.message);
  if (values['dry-run']) return 'unchanged';
  return (await saveCustomer(parsed.data, Date.now())).outcome;
}

interface Header {
  names: string[];
  separator: ',' | ';';
}

function headerOf(line: string): Header {
  const separator = line.includes(';') ? ';' : ',';
  const names = split(line, separator);
  const missing = ['email', 'userId', 'to'].filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !columns.includes(name));
  if (missing.length > 0 || unknown.length > 0) {
    throw new Error(
      `The header line lacks ${missing.join(', ') || 'nothing'} and has unknown ${unknown.join(', ') || 'nothing'}.\n\n${usage}`,
    );
  }
  return { names, separator };
}

/** Cells of one line. Line by line, a quote that is never closed spoils its own line only. */
function split(line: string, delimiter: string): string[] {
  try {
    const [cells = []] = parse(line, { delimiter, bom: true, trim: true });
    return cells;
  } catch {
    throw new ApiError('REQ4000', 'La línea no es CSV');
  }
}
