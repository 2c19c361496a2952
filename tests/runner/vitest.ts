/** Runs Vitest projects, optionally filtered by words, as a child of `npm test`: vitest.ts <projects> [words]. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { root } from '../../infra/local/config.ts';
import { emptyOutcome, type Failure, type FileTime, type Outcome } from './outcome.ts';
import { isUnchanged } from './parts.ts';
import { findTitleWords, toPattern } from './words.ts';

const [projects = '', ...words] = process.argv.slice(2);
const config = join(root, 'tests/vitest.config.ts');
const vitest = await createVitest({ config, root, project: projects.split(','), watch: false });
await vitest.standalone();
const all = await vitest.globTestSpecifications();
const specifications = words.length === 0 ? selectChanged(all) : selectMatching(all);
let outcome = emptyOutcome();
if (specifications.length > 0) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, words.length === 0);
  outcome = toOutcome(testModules, unhandledErrors);
}
await vitest.close();
process.send?.(outcome);
process.exitCode = outcome.failed.length > 0 ? 1 : 0;

/** Selects API and system tests whose part of the product has changed, and all others. */
function selectChanged(given: TestSpecification[]): TestSpecification[] {
  const changes = process.env.TEST_CHANGES?.split('\n');
  if (!changes) return given;
  const selected = given.filter(
    ({ project, moduleId }) =>
      !['api', 'system'].includes(project.name) || !isUnchanged(relative(root, moduleId), changes),
  );
  const left = given.length - selected.length;
  if (left > 0) console.log(`Leaves out ${left} files of unchanged parts, which --all includes`);
  return selected;
}

/**
 * Runs only files whose text contains the words that their path lacks. Titles built at run time are not in the text:
 * then falls back to files whose path contains a word.
 */
function selectMatching(given: TestSpecification[]): TestSpecification[] {
  const possible = given.flatMap((one) => {
    const left = findTitleWords(relative(root, one.moduleId), words);
    return left ? { one, left } : [];
  });
  const written = possible.filter(
    ({ one, left }) => findTitleWords(readFileSync(one.moduleId, 'utf8'), left)?.length === 0,
  );
  const named = possible.filter(({ left }) => left.length < words.length);
  return (written.length > 0 ? written : named).map(({ one, left }) =>
    one.project.createSpecification(one.moduleId, { testNamePattern: toPattern(left) }),
  );
}

function toOutcome(modules: TestModule[], unhandled: readonly unknown[]): Outcome {
  const failed: Failure[] = [];
  const times: FileTime[] = [];
  let passed = 0;
  for (const module of modules) {
    const path = relative(root, module.moduleId);
    times.push({ path, ms: module.diagnostic().duration });
    const fail = (title: string, errors: readonly TestError[]) =>
      failed.push({ path, title, why: errors.map(toReason).join('\n') });
    if (module.errors().length > 0) fail('', module.errors());
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) fail(suite.fullName, suite.errors());
    }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed') fail(test.fullName, errors ?? []);
    }
  }
  // Vitest does not know which test an unhandled error belongs to. It arrives from another process as a bare object.
  failed.push(
    ...unhandled.map((error) => ({ path: '', title: 'beside the tests', why: toReason(error as TestError) })),
  );
  return { ...emptyOutcome(), passed, failed, times };
}

type TestError = ReturnType<TestModule['errors']>[number];

function toReason({ name, message, diff, stacks, cause }: TestError): string {
  const place = stacks?.[0];
  return [
    `${name}: ${message}`,
    // `fetch failed` says nothing without its cause.
    ...(cause ? [`caused by ${toReason(cause)}`] : []),
    ...(diff ? [diff] : []),
    ...(place ? [`at ${relative(root, place.file)}:${place.line}`] : []),
  ].join('\n');
}
