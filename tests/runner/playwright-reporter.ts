/** Sends the outcome of the end-to-end tests to `npm test`, the parent process of Playwright. */
import { relative } from 'node:path';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { root } from '../../infra/local/config.ts';
import { emptyOutcome, type Failure } from './outcome.ts';

// biome-ignore lint/style/noDefaultExport: Playwright makes the default export of a reporter
export default class OutcomeReporter implements Reporter {
  readonly #outcome = emptyOutcome();
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Errors outside of tests: a spec that cannot be read, a platform that does not start. */
  onError(error: TestError): void {
    const path = error.location ? relative(root, error.location.file) : '';
    this.#outcome.failed.push({ path, title: '', why: error.message ?? error.value ?? '' });
  }

  onEnd(): void {
    const times = new Map<string, number>();
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'unexpected') this.#outcome.failed.push(toFailure(test));
      else if (outcome === 'flaky') this.#outcome.flaky.push(toFailure(test));
      // A deliberately skipped test has an annotation.
      else if (outcome === 'skipped' && test.annotations.length === 0) this.#outcome.notRun += 1;
      if (outcome === 'expected' || outcome === 'flaky') this.#outcome.passed += 1;
      const path = relative(root, test.location.file);
      times.set(
        path,
        test.results.reduce((sum, { duration }) => sum + duration, times.get(path) ?? 0),
      );
    }
    this.#outcome.times.push(...[...times].map(([path, ms]) => ({ path, ms })));
    process.send?.(this.#outcome);
  }
}

/** The failure of the first failed attempt. */
function toFailure(test: TestCase): Failure {
  // Project and file come before the describing titles.
  const title = test.titlePath().slice(3).join(' ');
  const errors = test.results.find(({ status }) => status !== 'passed')?.errors ?? [];
  return { path: relative(root, test.location.file), title, why: errors.map(({ message }) => message).join('\n') };
}
