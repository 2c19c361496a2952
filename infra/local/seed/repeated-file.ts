/** Lengthens a film by repeating its end, which begins with a key frame, without encoding it again. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Repetition } from './repeated-playlist.ts';

/** Writes the long film into the folder, and returns its path. */
export async function lengthenFile(
  film: string,
  { seconds, goallessEnd: { from, until } }: Repetition,
  folder: string,
): Promise<string> {
  const [list, longFile] = [join(folder, 'parts.txt'), join(folder, 'long.mp4')];
  await copyFile(film, join(folder, 'film.mp4'));
  const parts = [`file film.mp4\noutpoint ${seconds}\n`];
  for (let at = seconds; at < until; at += seconds - from)
    parts.push(`file film.mp4\ninpoint ${from}\noutpoint ${Math.min(seconds, from + until - at)}\n`);
  await writeFile(list, parts.join(''));
  await runFfmpeg(['-f', 'concat', '-i', list, '-c', 'copy', '-movflags', '+faststart', longFile]);
  return longFile;
}
