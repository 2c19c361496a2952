/** The result of a suite, and the summary at the end of `npm test`. */
import { stripVTControlCharacters } from 'node:util';
import { formatCommand } from './words.ts';

export interface Outcome {
  passed: number;
  failed: Failure[];
  /** Passed at the second attempt: counted as passed and listed as defects. */
  flaky: Failure[];
  /** Skipped because of an earlier failure. */
  notRun: number;
  /** Milliseconds of each file with tests, summed over its tests. */
  times: FileTime[];
}

export interface FileTime {
  path: string;
  ms: number;
}

export interface Failure {
  /** Relative to the repository; empty if no file is responsible. */
  path: string;
  /** Empty if the file itself has failed. */
  title: string;
  why: string;
  /** Command that repeats it, if path and title do not suffice. */
  again?: string;
}

export const emptyOutcome = (): Outcome => ({ passed: 0, failed: [], flaky: [], notRun: 0, times: [] });

export const merge = (one: Outcome, other: Outcome): Outcome => ({
  passed: one.passed + other.passed,
  failed: [...one.failed, ...other.failed],
  flaky: [...one.flaky, ...other.flaky],
  notRun: one.notRun + other.notRun,
  times: [...one.times, ...other.times],
});

/** Limits of the printed reasons in characters: for each failure, and for all. */
const [reasonLimit, reasonsLimit] = [1_500, 12_000];

/** Files that a whole run lists as its slowest; the run of a few files lists none. */
const slowFiles = 20;

export function summary({ passed, failed, flaky, notRun, times }: Outcome, command?: string): string {
  const name = ({ path, title }: Failure) => [path, title].filter(Boolean).join(' › ');
  const reasons = [...failed, ...flaky].map(
    (one) =>
      `✗ ${name(one)}\n${stripVTControlCharacters(one.why).trim().slice(0, reasonLimit).replace(/^/gm, '    ')}\n`,
  );
  const commands = failed.map((one) => {
    const again = one.again ?? formatCommand([one.path, one.title].filter(Boolean), command);
    return `✗ ${name(one)}\n    ${again}`;
  });
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, slowFiles);
  return [
    ...(times.length > 4 * slowFiles
      ? [
          '\nSlowest files, in seconds',
          ...slowest.map(({ path, ms }) => `${(ms / 1000).toFixed(0).padStart(5)}  ${path}`),
        ]
      : []),
    ...(reasons.length > 0 ? ['\nWhy\n', reasons.join('\n').slice(0, reasonsLimit)] : []),
    ...(flaky.length > 0
      ? ['Passed only at the second attempt: defects to mend\n', ...flaky.map((one) => `~ ${name(one)}`)]
      : []),
    ...(failed.length > 0 ? ['What failed, and the command that runs it alone\n', ...commands] : []),
    ...(notRun > 0 ? [`\n${notRun} not run, because of a failure before them`] : []),
    `\n${passed} passed, ${failed.length} failed`,
  ].join('\n');
}
