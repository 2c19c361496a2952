/** Delays a live's score until its picture shows the event. Pure; all times in milliseconds since the Unix epoch. */

export interface Held<Score> {
  /** Higher is newer. */
  version: number;
  score: Score;
  /** Server time of the scoring action. */
  at: number;
  /** Page time at which the update arrived. */
  heardAt: number;
  /** Server time at which the cue was inserted into the stream, if a cue has arrived. */
  saidAt?: number;
}

/** Upper bound on buffered updates. */
const most = 20;

/** Adds an update, merging duplicates from the API and the stream. */
export function withWord<Score>(held: readonly Held<Score>[], word: Held<Score>): readonly Held<Score>[] {
  const known = held.find(({ version }) => version === word.version);
  if (!known) return [...held, word].toSorted((a, b) => a.version - b.version).slice(-most);
  if (word.saidAt === undefined || known.saidAt !== undefined) return held;
  return held.map((one) => (one === known ? { ...one, saidAt: word.saidAt } : one));
}

interface Picture {
  /** Time of the current frame; undefined if unknown. */
  playing: number | undefined;
  now: number;
  /** The stream has carried cues, so further updates are likely in it. */
  isTold: boolean;
}

/** Delay if the frame's time is unknown; longer than the delay of every player. */
const blindMs = 20_000;
/** Without a cue within this time, the action's own time decides. */
const wordTakesMs = 700;

/** The newest update that may be shown. */
export function released<Score>(
  held: readonly Held<Score>[],
  { playing, now, isTold }: Picture,
): Held<Score> | undefined {
  const dueOf = ({ at, saidAt = Number.POSITIVE_INFINITY }: Held<Score>) =>
    isTold ? Math.min(saidAt, at + wordTakesMs) : at;
  return held.findLast((one) => (playing === undefined ? now - one.heardAt >= blindMs : playing >= dueOf(one)));
}

/** The latest cue, which calibrates the player's clock against the server's. */
export interface Mark {
  /** Server time. */
  saidAt: number;
  /** Player time; undefined if the player knew none. */
  date: number | undefined;
}

/** The frame's time on the server's clock; undefined if unknown. */
export function pictureTime(mark: Mark | undefined, date: number | undefined): number | undefined {
  return date === undefined || mark?.date === undefined ? date : date + mark.saidAt - mark.date;
}
