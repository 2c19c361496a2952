/** The two suites: what Vitest runs (rules, api, web, infra, security) and what Playwright runs (e2e). */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../infra/local/config.ts';
import { type Ffmpeg, workingFfmpegs } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { bin, run, wasStopped } from './child.ts';
import { both, type Failure, nothing, type Outcome } from './outcome.ts';
import { commandFor, titleOf } from './words.ts';

const vitest = [process.execPath, 'tests/runner/vitest.ts'];
const folder = 'tests/e2e';
const playwright = [bin('playwright'), 'test', '--config', `${folder}/playwright.config.ts`];

export async function runSuites(words: string[]): Promise<Outcome> {
  const thorough = process.env.TEST_EFFORT === 'all' && words.length === 0;
  const parts = [
    () => runSuite('rules, api, web, infra, security', [...vitest, ...words], { NO_COLOR: '1' }),
    () => runEndToEnd(words),
    ...(thorough ? (await workingFfmpegs()).slice(1).flatMap(mediaWith) : []),
  ];
  let outcome = nothing();
  for (const part of parts) if (!wasStopped()) outcome = both(outcome, await part());
  return outcome;
}

/** What touches media, once more with another ffmpeg of this machine. (A new machine has the packaged one only.) */
function mediaWith({ name, path: ffmpeg }: Ffmpeg): (() => Promise<Outcome>)[] {
  const makers = /support\/(media|encoder|crashing-ffmpeg|files)\.ts'|\/ffmpeg\.ts'/;
  const touching = (pattern: string) =>
    globSync(pattern, { cwd: root }).filter((path) => makers.test(readFileSync(join(root, path), 'utf8')));
  const again = ({ path, title }: Failure) =>
    `FFMPEG_PATH=${relative(root, ffmpeg)} ${commandFor([path, title].filter(Boolean))}`;
  const suite = (title: string, command: string[]) => async () => {
    const { failed, ...rest } = await runSuite(title, command, { NO_COLOR: '1', FFMPEG_PATH: ffmpeg });
    return { ...rest, failed: failed.map((one) => ({ again: again(one), ...one, title: `${one.title} (${title})` })) };
  };
  return [
    suite(`media with the ${name} ffmpeg`, [...vitest, ...touching('tests/**/*.test.ts')]),
    suite(`e2e of media with the ${name} ffmpeg`, [...playwright, '--no-deps', ...touching(`${folder}/*.spec.ts`)]),
  ];
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
