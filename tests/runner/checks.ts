/** What holds of the sources: format, lint, imports and types. Each counts as one. */
import { anyTurn, bin, run, wasStopped } from './child.ts';
import { nothing, type Outcome } from './outcome.ts';

/** The one that reads most, and then the others beside it. */
const projects = ['tests', 'infra', 'web', 'functions', 'shared', 'web/service-worker'];

/** Commands as somebody types them. More than one checker would look at the same libraries several times. */
const checks: [name: string, command: string][] = [
  ...projects.map((project): [string, string] => [`types of ${project}`, `npx tsc -p ${project} --checkers 1`]),
  ['format and lint', 'npx biome check --error-on-warnings .'],
  ['imports', 'npx depcruise --config infra/toolchain/dependency-rules.mjs functions shared web infra tests'],
];

/** A third less work for the compiler, for a tenth more memory. */
const seldomCollected = { GOGC: '400' };

export async function runChecks(turn = anyTurn): Promise<Outcome> {
  const outcome = nothing();
  const left = [...checks];
  const oneAfterTheOther = async () => {
    for (let next = left.shift(); next && !wasStopped(); next = left.shift()) {
      const [name, again] = next;
      const { code, output } = await run(name, turn(withoutNpx(again.split(' '))), seldomCollected);
      if (code === 0) outcome.passed += 1;
      else outcome.failed.push({ path: '', title: name, why: output, again });
    }
  };
  await Promise.all([oneAfterTheOther(), oneAfterTheOther()]);
  return outcome;
}

/** Half a second faster. */
const withoutNpx = ([first = '', ...rest]: string[]) =>
  first === 'npx' ? [bin(rest[0] ?? ''), ...rest.slice(1)] : [first, ...rest];
