/**
 * A live's score, held until its picture shows what it tells (D-SCORE-4). Pure: what the server says goes in, what may be
 * shown by now comes out.
 */

export interface Held<Score> {
  score: Score;
  /** When what it tells happened, by the server's clock. */
  at: number;
  /** When this page heard of it, by the page's own clock. */
  heardAt: number;
}

/** Where nothing says what time the picture is: longer than any player of ours is behind. */
const blindMs = 20_000;

/** `playing`: what time the picture is; undefined where nobody knows. Gives the newest that may be shown. */
export function released<Score>(
  held: readonly Held<Score>[],
  { playing, now }: { playing: number | undefined; now: number },
): Held<Score> | undefined {
  return held.findLast(({ at, heardAt }) => (playing === undefined ? now - heardAt >= blindMs : playing >= at));
}
