/**
 * The lines of each folder beside its budget (tests/runner/line-budgets.json). A folder over its budget is a warning: what
 * it grew by is either taken out elsewhere, or the budget is raised by hand, with the reason in the commit.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';
import budgets from './line-budgets.json' with { type: 'json' };

/** Lines of all product and all tests that the project wants to come down to. */
const goals = { product: 98_000, tests: 58_000 };

const lines = countLines();
const unknown = [...lines.keys()].filter((folder) => !(folder in budgets));
for (const folder of unknown) console.error(`tests/runner/line-budgets.json: add a budget for ${folder}`);
if (unknown.length > 0) process.exitCode = 1;

for (const [folder, budget] of Object.entries(budgets)) {
  const count = lines.get(folder) ?? 0;
  console.log(
    `${folder.padEnd(24)} ${format(count)} of ${format(budget)}${count > budget ? '  WARN: over its budget' : ''}`,
  );
}
for (const [name, goal] of Object.entries(goals)) {
  const isCounted = (folder: string) => folder.startsWith('tests') === (name === 'tests');
  const total = [...lines].reduce((sum, [folder, count]) => (isCounted(folder) ? sum + count : sum), 0);
  console.log(`${name.padEnd(24)} ${format(total)}, wanted ${format(goal)}`);
}

/** Lines of code by folder; files beside the folders of a part count as the part's own. */
function countLines(): Map<string, number> {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'shared', 'functions', 'web', 'infra', 'tests'],
    { cwd: root, encoding: 'utf8' },
  );
  const counts = new Map<string, number>();
  for (const file of files.split('\n').filter((path) => /\.(ts|tsx|mjs|js|css)$/.test(path))) {
    const [part = '', ...folders] = file.split('/').slice(0, -1);
    const folder = part === 'shared' || folders.length === 0 ? part : `${part}/${folders[0]}`;
    counts.set(folder, (counts.get(folder) ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length - 1);
  }
  return counts;
}

function format(count: number): string {
  return count.toLocaleString('en').padStart(7);
}
