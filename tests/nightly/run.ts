/**
 * `npm run test:nightly`: every test with many cases, some with those of this night alone (`pickOfNight`); then parts of
 * them again with each other ffmpeg of this machine, with AWS fault injection, and at a random date.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { type Ffmpeg, listWorkingFfmpegs } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { readArguments } from '../../infra/toolchain/arguments.ts';
import { summary } from '../runner/outcome.ts';
import { listSuites, runSuites, runVitest, type Suite, selectSuites } from '../runner/suites.ts';
import { formatCommand } from '../runner/words.ts';
import { prepareMachine } from '../support/machine.ts';
import { nodeEnvironment } from '../support/node-environment.ts';

const usage = `npm run test:nightly [-- <words>]

Runs all tests with many random cases, with every ffmpeg of this machine, with AWS fault injection, and at a random
date. Takes two hours. With words it runs only the tests that have them in path or title, in all their cases.

  --help  shows this text`;

const { words } = readArguments(usage, {}, Number.POSITIVE_INFINITY);
process.env.TEST_PROFILE = 'nightly';
if (words.length === 0) process.env.NIGHT = String(Math.random());
const few = { TEST_PROFILE: '' };

/** Tests that depend on the date. */
const dated = [
  'tests/unit',
  'tests/api/league',
  'tests/api/people',
  'tests/api/money',
  ...['library', 'playback', 'live-from-start', 'viewer-reads'].map((file) => `tests/api/viewing/${file}`),
  'tests/web/league',
  'tests/web/money',
  'tests/web/people',
  'tests/web/platform/format',
];

await prepareMachine();
const otherFfmpegs = (await listWorkingFfmpegs()).slice(1);
const outcome = await runSuites(
  words.length > 0
    ? selectSuites(words)
    : [...listSuites(true), ...otherFfmpegs.flatMap(listFfmpegSuites), ...listFaultSuites(), ...listDatedSuites()],
);
console.log(summary(outcome, 'npm run test:nightly --'));
process.exitCode ??= outcome.failed.length > 0 || outcome.passed === 0 ? 1 : 0;

/** Lists suites that repeat the tests that use media, with this ffmpeg. */
function listFfmpegSuites({ name, path }: Ffmpeg): Suite[] {
  const makers = /support\/(media|encoder|crashing-ffmpeg|files)\.ts'|\/ffmpeg\.ts'/;
  const files = globSync('tests/**/*.{test,spec}.ts', { cwd: root }).filter((file) =>
    makers.test(readFileSync(join(root, file), 'utf8')),
  );
  return selectSuites(files, { FFMPEG_PATH: path }).map((suite) =>
    addCircumstances(`with the ${name} ffmpeg`, `FFMPEG_PATH=${relative(root, path)} npm run test:nightly --`, suite),
  );
}

/** Adds throttling, cancelled transactions and lost answers: retries must neither lose nor double anything. */
function listFaultSuites(): Suite[] {
  const faults = 'throttle:0.3,conflict:0.1,lost:0.03';
  const folders = ['league', 'people', 'viewing', 'money', 'platform', 'broadcast/broadcasts'];
  const files = folders.map((folder) => `tests/api/${folder}`);
  const run = () => runVitest('api', files, { ...few, FAULTS: faults });
  return [addCircumstances('while AWS fails', `FAULTS=${faults} npm test --`, run)];
}

/** Moves the clock within four years, which include leap days, new years and time changes. */
function listDatedSuites(): Suite[] {
  const at = `${new Date(Date.now() + Math.random() * 4 * 365.25 * 86_400_000).toISOString().slice(0, 16)}Z`;
  const environment = { ...few, ...nodeEnvironment(String(Date.parse(at) - Date.now())) };
  return ['unit,web', 'api'].map((projects) =>
    addCircumstances(`at ${at}`, `npm test -- --at ${at}`, () => runVitest(projects, dated, environment)),
  );
}

/** Adds to each failure its circumstances and the command that repeats it under them. */
function addCircumstances(circumstances: string, command: string, suite: Suite): Suite {
  return async () => {
    const { failed, ...rest } = await suite();
    return {
      ...rest,
      failed: failed.map(({ path, title, ...one }) => ({
        again: formatCommand([path, title].filter(Boolean), command),
        ...one,
        path,
        title: `${title} (${circumstances})`,
      })),
    };
  };
}
