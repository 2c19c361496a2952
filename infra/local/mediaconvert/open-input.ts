/** Opens a job's inputs: files in known containers, and playlists of recordings, which no user has written. */
import { open } from 'node:fs/promises';
import type { MediaInfo } from '../ffmpeg/ffmpeg.ts';
import { createPlaylistInput, createUntrustedInput, FfmpegError, probe } from '../ffmpeg/ffmpeg.ts';
import type { LocalS3 } from '../s3/s3.ts';

export type Store = Pick<LocalS3, 'objectPath' | 'putFile'>;

/** Fails a job with the service's error code (user guide, "Error codes"). */
export class JobError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Splits an `s3://` URL; `base` is what follows the last slash. */
export function parseS3Url(url: string) {
  const [, bucket = '', prefix = '', base = ''] = /^s3:\/\/([^/]+)\/(.*\/)?([^/]+)$/.exec(url) ?? [];
  return { bucket, prefix, base };
}

/** Returns the path of an object. @throws JobError if there is none. */
export function findFile(url: string, store: Store): string {
  const { bucket, prefix, base } = parseS3Url(url);
  const path = store.objectPath(bucket, prefix + base);
  if (!path) throw new JobError(1404, `Unable to open [${url}]: HeadObject failed: No such key`);
  return path;
}

/** Finds and probes an input. `args` are ffmpeg's options. @throws JobError with the service's code and text. */
export async function openInput(url: string, store: Store): Promise<{ args: string[]; info: MediaInfo }> {
  const path = findFile(url, store);
  const fail = (code: number, reason: string) =>
    new JobError(code, `Unable to open input file [${url}]: [Failed probe/open: [${reason}]]`);
  const isPlaylist = url.endsWith('.m3u8');
  if (isPlaylist && !parseS3Url(url).bucket.endsWith('recordings'))
    throw fail(1010, 'The local MediaConvert reads only playlists of recordings');
  const args = isPlaylist ? createPlaylistInput(path) : createUntrustedInput(path);
  try {
    return { args, info: await probe(path, args) };
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    if (error.reason === 'timeout') throw fail(1010, 'Timed out while reading the container');
    // ffmpeg guesses the format from the file's name; magic bytes prove a real container.
    if (!(await hasContainerMagic(path))) throw fail(1010, 'No parser found for container');
    const symptom = /moov atom not found|EBML[^\n]*|Truncat\w*/i.exec(error.stderr)?.[0] ?? 'unexpected end of data';
    throw fail(1075, `Container is corrupt: ${symptom}`);
  }
}

/** Detects MP4, QuickTime, Matroska and WebM by their magic bytes. */
async function hasContainerMagic(path: string): Promise<boolean> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  const box = buffer.toString('latin1', 4);
  return ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'].includes(box) || buffer.readUInt32BE(0) === 0x1a45dfa3;
}
