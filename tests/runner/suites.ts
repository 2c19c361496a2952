/**
 * The suites: what Vitest runs, in a few processes (api and security; rules; infra and web), and what Playwright runs (e2e).
 * With --all, parts of them once more: with each other ffmpeg, at other times, while AWS fails.
 */
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { type Ffmpeg, listWorkingFfmpegs } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { nodeEnvironment } from '../support/node-environment.ts';
import { runChecks } from './checks.ts';
import { anyTurn, bin, lastTurn, run, wasStopped } from './child.ts';
import { trickyInstants } from './instants.ts';
import { both, nothing, type Outcome } from './outcome.ts';
import { commandFor, titleOf } from './words.ts';

const folder = 'tests/e2e';
// Pictures of what failed outlast the run.
const results = { E2E_RESULTS: join(tmpdir(), 'cantera-e2e-results') };
const playwright = [bin('playwright'), 'test', '--config', `${folder}/playwright.config.ts`];

type Part = () => Promise<Outcome>;

/** `minutes`: what repeats tests under other circumstances is not begun later than that, and said not to have run. */
export async function runSuites(
  words: string[],
  thorough: boolean,
  minutes = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const last = performance.now() + minutes * 60_000;
  let outcome = nothing();
  if (thorough && words.length === 0) outcome = await runChecks();
  if (!wasStopped()) outcome = both(outcome, await (thorough ? runInTurn : runAtOnce)(words));
  if (!thorough || words.length > 0) return outcome;
  const others = (await listWorkingFfmpegs()).slice(1);
  const again: Record<string, Part> = {
    'media with another ffmpeg': () => inTurn(others.flatMap(mediaWith)),
    'a bad day of AWS': onABadDay,
    ...Object.fromEntries(trickyInstants().map((at) => [`dates at ${at}`, datesAt(at)])),
  };
  for (const [name, part] of Object.entries(again)) {
    if (wasStopped()) break;
    if (performance.now() < last) outcome = both(outcome, await part());
    else console.log(`\nNot begun after ${minutes} minutes, on a slow machine: ${name}`);
  }
  return outcome;
}

async function inTurn(parts: Part[]): Promise<Outcome> {
  let outcome = nothing();
  for (const part of parts) if (!wasStopped()) outcome = both(outcome, await part());
  return outcome;
}

/** Not how lives end, which waits for encoders. */
const viewing = ['library', 'playback', 'running', 'viewer-reads'].map((file) => `viewing/${file}`);

/** What has to do with dates, on a day or in a night on which they are difficult. */
function datesAt(at: string): Part {
  const dated = [
    ...['tests/rules', 'tests/api/league', 'tests/api/people', 'tests/api/money'],
    ...viewing.map((file) => `tests/api/${file}`),
    ...['tests/web/league', 'tests/web/money', 'tests/web/people', 'tests/web/platform/format'],
    ...['tests/infra/operate.test', 'tests/infra/local/events'],
  ];
  return again(
    `at ${at}`,
    (words) => commandFor(words, ['--at', at]),
    () =>
      runBothSides(`dates at ${at}`, dated, {
        TEST_EFFORT: '',
        ...nodeEnvironment(String(Date.parse(at) - Date.now())),
      }),
  );
}

/**
 * While AWS and Stripe throttle, cancel and lose answers: what a repetition saves is no error, and nothing is lost or
 * doubled. By hand with all of tests/api: what encodes takes minutes more, and shows little more.
 */
const faults = 'throttle:0.3,conflict:0.1,lost:0.03';
const onABadDay = again(
  'on a bad day of AWS',
  (words) => `FAULTS=${faults} ${commandFor(words)}`,
  () => {
    const wings = ['league', 'people', ...viewing, 'money', 'platform', 'broadcast/broadcasts'];
    const paths = wings.map((wing) => `tests/api/${wing}`);
    return runBothSides('API on a bad day of AWS', paths, { TEST_EFFORT: '', FAULTS: faults });
  },
);

/** What touches media, once more with another ffmpeg of this machine. (A new machine has the packaged one only.) */
function mediaWith({ name, path: ffmpeg }: Ffmpeg): Part[] {
  const makers = /support\/(media|encoder|crashing-ffmpeg|files)\.ts'|\/ffmpeg\.ts'/;
  const touching = (pattern: string) =>
    globSync(pattern, { cwd: root }).filter((path) => makers.test(readFileSync(join(root, path), 'utf8')));
  const command = (words: string[]) => `FFMPEG_PATH=${relative(root, ffmpeg)} ${commandFor(words)}`;
  const media = `media with the ${name} ffmpeg`;
  const environment = { FFMPEG_PATH: ffmpeg };
  const specs = () => [...playwright, '--no-deps', ...touching(`${folder}/*.spec.ts`)];
  return [
    () => runBothSides(media, touching('tests/**/*.test.ts'), environment),
    () => runSuite(`e2e of ${media}`, specs(), environment),
  ].map((part) => again(media, command, part));
}

/** Says of what failed under which circumstances it did, and how to run it alone in these. */
function again(circumstances: string, command: (words: string[]) => string, part: Part): Part {
  return async () => {
    const { failed, ...rest } = await part();
    return {
      ...rest,
      failed: failed.map(({ path, title, ...one }) => ({
        again: command([path, title].filter(Boolean)),
        ...{ ...one, path, title: `${title} (${circumstances})` },
      })),
    };
  };
}

/**
 * For two cores. Browsers and the API's tests wait a good part of their time, for pictures, lives and each other; what
 * only computes takes what they leave. Nothing is told sooner by checking first: all of it fits into one wait.
 */
async function runAtOnce(words: string[]): Promise<Outcome> {
  const beside = async () => {
    const checked = words.length === 0 ? await runChecks(lastTurn) : nothing();
    return wasStopped() ? checked : both(checked, await runVitest('Vitest', 'rules,node,web', words, {}, lastTurn));
  };
  return (await Promise.all([runVitest('Vitest', 'api', words), runEndToEnd(words, false), beside()])).reduce(both);
}

/** With --all they leave so little that what computes would take longer than a test may: it has the core of whichever ends first. */
async function runInTurn(words: string[]): Promise<Outcome> {
  const waiting = [runVitest('Vitest', 'api', words), runEndToEnd(words, true)];
  await Promise.race(waiting);
  const others = wasStopped() ? nothing() : runVitest('Vitest', 'rules,node,web', words);
  return (await Promise.all([...waiting, others])).reduce(both);
}

/** Its two sides: the tests of the API, clients of one platform, and all others. */
async function runBothSides(name: string, words: string[], environment = {}): Promise<Outcome> {
  const sides = ['api', 'rules,node,web'].map((projects) => runVitest(name, projects, words, environment));
  return (await Promise.all(sides)).reduce(both);
}

const runVitest = (name: string, projects: string, words: string[], environment = {}, turn = anyTurn) =>
  runSuite(`${name} (${projects})`, turn([process.execPath, 'tests/runner/vitest.ts', projects, ...words]), {
    NO_COLOR: '1',
    ...environment,
  });

async function runEndToEnd(words: string[], thorough: boolean): Promise<Outcome> {
  if (words.length === 0) return runSuite('e2e', thorough ? playwright : [...playwright, '--grep-invert', '@long']);
  const files = globSync('**/*.spec.ts', { cwd: join(root, folder) });
  // Filters are for what is asked for: other projects would come along whole.
  const filter = ['--no-deps', '--grep', titleOf(files, folder, words).source];
  // The platform is not started for nothing.
  const { output } = await run('e2e: which', [...playwright, '--list', ...filter]);
  return output.includes('No tests found') ? nothing() : runSuite('e2e', [...playwright, ...filter]);
}

async function runSuite(name: string, command: string[], environment = {}): Promise<Outcome> {
  const { code, output, outcome = nothing() } = await run(name, command, { ...results, ...environment });
  if (code === 0 || outcome.failed.length > 0) return outcome;
  // A suite that breaks before it counts anything has failed all the same.
  return both(outcome, {
    ...nothing(),
    failed: [{ path: '', title: name, why: output.slice(-1_500), again: 'npm test' }],
  });
}
