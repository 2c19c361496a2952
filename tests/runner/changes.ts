/** Lists the files with changes, committed since the main branch or uncommitted. */
import { spawnSync } from 'node:child_process';
import { root } from '../../infra/local/config.ts';

/** Undefined if Git cannot tell: outside of a repository, or without a main branch. */
export function listChanges(): string[] | undefined {
  const base = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)).find(Boolean);
  if (!base) return undefined;
  const changed = git('diff', '--name-only', base);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return `${changed}\n${untracked}`.split('\n').filter(Boolean);
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
