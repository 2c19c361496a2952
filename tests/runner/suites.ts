/**
 * The suites of `npm test`, run one after the other so that none starves another. Each has at most two busy workers.
 */
import { existsSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { hasChanged } from './changes.ts';
import { runChecks } from './checks.ts';
import { bin, run, wasStopped } from './child.ts';
import { emptyOutcome, merge, type Outcome } from './outcome.ts';
import { toTitlePattern } from './words.ts';

export type Suite = () => Promise<Outcome>;

const e2e = 'tests/e2e';
const playwright = [bin('playwright'), 'test', '--config', `${e2e}/playwright.config.ts`];
const noWords: string[] = [];

/** `all` includes the tests of stacks, emulators, commands and `npm start` even if `infra/` has not changed. */
export function suites(all: boolean): Suite[] {
  const withInfra = all || hasChanged('infra', 'tests/infra', 'tests/runner');
  return [
    runChecks,
    () => vitest(withInfra ? 'unit,web,stacks,infra' : 'unit,web'),
    () => vitest('api'),
    () => browserTests([...playwright, ...skipOptions(withInfra)]),
  ];
}

/** Tests with these words in path or title. */
export const suitesWith = (words: string[], environment = {}): Suite[] => [
  () => vitest('unit,web,stacks,infra', words, environment),
  () => vitest('api', words, environment),
  async () => {
    // Playwright takes 4 s to load all journeys.
    if (words.some((word) => !word.startsWith(e2e) && existsSync(join(root, word)))) return emptyOutcome();
    const files = globSync('**/*.spec.ts', { cwd: join(root, e2e) });
    // Without dependency projects, since filters do not apply to them.
    const command = [...playwright, '--no-deps', '--grep', toTitlePattern(files, e2e, words).source];
    // Starts the platform only if a test matches.
    const { output } = await run('Browsers: which', [...command, '--list']);
    return output.includes('No tests found') ? emptyOutcome() : browserTests(command, environment);
  },
];

export async function runSuites(wanted: Suite[]): Promise<Outcome> {
  let outcome = emptyOutcome();
  for (const suite of wanted) if (!wasStopped()) outcome = merge(outcome, await suite());
  return outcome;
}

export const vitest = (projects: string, words = noWords, environment = {}) =>
  runSuite(`Vitest: ${projects}`, [process.execPath, 'tests/runner/vitest.ts', projects, ...words], environment);

const browserTests = (command: string[], environment = {}) =>
  // Screenshots of failures outlast the run.
  runSuite('Browsers', command, { E2E_RESULTS: join(tmpdir(), 'cantera-e2e-results'), ...environment });

/** Skips nightly browser tests, and `npm start` unless `infra/` has changed. */
function skipOptions(withInfra: boolean): string[] {
  const tags = [...(process.env.TEST_PROFILE === 'nightly' ? [] : ['@nightly']), ...(withInfra ? [] : ['@alone'])];
  return [
    ...(tags.length > 0 ? ['--grep-invert', tags.join('|')] : []),
    // Filters do not apply to the project of `npm start`, which the others depend on.
    ...(withInfra ? [] : ['--no-deps']),
  ];
}

async function runSuite(name: string, command: string[], environment: object): Promise<Outcome> {
  const { code, output, outcome = emptyOutcome() } = await run(name, command, { NO_COLOR: '1', ...environment });
  if (code === 0 || outcome.failed.length > 0) return outcome;
  // The suite broke before its first test.
  return merge(outcome, {
    ...emptyOutcome(),
    failed: [{ path: '', title: name, why: output.slice(-1_500), again: 'npm test' }],
  });
}
