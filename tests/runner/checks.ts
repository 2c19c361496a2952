/** What must hold before anything runs: format, lint, imports and types. Each counts as one. */
import { bin, run, wasStopped } from './child.ts';
import { nothing, type Outcome } from './outcome.ts';

const projects = ['shared', 'functions', 'infra', 'web', 'web/service-worker', 'tests'];

/** Commands as somebody types them. */
const checks: [name: string, command: string][] = [
  ['format and lint', 'npx biome check --error-on-warnings .'],
  ['imports', 'node infra/toolchain/run.mjs infra/toolchain/imports.ts'],
  ...projects.map((project): [string, string] => [`types of ${project}`, `npx tsc -p ${project}`]),
];

export async function runChecks(): Promise<Outcome> {
  const outcome = nothing();
  for (const [name, again] of checks) {
    if (wasStopped()) break;
    const { code, output } = await run(name, withoutNpx(again.split(' ')));
    if (code === 0) outcome.passed += 1;
    else outcome.failed.push({ path: '', title: name, why: output, again });
  }
  return outcome;
}

/** Half a second faster. */
const withoutNpx = ([first = '', ...rest]: string[]) =>
  first === 'npx' ? [bin(rest[0] ?? ''), ...rest.slice(1)] : [first, ...rest];
