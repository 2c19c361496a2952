/** Real videos to upload, made by ffmpeg; large ones contain padding that players skip. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClip } from '../../support/media.ts';

export interface VideoFile {
  path: string;
  name: string;
  size: number;
}

const folders: string[] = [];

export function removeFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Creates an MP4 of a few seconds in 1080p, with few frames so that it is encoded quickly. With `size` it is padded to
 * that many bytes, as a sparse file.
 */
export async function createVideoFile(name: string, { seconds = 6, size = 0, rate = 10 } = {}): Promise<VideoFile> {
  const folder = mkdtempSync(join(tmpdir(), 'cantera-upload-'));
  folders.push(folder);
  const path = join(folder, name);
  await makeClip(path, { seconds, size: '1920x1080', rate, output: ['-g', String(2 * rate)] });
  if (size > 0) addPadding(path, size);
  return { path, name, size: statSync(path).size };
}

/** Appends a `free` box up to the wanted size; its 64-bit length allows more than 4 GB. */
function addPadding(path: string, size: number): void {
  const before = readFileSync(path).length;
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1, 0);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(size - before), 8);
  const file = openSync(path, 'r+');
  writeSync(file, header, 0, header.length, before);
  ftruncateSync(file, size);
  closeSync(file);
}
