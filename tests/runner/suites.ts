/** The suites of `npm test`. */
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { listChanges } from './changes.ts';
import { runChecks } from './checks.ts';
import { bin, run, wasStopped } from './child.ts';
import { emptyOutcome, merge, type Outcome } from './outcome.ts';
import { hasChange, isUnchanged } from './parts.ts';
import { toTitlePattern } from './words.ts';

export type Suite = () => Promise<Outcome>;

const e2e = 'tests/e2e';
const playwright = [bin('playwright'), 'test', '--config', `${e2e}/playwright.config.ts`];
const noWords: string[] = [];
/** Projects beside `api`, which shares one platform. */
const others = 'unit,web,stacks,infra,system';

/** `all` includes tests of parts of the product that have not changed. */
export function listSuites(all: boolean): Suite[] {
  const changes = all ? undefined : listChanges();
  const withInfra = !changes || hasChange(changes, ['infra', 'tests/runner']);
  const changed = changes && { TEST_CHANGES: changes.join('\n') };
  const runOthers = () => runVitest(withInfra ? others : 'unit,web,system', noWords, changed);
  const runApi = () => runVitest('api', noWords, changed);
  const browsers = (data: string) =>
    runBrowserTests([...playwright, ...skipOptions(withInfra, changes)], { E2E_DATA: data });
  return [() => runAll(runOthers, runApi, browsers)];
}

/** Prepares the data of the browser tests during the checks; API and browser tests each need the whole machine. */
async function runAll(others: Suite, api: Suite, browsers: (data: string) => Promise<Outcome>): Promise<Outcome> {
  const data = mkdtempSync(join(tmpdir(), 'cantera-e2e-'));
  try {
    const prepared = prepareBrowserTests(data);
    const outcome = await runSuites([runChecks, others]);
    await prepared;
    return merge(outcome, await runSuites([api, () => browsers(data)]));
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The outcome is not counted: a failure repeats when the browser tests start the platform. */
const prepareBrowserTests = (data: string) =>
  run('Browsers: preparation', [process.execPath, `${e2e}/support/prepare-data.ts`, data]);

export const selectSuites = (words: string[], environment = {}): Suite[] => [
  () => runVitest(others, words, environment),
  () => runVitest('api', words, environment),
  async () => {
    // A path to another test file selects no browser test. Playwright would load all of its tests for 4 s.
    if (words.some((word) => !word.startsWith(e2e) && existsSync(join(root, word)))) return emptyOutcome();
    // The command has no dependency projects, since filters do not apply to them.
    const command = [...playwright, '--no-deps', '--grep', toTitlePattern(listSpecs(), e2e, words).source];
    // Starts the platform only if a test matches.
    const { output } = await run('Browsers: matching tests', [...command, '--list']);
    return output.includes('No tests found') ? emptyOutcome() : runBrowserTests(command, environment);
  },
];

export async function runSuites(wanted: Suite[]): Promise<Outcome> {
  let outcome = emptyOutcome();
  for (const suite of wanted) if (!wasStopped()) outcome = merge(outcome, await suite());
  return outcome;
}

export const runVitest = (projects: string, words = noWords, environment = {}) =>
  runSuite(`Vitest: ${projects}`, [process.execPath, 'tests/runner/vitest.ts', projects, ...words], environment);

const runBrowserTests = (command: string[], environment = {}) => runSuite('Browsers', command, environment);

/** Skips nightly browser tests, those of unchanged parts, and `npm start` unless `infra/` has changed. */
function skipOptions(withInfra: boolean, changes: string[] | undefined): string[] {
  const unchanged = changes ? listSpecs().filter((file) => isUnchanged(`${e2e}/${file}`, changes)) : [];
  const skipped = [
    ...unchanged.map((file) => `^\\S+ ${RegExp.escape(file)} .*@ci`),
    ...(process.env.TEST_PROFILE === 'nightly' ? [] : ['@nightly']),
    ...(withInfra ? [] : ['@alone']),
  ];
  return [
    ...(skipped.length > 0 ? ['--grep-invert', skipped.join('|')] : []),
    // Filters do not apply to the project of `npm start`, which the others depend on.
    ...(withInfra ? [] : ['--no-deps']),
  ];
}

const listSpecs = () => globSync('**/*.spec.ts', { cwd: join(root, e2e) });

async function runSuite(name: string, command: string[], environment: object): Promise<Outcome> {
  const { code, output, outcome = emptyOutcome() } = await run(name, command, { NO_COLOR: '1', ...environment });
  if (code === 0 || outcome.failed.length > 0) return outcome;
  // The suite broke before its first test.
  return merge(outcome, {
    ...emptyOutcome(),
    failed: [{ path: '', title: name, why: output.slice(-1_500), again: 'npm test' }],
  });
}
