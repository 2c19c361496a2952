/**
 * `npm test`: installs ffmpeg and a browser if missing, runs the tests, and ends with the failures, each with the
 * command that repeats it, and a line `N passed, N failed`.
 */
import { readArguments } from '../infra/toolchain/arguments.ts';
import { summary } from './runner/outcome.ts';
import { listSuites, runSuites, selectSuites } from './runner/suites.ts';
import { prepareMachine } from './support/machine.ts';

const usage = `npm test [-- [--all] [--at <instant>] [<words>]]

Checks types, format, lint, imports and conventions, and runs the tests. Those of the API, of infra/ and of the whole
system, and long browser tests (\`@ci\` in the title), run only if their part of the product has changed since the main
branch; .ci/run runs all of them. With words it runs only the tests that have all of them in path or title; for words that name files one match is enough. A
title that is built at run time needs an additional word of its path.

  npm test -- payments
  npm test -- login.spec password.test A-LOGIN-13

  --all           includes the tests of parts that have not changed
  --at <instant>  runs at another time, for example 2028-02-29T22:30Z; UTC by default
  --help          shows this text

npm run test:nightly runs the long tests.`;

const { values, words } = readArguments(
  usage,
  { all: { type: 'boolean', default: false }, at: { type: 'string' } },
  Number.POSITIVE_INFINITY,
);
if (values.at) process.env.TEST_CLOCK_SHIFT = String(parseInstant(values.at) - Date.now());

await prepareMachine();
const outcome = await runSuites(words.length > 0 ? selectSuites(words) : listSuites(values.all));
if (outcome.passed + outcome.failed.length === 0) console.log(`\nNo test has ${words.join(', ')} in its path or title`);
console.log(summary(outcome, values.at && `npm test -- --at ${values.at}`));
process.exitCode ??= outcome.failed.length > 0 || outcome.passed === 0 ? 1 : 0;

function parseInstant(text: string): number {
  const instant = Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  if (!Number.isNaN(instant)) return instant;
  console.error(`"${text}" is not a valid date and time\n\n${usage}`);
  process.exit(1);
}
