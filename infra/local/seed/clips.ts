/** Generates films of demo matches as files. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Sport } from '../../../shared/contract/schema.ts';
import { type FilmOptions, makeFilm } from '../film/film.ts';
import { clipTimeoutMs } from './steps.ts';
import type { Team } from './teams.ts';

export interface ClipOptions
  extends Pick<FilmOptions, 'seconds' | 'height' | 'framesPerSecond' | 'seed' | 'goallessEnd'> {
  sport: Sport;
  home: Team;
  away: Team;
}

export const toFilmOptions = ({ home, away, ...options }: ClipOptions): FilmOptions => ({
  ...options,
  home: home.colours,
  away: away.colours,
});

/** Writes an MP4 (H.264, AAC) to `path`. */
export async function makeClip(path: string, options: ClipOptions): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await makeFilm({ options: toFilmOptions(options), output: ['-movflags', '+faststart', '-y', path] }, clipTimeoutMs);
}
