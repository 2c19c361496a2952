/** The two suites: what Vitest runs (rules, api, web, infra, security) and what Playwright runs (e2e). */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { workingFfmpegs } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { bin, run, wasStopped } from './child.ts';
import { both, type Failure, nothing, type Outcome } from './outcome.ts';
import { commandFor, titleOf } from './words.ts';

const vitest = [process.execPath, 'tests/runner/vitest.ts'];
const folder = 'tests/e2e';
const playwright = [bin('playwright'), 'test', '--config', `${folder}/playwright.config.ts`];

export async function runSuites(words: string[]): Promise<Outcome> {
  const quick = await runSuite('rules, api, web, infra, security', [...vitest, ...words], { NO_COLOR: '1' });
  const media = words.length === 0 && !wasStopped() ? await runMedia() : nothing();
  return wasStopped() ? quick : [quick, media, await runEndToEnd(words)].reduce(both);
}

/** The tests that touch media, once more with each other ffmpeg of this machine: a new machine has the packaged one only. */
async function runMedia(): Promise<Outcome> {
  const touching = globSync('tests/**/*.test.ts', { cwd: root }).filter((path) =>
    /support\/(media|encoder|crashing-ffmpeg)\.ts'|\/ffmpeg\.ts'/.test(readFileSync(join(root, path), 'utf8')),
  );
  let outcome = nothing();
  for (const { name, path } of (await workingFfmpegs()).slice(1)) {
    if (wasStopped()) break;
    const suite = `media with the ${name} ffmpeg`;
    const ran = await runSuite(suite, [...vitest, ...touching], { NO_COLOR: '1', FFMPEG_PATH: path });
    const failed = ran.failed.map((one) => ({ ...one, title: `${one.title} (${suite})`, again: again(one, path) }));
    outcome = both(outcome, { ...ran, failed });
  }
  return outcome;
}

const again = ({ path, title }: Failure, ffmpeg: string) =>
  `FFMPEG_PATH=${relative(root, ffmpeg)} ${commandFor([path, title].filter(Boolean))}`;

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
