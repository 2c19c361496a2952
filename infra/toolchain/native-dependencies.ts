/** Finds and installs native dependencies that npm packages do not contain for every platform. */
import { spawnSync } from 'node:child_process';

/** Reports a missing native dependency; the message ends with the command that installs it. */
export class MissingDependency extends Error {}

export function isOnPath(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Installs a Debian package where possible (as root, with apt); returns whether it succeeded. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  console.log(`Installing ${name} (once)…`);
  // Waits for apt's lock, because several processes may install at the same time.
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'inherit' }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}

export function createInstallCommand({ debian, brew }: { debian: string; brew: string }): string {
  if (process.platform === 'darwin') return `brew install ${brew}`;
  return process.getuid?.() === 0 ? `apt-get install ${debian}` : `sudo apt-get install ${debian}`;
}
