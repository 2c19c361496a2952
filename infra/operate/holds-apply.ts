/**
 * `npm run holds:apply`: after a restore, repeats the closings made since the time of the restored tables, from the
 * audit and the matters.
 */
import { applyProtections } from '../../functions/trust/takedown/apply-protections.ts';
import { confirmLoosening } from '../../functions/trust/takedown/waiting.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOptions } from './stage.ts';

const usage = `npm run holds:apply -- --since <instant> [options]
npm run holds:apply -- --open-edge [--stage <stage>]

Applies every hold, removed range and families-only audience made since an instant to the items, hides those hidden or
deleted since, puts cameras into test or ends their airtime again, checks image rights that changed again, and brings
the edge in line. Nothing is loosened; may be repeated.

  --stage <stage>    "local" (the platform started with "npm start", the default) or a deployed stage
  --since <instant>  the time of the restored tables, for example 2026-11-28T06:00Z
  --dry-run          lists what was closed since, and changes nothing
  --open-edge        lets the next comparison open what the edge refuses and no withdrawal explains
  --help             shows this text`;

const { values } = readArguments(usage, {
  ...stageOptions,
  since: { type: 'string' },
  'open-edge': { type: 'boolean', default: false },
});

await runCommand(async () => {
  const since = values['open-edge'] ? 0 : Date.parse(values.since ?? '');
  if (Number.isNaN(since) || since > Date.now()) throw new Error(`--since is not a time in the past\n\n${usage}`);
  await connectToStage(values.stage);
  if (values['open-edge']) {
    await confirmLoosening();
    console.log('The next comparison, within a minute, opens what no withdrawal explains.');
  } else {
    await applySince(since, values['dry-run']);
  }
});

async function applySince(since: number, isDryRun: boolean): Promise<void> {
  const outcomes = { APPLIED: 'closed again', PRESENT: 'closed', GONE: 'no such item' };
  const counts = { APPLIED: 0, PRESENT: 0, GONE: 0 };
  await applyProtections({ since, now: Date.now(), isDryRun }, ({ kind, id, what, outcome }) => {
    counts[outcome] += 1;
    console.log(`${kind} ${id}: ${what} (${isDryRun ? 'not applied' : outcomes[outcome]})`);
  });
  console.log(
    isDryRun
      ? `${counts.PRESENT} protections since ${new Date(since).toISOString()}.`
      : `${counts.APPLIED} closed again, ${counts.PRESENT} were closed, ${counts.GONE} are gone. The edge follows within a minute.`,
  );
}
