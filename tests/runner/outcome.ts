/** What a part of `npm test` says when it is through, and how all of it is told at the end. */
import { stripVTControlCharacters } from 'node:util';
import { commandFor } from './words.ts';

export interface Outcome {
  passed: number;
  failed: Failure[];
  /** What an earlier failure kept from running. */
  notRun: number;
}

export interface Failure {
  /** From the root of the repository; empty where no file is to blame. */
  path: string;
  /** Empty where the file itself has failed. */
  title: string;
  why: string;
  /** The command that runs it alone, where path and title do not say it. */
  again?: string;
}

export const nothing = (): Outcome => ({ passed: 0, failed: [], notRun: 0 });

export const both = (one: Outcome, other: Outcome): Outcome => ({
  passed: one.passed + other.passed,
  failed: [...one.failed, ...other.failed],
  notRun: one.notRun + other.notRun,
});

/** How many characters of the reason of each failure are repeated, and of all together. */
const [ofEach, ofAll] = [1_500, 12_000];

/** The last lines: a log of thousands is often kept by its end only. `options`: those of this run. */
export function summary({ passed, failed, notRun }: Outcome, options: string[]): string {
  const name = ({ path, title }: Failure) => `✗ ${[path, title].filter(Boolean).join(' › ')}`;
  const reasons = failed.map(
    (one) => `${name(one)}\n${stripVTControlCharacters(one.why).trim().slice(0, ofEach).replace(/^/gm, '    ')}\n`,
  );
  const commands = failed.map((one) => {
    const again = one.again ?? commandFor([one.path, one.title].filter(Boolean), options);
    return `${name(one)}\n    ${again}`;
  });
  return [
    ...(failed.length > 0 ? ['\nWhy\n', reasons.join('\n').slice(0, ofAll)] : []),
    ...(failed.length > 0 ? ['What failed, and the command that runs it alone\n', ...commands] : []),
    ...(notRun > 0 ? [`\n${notRun} not run, because of a failure before them`] : []),
    `\n${passed} passed, ${failed.length} failed`,
  ].join('\n');
}
