/** Native parts that the packages do not bring to every machine: how they are installed, and what is said when not. */
import { spawnSync } from 'node:child_process';

/** Something native that this machine lacks. The message ends with the one command that brings it. */
export class MissingPart extends Error {}

/** Whether a program of that name is on the path. */
export function isOnPath(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Installs one of Debian's packages where we may: as root, with apt. Answers whether it is there now. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  console.log(`Installing ${name} (once)…`);
  // Two processes may come to this at the same time: the second waits for the first.
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'inherit' }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}

/** What somebody on this machine types to install it. */
export function installCommand({ debian, brew }: { debian: string; brew: string }): string {
  if (process.platform === 'darwin') return `brew install ${brew}`;
  return process.getuid?.() === 0 ? `apt-get install ${debian}` : `sudo apt-get install ${debian}`;
}
