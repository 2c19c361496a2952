/**
 * `npm run invoices:verify`: checks that no record of a stage's invoices was changed or removed, that numbers have no
 * gaps and that the months' sums are those of their records, and prints where not.
 */
import { findChainBreaks } from '../../functions/money/invoices/rules.ts';
import { readInvoices } from '../../functions/money/invoices/store.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOption } from './stage.ts';

const usage = `npm run invoices:verify -- [options]

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --help           shows this text`;

const { values } = readArguments(usage, stageOption);

const reasons = {
  CHANGED: 'was changed after it was issued',
  MISSING: 'does not follow the record before it, or is missing',
  UNLINKED: 'does not link to the record before it',
  GAP: 'does not follow the number before it in its series',
  SUM: 'has a base and VAT that do not add up, or is not in its month’s sum',
};

await runCommand(async () => {
  await connectToStage(values.stage);
  const { chain, records } = await readInvoices();
  const breaks = findChainBreaks(records, chain);
  for (const { number, reason } of breaks) console.error(`${number} ${reasons[reason]}.`);
  const verdict = breaks.length === 0 ? 'all intact' : 'broken';
  console.log(`${records.length} invoices of "${values.stage}" checked: ${verdict}.`);
  if (breaks.length > 0) process.exitCode = 1;
});
