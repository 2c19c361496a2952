/**
 * `npm run fixtures:import -- <file.csv>`: imports matches from a file; idempotent. A changed date or venue updates the
 * match; rejected lines are printed with the reason.
 */
import { readFileSync } from 'node:fs';
import { readFixtures } from '../../functions/league/events/fixture-file.ts';
import { importFixtures } from '../../functions/trust/matters/returning-matches.ts';
import { type FixtureLine, fixtureColumns } from '../../shared/domain/fixtures.ts';
import { decodeSpreadsheet } from '../../shared/domain/spreadsheet-text.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOptions } from './stage.ts';

const { required, optional } = fixtureColumns;

const usage = `npm run fixtures:import -- <file.csv> [options]

The file has a header line with the columns ${required.join(', ')}, and may have ${optional.join(', ')};
separated by semicolons, tabs or commas, in UTF-8 or Windows-1252. Dates are 2026-03-07, 7/3/2026 or 07/03/26, times
18:30 or 18:30:00 in Madrid; clubs have their full names.

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --dry-run        prints what would be done, line by line
  --help           shows this text`;

const {
  values,
  words: [file],
} = readArguments(usage, stageOptions, 1);

await runCommand(async () => {
  if (!file) throw new Error(usage);
  await importFile(file, values['dry-run']);
});

async function importFile(file: string, dry: boolean): Promise<void> {
  const lines = readFixtures(decodeSpreadsheet(readFileSync(file)));
  await connectToStage(values.stage);
  const counts: Record<FixtureLine['outcome'], number> = {
    created: 0,
    recovered: 0,
    moved: 0,
    unchanged: 0,
    refused: 0,
  };
  for (const { number, outcome, reason } of await importFixtures(lines, { now: Date.now(), dry })) {
    counts[outcome] += 1;
    if (outcome === 'refused') console.log(`Line ${number} refused: ${reason}`);
    else if (dry && outcome !== 'unchanged') console.log(`Line ${number}: ${outcome}`);
  }
  const { recovered, ...usual } = counts;
  const figures = Object.entries({ ...usual, ...(recovered > 0 && { recovered }) }).map(
    ([name, count]) => `${count} ${name}`,
  );
  console.log(`${dry ? 'Would do' : 'Done'}: ${figures.join(', ')}.`);
}
