/** Finds the folders with changes, committed since the main branch or uncommitted. */
import { spawnSync } from 'node:child_process';
import { root } from '../../infra/local/config.ts';

/** True as well if Git cannot tell: outside of a repository, or without a main branch. */
export function hasChanged(...folders: string[]): boolean {
  const base = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)).find(Boolean);
  if (!base) return true;
  return [git('diff', '--name-only', base, '--', ...folders), git('status', '--porcelain', '--', ...folders)].some(
    (changes) => changes !== '',
  );
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
