/** Finds and installs native dependencies that the npm packages do not include for every platform. */
import { spawnSync } from 'node:child_process';

/** A native dependency is missing; the message ends with the command that installs it. */
export class MissingDependency extends Error {}

/** Returns whether a program is on the PATH. */
export function isOnPath(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Installs a Debian package where possible (as root, with apt); returns whether it is installed now. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  console.log(`Installing ${name} (once)…`);
  // Waits for the lock, because several processes may install at the same time.
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'inherit' }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}

/** Command that installs a package on this machine. */
export function createInstallCommand({ debian, brew }: { debian: string; brew: string }): string {
  if (process.platform === 'darwin') return `brew install ${brew}`;
  return process.getuid?.() === 0 ? `apt-get install ${debian}` : `sudo apt-get install ${debian}`;
}
