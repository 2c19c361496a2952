/** The two suites: what Vitest runs (rules, api, web, infra, security) and what Playwright runs (e2e). */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { bin, run, wasStopped } from './child.ts';
import { both, nothing, type Outcome } from './outcome.ts';
import { titleOf } from './words.ts';

const vitest = [process.execPath, 'tests/runner/vitest.ts'];
const folder = 'tests/e2e';
const playwright = [bin('playwright'), 'test', '--config', `${folder}/playwright.config.ts`];

export async function runSuites(words: string[]): Promise<Outcome> {
  const quick = await runSuite('rules, api, web, infra, security', [...vitest, ...words], { NO_COLOR: '1' });
  return wasStopped() ? quick : both(quick, await runEndToEnd(words));
}

async function runEndToEnd(words: string[]): Promise<Outcome> {
  if (words.length === 0) return runSuite('e2e', playwright);
  const files = globSync('**/*.spec.ts', { cwd: join(root, folder) });
  const filter = ['--grep', titleOf(files, folder, words).source];
  // The platform is not started for nothing.
  const { output } = await run('e2e: which', [...playwright, '--list', ...filter]);
  return output.includes('No tests found') ? nothing() : runSuite('e2e', [...playwright, ...filter]);
}

async function runSuite(name: string, command: string[], environment = {}): Promise<Outcome> {
  const { code, output, outcome = nothing() } = await run(name, command, environment);
  if (code === 0 || outcome.failed.length > 0) return outcome;
  // A suite that breaks before it counts anything has failed all the same.
  return both(outcome, {
    ...nothing(),
    failed: [{ path: '', title: name, why: output.slice(-1_500), again: 'npm test' }],
  });
}
