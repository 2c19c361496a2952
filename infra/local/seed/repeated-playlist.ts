/** Lengthens playlists by repeating the film's end; idempotent, because it ignores earlier repetitions. Pure. */

export interface Repetition {
  /** Duration of the film in seconds. */
  seconds: number;
  /**
   * The film from second `from` to its end is repeated until second `until`: it has no goals, so the score stays right.
   * Both are multiples of a segment's length.
   */
  goallessEnd: { from: number; until: number };
}

export const toOriginalSecond = (second: number, { seconds, goallessEnd: { from } }: Repetition): number =>
  second < seconds ? second : from + ((second - seconds) % (seconds - from));

/** Maps the sprite at `index` of the lengthened film to the nearest original one. `interval` is in seconds. */
export function toOriginalSprite(index: number, interval: number, repeated: Repetition): number {
  const last = Math.ceil(repeated.seconds / interval) - 1;
  return Math.min(last, Math.round(toOriginalSecond(index * interval, repeated) / interval));
}

/** Lengthens a rendition's playlist, with a discontinuity at each repetition. */
export function lengthenPlaylist(playlist: string, { seconds, goallessEnd }: Repetition): string {
  if (/^#EXT-X-KEY:(?!.*[:,]IV=)/m.test(playlist))
    throw new Error('The playlist needs an explicit IV, because segments move to other sequence numbers');
  const first = playlist.search(/^#EXTINF:/m);
  const segments = [...playlist.slice(first).matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*.+$/gm)];
  const [shown, repeatable]: [string[], { lines: string; duration: number }[]] = [[], []];
  let at = 0;
  for (const [lines, duration] of segments) {
    if (at > seconds - tolerance) break;
    shown.push(lines);
    if (at > goallessEnd.from - tolerance) repeatable.push({ lines, duration: Number(duration) });
    at += Number(duration);
  }
  if (repeatable.length === 0) throw new RangeError('The film has no segment to repeat');
  for (let index = 0; at < goallessEnd.until - tolerance; index = (index + 1) % repeatable.length) {
    const { lines, duration } = repeatable[index] ?? { lines: '', duration: 0 };
    shown.push(...(index === 0 ? ['#EXT-X-DISCONTINUITY'] : []), lines);
    at += duration;
  }
  return `${playlist.slice(0, first)}${[...shown, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

/** Seconds by which the start of a segment may deviate from a multiple of the segments' length. */
const tolerance = 0.5;
