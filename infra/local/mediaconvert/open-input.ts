/** Opens a job's inputs: files in known containers, and playlists that reference only files of their folder. */
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaInfo } from '../ffmpeg/ffmpeg.ts';
import { createPlaylistInput, createUntrustedInput, FfmpegError, probe } from '../ffmpeg/ffmpeg.ts';
import { type Assembly, assemble, type OpenedInput } from './assembly.ts';
import { isFile } from './input-settings.ts';
import { JobError, type Store } from './run-context.ts';
import type { JobSettings } from './settings.ts';

export async function openJobInput(input: JobSettings['inputs'][number], store: Store): Promise<OpenedInput> {
  if (!isFile(input)) return { input };
  const { input: args, info } = await openInput(input.fileInput, store);
  const { video } = info;
  if (video) return { input, args, info: { ...info, video } };
  throw new JobError(1040, `Input file [${input.fileInput}] has no video that the outputs of this job could use.`);
}

export function assembleInputs(...assembleArgs: Parameters<typeof assemble>): Assembly {
  try {
    return assemble(...assembleArgs);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JobError(1040, `Invalid input clipping: ${error.message}`);
  }
}

export function findImagePath(url: string, store: Store): string {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
  const path = store.objectPath(bucket, key);
  if (!path) throw new JobError(1404, `Unable to open the image [${url}]: HeadObject failed: No such key`);
  return path;
}

/** Finds and probes an input. @throws JobError with the service's code and text. */
export async function openInput(url: string, store: Store): Promise<{ input: string[]; info: MediaInfo }> {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
  const path = store.objectPath(bucket, key);
  const createFailureText = (reason: string) => `Unable to open input file [${url}]: [Failed probe/open: [${reason}]]`;
  if (!path) throw new JobError(1404, createFailureText('Failed to read data: HeadObject failed: No such key'));
  const playlist = key.endsWith('.m3u8');
  if (playlist && !(await referencesOnlyOwnFolder(path))) {
    throw new JobError(
      1010,
      createFailureText('Manifest file at this URL is not well formed: it names files outside its folder'),
    );
  }
  const input = playlist ? createPlaylistInput(path) : createUntrustedInput(path);
  try {
    return { input, info: await probe(path, input) };
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    if (error.reason === 'timeout')
      throw new JobError(1010, createFailureText('Timed out while reading the container'));
    // ffmpeg guesses the format from the file's name; magic bytes prove a real container.
    if (await hasContainerMagic(path)) {
      const symptom = /moov atom not found|EBML[^\n]*|Truncat\w*/i.exec(error.stderr)?.[0] ?? 'unexpected end of data';
      throw new JobError(1075, createFailureText(`Container is corrupt: ${symptom}`));
    }
    throw new JobError(1010, createFailureText('No parser found for container'));
  }
}

/** Detects MP4, QuickTime, Matroska and WebM by their magic bytes. */
async function hasContainerMagic(path: string): Promise<boolean> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  const box = buffer.toString('latin1', 4);
  return ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'].includes(box) || buffer.readUInt32BE(0) === 0x1a45dfa3;
}

/** Rejects uploaded playlists that would make ffmpeg open files outside their folder. */
async function referencesOnlyOwnFolder(path: string, depth = 0): Promise<boolean> {
  const text = await readFile(path, 'utf8');
  if (!text.startsWith('#EXTM3U') || text.length > 4e6) return false;
  // Keys, maps and alternate renditions reference further files, which IVS recordings never do.
  if (/URI=/i.test(text)) return false;
  const names = text.split(/\r?\n/).filter((line) => line && !line.startsWith('#'));
  if (!names.every((name) => /^[\w-][\w./-]*$/.test(name) && !name.includes('..'))) return false;
  const children = names.filter((name) => name.endsWith('.m3u8'));
  if (children.length > 20 || (children.length > 0 && depth > 0)) return false;
  const checks = await Promise.all(
    children.map((name) => referencesOnlyOwnFolder(join(dirname(path), name), depth + 1).catch(() => false)),
  );
  return checks.every(Boolean);
}
