/**
 * A film that is shown longer than it is drawn: its calm end comes again and again, in its playlists and in its file,
 * which name the same pictures more than once. What is repeated already is repeated from the drawn film anew. Pure.
 */
import type { FilmOptions } from '../film/film.ts';

export interface Repeated {
  /** Seconds that are drawn. */
  seconds: number;
  /** Seconds, multiples of a segment's length. */
  calm: NonNullable<FilmOptions['calm']>;
}

/** Which second of the drawn film is seen at one of the shown one. */
export const drawnSecond = (second: number, { seconds, calm: { from } }: Repeated): number =>
  second < seconds ? second : from + ((second - seconds) % (seconds - from));

/** Of pictures that were taken every so often, the one that is nearest to what is seen at the `index`-th time. */
export function drawnPicture(index: number, interval: number, repeated: Repeated): number {
  const last = Math.ceil(repeated.seconds / interval) - 1;
  return Math.min(last, Math.round(drawnSecond(index * interval, repeated) / interval));
}

/** A rendition's playlist: its times begin anew wherever the calm does. */
export function repeatedPlaylist(playlist: string, { seconds, calm }: Repeated): string {
  if (/^#EXT-X-KEY:(?!.*[:,]IV=)/m.test(playlist)) {
    throw new Error('Without an IV of its own no segment opens in another place');
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
  if (again.length === 0) throw new RangeError('There is nothing to repeat');
  for (let index = 0; at < calm.until - tolerance; index = (index + 1) % again.length) {
    const { lines, lasts } = again[index] ?? { lines: '', lasts: 0 };
    shown.push(...(index === 0 ? ['#EXT-X-DISCONTINUITY'] : []), lines);
    at += lasts;
  }
  return `${playlist.slice(0, first)}${[...shown, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

/** Seconds by which a segment may begin beside its time. */
const tolerance = 0.5;
