/**
 * A live's score, held until its picture shows what it tells (D-SCORE-4). Pure: what the server and the stream say goes in,
 * what may be shown by now comes out. All times in milliseconds since 1970.
 */

export interface Held<Score> {
  /** Of two the larger one is the newer. */
  version: number;
  score: Score;
  /** When what it tells happened, by the server's clock. */
  at: number;
  /** When this page heard of it, by the page's own clock. */
  heardAt: number;
  /** When it was given to the stream, by the server's clock, where the stream has said it. */
  saidAt?: number;
}

/** A desk whose scorer has gone mad. */
const most = 20;

/** What is known with one word more, whichever way and however often it came. */
export function withWord<Score>(held: readonly Held<Score>[], word: Held<Score>): readonly Held<Score>[] {
  const known = held.find(({ version }) => version === word.version);
  if (!known) return [...held, word].toSorted((a, b) => a.version - b.version).slice(-most);
  if (word.saidAt === undefined || known.saidAt !== undefined) return held;
  return held.map((one) => (one === known ? { ...one, saidAt: word.saidAt } : one));
}

interface Picture {
  /** What time the picture is; undefined where nobody knows. */
  playing: number | undefined;
  now: number;
  /** Its stream has said something: what happens is likely to be in it. */
  isTold: boolean;
}

/** Where nothing says what time the picture is: longer than any player of ours is behind. */
const blindMs = 20_000;
/** What the stream does not say by then it does not say in time. */
const wordTakesMs = 700;

/** The newest that may be shown. */
export function released<Score>(
  held: readonly Held<Score>[],
  { playing, now, isTold }: Picture,
): Held<Score> | undefined {
  const dueOf = ({ at, saidAt = Number.POSITIVE_INFINITY }: Held<Score>) =>
    isTold ? Math.min(saidAt, at + wordTakesMs) : at;
  return held.findLast((one) => (playing === undefined ? now - one.heardAt >= blindMs : playing >= dueOf(one)));
}

/** A word of the stream by which the picture's time is known: a player's own clock may be that of a wrong computer. */
export interface Mark {
  /** By the server's clock. */
  saidAt: number;
  /** By the player's clock; undefined where it knew none. */
  date: number | undefined;
}

/** What time the picture is by the server's clock; undefined where nothing says it. */
export function pictureTime(mark: Mark | undefined, date: number | undefined): number | undefined {
  return date === undefined || mark?.date === undefined ? date : date + mark.saidAt - mark.date;
}
