/**
 * `npm run audit:verify`: checks that no entry of a stage's audit was changed or removed, and prints where the chain
 * breaks.
 */
import { verifyAudit } from '../../functions/trust/audit/verify-audit.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { connectToStage } from './stage.ts';

const usage = `npm run audit:verify -- [options]

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --help           shows this text`;

const { values } = readArguments(usage, { stage: { type: 'string', default: 'local' } });

const reasons = {
  CHANGED: 'was changed after it was written',
  MISSING: 'does not follow the one before it: entries are missing',
  UNLINKED: 'does not link to the one before it, which was replaced',
};

try {
  await connectToStage(values.stage);
  const { entries, breaks } = await verifyAudit();
  for (const { chain, at, reason } of breaks) console.error(`${chain} entry ${Number(at)} ${reasons[reason]}.`);
  console.log(`${entries} entries of "${values.stage}" checked: ${breaks.length === 0 ? 'all intact' : 'broken'}.`);
  if (breaks.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
