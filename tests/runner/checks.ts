/** Checks of the sources: types, format and lint, imports, conventions, lines. Each counts as one test. */
import { bin, run, wasStopped } from './child.ts';
import { emptyOutcome, type Outcome } from './outcome.ts';

/** The slowest first, so that no long check is left for the end. */
const projects = ['tests', 'infra', 'web', 'functions', 'shared', 'web/service-worker'];

/** As typed in a shell. `--checkers 1`: each parallel type checker would parse the same libraries again. */
const checks: [name: string, command: string][] = [
  ...projects.map((project): [string, string] => [`types of ${project}`, `npx tsc -p ${project} --checkers 1`]),
  ['format and lint', 'npx biome check --error-on-warnings .'],
  ['imports', 'npx depcruise --config infra/toolchain/dependency-rules.mjs functions shared web infra tests'],
  ['conventions', 'node infra/toolchain/run.mjs tests/runner/conventions.ts'],
  ['lines', 'node infra/toolchain/run.mjs tests/runner/lines.ts'],
];

/** A third less CPU for the compiler, for a tenth more memory. */
const compilerMemory = { GOGC: '400' };

export async function runChecks(): Promise<Outcome> {
  const outcome = emptyOutcome();
  const left = [...checks];
  const worker = async () => {
    for (let next = left.shift(); next && !wasStopped(); next = left.shift()) {
      const [name, again] = next;
      const { code, output } = await run(name, replaceNpx(again.split(' ')), compilerMemory);
      if (code === 0) outcome.passed += 1;
      else outcome.failed.push({ path: '', title: name, why: output, again });
    }
  };
  await Promise.all([worker(), worker()]);
  return outcome;
}

/** Saves half a second per command. */
const replaceNpx = ([first = '', ...rest]: string[]) =>
  first === 'npx' ? [bin(rest[0] ?? ''), ...rest.slice(1)] : [first, ...rest];
