/** `npm run release:record`: records today's templates as those of the last release. */
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { describeTemplates, findReleaseFaults, listReplacing, readRelease, writeRelease } from './release.ts';

const usage = `npm run release:record -- --reason <text>

Records today's templates, with which later ones are compared: CloudFormation must accept the upgrade and lose nothing. Run
it on the commit that was deployed to production, and commit tests/infra/stacks/release.jsonl. Changes nothing on AWS.

  --reason <text>  what was released, or why an upgrade that CloudFormation refuses is wanted
  --help           shows this text`;

const { values } = readArguments(usage, { reason: { type: 'string' } });
if (!values.reason?.trim()) {
  console.error(`--reason is required\n\n${usage}`);
  process.exit(1);
}
const last = readRelease();
const faults = findReleaseFaults(last.resources, describeTemplates(last.replacing));
const resources = describeTemplates();
const types = [...new Set(resources.map(({ type }) => type))];
const replacing = Object.fromEntries(types.map((type) => [type, listReplacing(type)]));
writeRelease({ reason: values.reason.trim(), replacing, resources });
console.log(`${resources.length} resources recorded.`);
if (faults.length > 0)
  console.log(`A stage of the release before cannot be upgraded to this one:\n${faults.join('\n')}`);
