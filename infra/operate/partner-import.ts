/**
 * `npm run partner:import -- <file.csv>`: imports the partner's customers. Idempotent, so it may be interrupted and
 * repeated. Rejected lines go into a report beside the file.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { type Outcome, saveCustomer } from '../../functions/people/partner/store.ts';
import { readSpreadsheet, type SpreadsheetRow } from '../../functions/platform/files/spreadsheet.ts';
import { mapLimited } from '../../functions/platform/observability/attempt-each.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { PartnerCustomer } from '../../shared/contract/partner.ts';
import { decodeSpreadsheet } from '../../shared/domain/spreadsheet-text.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOptions } from './stage.ts';

const usage = `npm run partner:import -- <file.csv> [options]

The file has a header line with the columns email, userId and to (YYYY-MM-DD), and may have name and surname, separated by
semicolons, tabs or commas, in UTF-8 or Windows-1252; values that contain the separator are quoted. Rejected lines are written to <file>.refused.csv with reasons.

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --dry-run        checks the lines without importing them
  --help           shows this text`;

const columns = ['email', 'userId', 'to', 'name', 'surname'];

/** Number of lines processed at once: enough for DynamoDB's latency, without throttling. */
const concurrency = 8;

const {
  values,
  words: [file],
} = readArguments(usage, stageOptions, 1);

await runCommand(async () => {
  if (!file) throw new Error(usage);
  await importFile(file);
});

async function importFile(file: string): Promise<void> {
  if (!values['dry-run']) await connectToStage(values.stage);
  const counts: Record<Outcome | 'refused', number> = { created: 0, renewed: 0, unchanged: 0, refused: 0 };
  const report = createWriteStream(`${file}.refused.csv`);
  report.write('line;reason\n');
  let technicalFailure: { error: unknown; at: number } | undefined;
  await mapLimited(readRows(file), concurrency, async (row) => {
    // All errors but ApiError are technical, so the remaining lines would fail as well.
    if (technicalFailure) return;
    const { number: at } = row;
    try {
      counts[await importRow(row)] += 1;
    } catch (error) {
      if (error instanceof ApiError) {
        counts.refused += 1;
        report.write(`${at};${error.message.replaceAll(/[;\n]/g, ',')}\n`);
      } else technicalFailure ??= { error, at };
    }
    if (at % 5_000 === 0) console.log(`${at} lines…`);
  });
  await new Promise((resolve) => report.end(resolve));
  if (technicalFailure) {
    throw new Error(
      `Stopped at line ${technicalFailure.at}: ${technicalFailure.error}\nStart it again: finished lines are kept.`,
    );
  }
  console.log(
    `${values['dry-run'] ? 'Checked' : 'Done'}: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}.`,
  );
  if (counts.refused > 0) console.log(`Refused lines with their reasons: ${file}.refused.csv`);
}

async function importRow({ record, fault }: SpreadsheetRow): Promise<Outcome> {
  if (fault !== null) throw new ApiError('REQ4000', fault);
  const parsed = PartnerCustomer.safeParse(record);
  if (!parsed.success) throw new ApiError('REQ4000', parsed.error.issues[0]?.message);
  if (values['dry-run']) return 'unchanged';
  return (await saveCustomer(parsed.data, Date.now())).outcome;
}

function readRows(file: string): SpreadsheetRow[] {
  const { names, rows } = readSpreadsheet(decodeSpreadsheet(readFileSync(file)), (title) => title);
  const missing = ['email', 'userId', 'to'].filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !columns.includes(name));
  if (missing.length > 0 || unknown.length > 0) {
    throw new Error(
      `The header line lacks ${missing.join(', ') || 'nothing'} and has unknown ${unknown.join(', ') || 'nothing'}.\n\n${usage}`,
    );
  }
  return rows;
}
