/** Lengthens playlists by repeating the film's end. Always starts from the drawn film, so it is idempotent. Pure. */
import type { FilmOptions } from '../film/film.ts';

export interface Repeated {
  /** Drawn seconds. */
  seconds: number;
  /** Seconds, multiples of a segment's length. */
  calm: NonNullable<FilmOptions['calm']>;
}

/** Maps a second of the lengthened film to the drawn film. */
export const drawnSecond = (second: number, { seconds, calm: { from } }: Repeated): number =>
  second < seconds ? second : from + ((second - seconds) % (seconds - from));

/** Maps the `index`-th sprite of the lengthened film to the nearest drawn one; `interval` in seconds. */
export function drawnPicture(index: number, interval: number, repeated: Repeated): number {
  const last = Math.ceil(repeated.seconds / interval) - 1;
  return Math.min(last, Math.round(drawnSecond(index * interval, repeated) / interval));
}

/** Lengthens a rendition's playlist, with a discontinuity at each repetition. */
export function repeatedPlaylist(playlist: string, { seconds, calm }: Repeated): string {
  if (/^#EXT-X-KEY:(?!.*[:,]IV=)/m.test(playlist)) {
    throw new Error('The playlist needs an explicit IV, because segments move to other sequence numbers');
  }
  const first = playlist.search(/^#EXTINF:/m);
  const named = [...playlist.slice(first).matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*.+$/gm)];
  const [shown, again]: [string[], { lines: string; lasts: number }[]] = [[], []];
  let at = 0;
  for (const [lines, lasts] of named) {
    if (at > seconds - tolerance) break;
    shown.push(lines);
    if (at > calm.from - tolerance) again.push({ lines, lasts: Number(lasts) });
    at += Number(lasts);
  }
  if (again.length === 0) throw new RangeError('The film has no segment to repeat');
  for (let index = 0; at < calm.until - tolerance; index = (index + 1) % again.length) {
    const { lines, lasts } = again[index] ?? { lines: '', lasts: 0 };
    shown.push(...(index === 0 ? ['#EXT-X-DISCONTINUITY'] : []), lines);
    at += lasts;
  }
  return `${playlist.slice(0, first)}${[...shown, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

/** Seconds by which a segment's start may deviate. */
const tolerance = 0.5;
