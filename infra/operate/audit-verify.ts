/**
 * `npm run audit:verify`: checks that no entry of a stage's audit was changed, removed or rewritten, and prints where.
 */
import { verifyAudit } from '../../functions/trust/audit/anchors.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOption } from './stage.ts';

const usage = `npm run audit:verify -- [options]

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --help           shows this text`;

const { values } = readArguments(usage, stageOption);

const reasons = {
  CHANGED: 'was changed after it was written',
  MISSING: 'does not follow the one before it: entries are missing',
  UNLINKED: 'does not link to the one before it, which was replaced',
  REWRITTEN: 'differs from what an anchor recorded: it, or one before it, was rewritten',
  FORGED: 'is no anchor that this stage has signed',
  UNANCHORED: 'is older than two days and in no anchor: the job anchor-audit has stopped',
};

await runCommand(async () => {
  await connectToStage(values.stage);
  const { entries, anchors, breaks } = await verifyAudit(Date.now());
  for (const { chain, at, reason } of breaks)
    console.error(`${[chain, at && `entry ${Number(at)}`].filter(Boolean).join(' ')} ${reasons[reason]}.`);
  const verdict = breaks.length === 0 ? 'all intact' : 'broken';
  console.log(`${entries} entries of "${values.stage}" checked against ${anchors} anchors: ${verdict}.`);
  if (breaks.length > 0) process.exitCode = 1;
});
