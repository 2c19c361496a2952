/**
 * `npm test`: everything that must hold. Installs what the tests need (ffmpeg, a browser) where it is missing. Ends with
 * what failed, each with the command that runs it alone, and a line `N passed, N failed`.
 */
import { readArguments } from '../infra/toolchain/arguments.ts';
import { summary } from './runner/outcome.ts';
import { runSuites } from './runner/suites.ts';
import { prepareMachine } from './support/machine.ts';

const usage = `npm test [-- [--all] [--at <instant>] [<words>]]

Checks format, lint, imports and types, and runs all tests. With words it runs only the tests that have all of them in
path or title; of words that name files one is enough. A title that is put together while it runs needs a word of its
path beside it.

  npm test -- payments
  npm test -- login.spec password.test A-LOGIN-13

  --all           with every repetition, every state of every screen, every ffmpeg of this machine, on difficult dates,
                  and whatever else takes long
  --minutes <n>   with --all: what repeats tests under other circumstances (difficult dates, a bad day of AWS) is not begun
                  later than that, and said not to have run
  --at <instant>  as if the clock showed this, for example 2028-02-29T22:30Z; without a zone it is UTC
  --help          this text`;

const { values, words } = readArguments(
  usage,
  { all: { type: 'boolean', default: false }, minutes: { type: 'string' }, at: { type: 'string' } },
  Number.POSITIVE_INFINITY,
);
const options = [...(values.all ? ['--all'] : []), ...(values.at ? ['--at', values.at] : [])];
if (values.all) process.env.TEST_EFFORT = 'all';
if (values.at) process.env.TEST_CLOCK_SHIFT = String(instantOf(values.at) - Date.now());

await prepareMachine();
const outcome = await runSuites(words, values.all, minutesOf(values.minutes));
if (outcome.passed + outcome.failed.length === 0) console.log(`\nNo test has ${words.join(', ')} in its path or title`);
console.log(summary(outcome, options));
process.exitCode ??= outcome.failed.length > 0 || outcome.passed === 0 ? 1 : 0;

function minutesOf(text: string | undefined): number | undefined {
  const minutes = Number(text);
  if (text === undefined || minutes > 0) return text === undefined ? undefined : minutes;
  console.error(`"${text}" is no number of minutes\n\n${usage}`);
  process.exit(1);
}

function instantOf(text: string): number {
  const instant = Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  if (!Number.isNaN(instant)) return instant;
  console.error(`"${text}" is no instant\n\n${usage}`);
  process.exit(1);
}
