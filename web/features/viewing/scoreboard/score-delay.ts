/** Delays a live's score until its picture shows the event. Pure; all times in milliseconds since the Unix epoch. */

export interface ScoreUpdate<Score> {
  /** Higher is newer. */
  version: number;
  score: Score;
  /** Server time of the scoring action. */
  at: number;
  /** Page time at which the update arrived. */
  receivedAt: number;
  /** Server time at which the cue was inserted into the stream, if a cue has arrived. */
  cueAt?: number;
}

/** Upper bound on buffered updates. */
const maxUpdates = 20;

/** Adds an update, merging duplicates from the API and the stream. */
export function addUpdate<Score>(
  updates: readonly ScoreUpdate<Score>[],
  update: ScoreUpdate<Score>,
): readonly ScoreUpdate<Score>[] {
  const known = updates.find(({ version }) => version === update.version);
  if (!known) return [...updates, update].toSorted((a, b) => a.version - b.version).slice(-maxUpdates);
  if (update.cueAt === undefined || known.cueAt !== undefined) return updates;
  return updates.map((one) => (one === known ? { ...one, cueAt: update.cueAt } : one));
}

interface PlaybackTime {
  /** Time of the current frame; undefined if unknown. */
  playing: number | undefined;
  now: number;
  /** The stream has carried cues, so further updates are likely in it. */
  hasCues: boolean;
}

/** Delay if the frame's time is unknown; longer than the delay of every player. */
const unknownTimeDelayMs = 20_000;
/** Without a cue within this time, the action's own time applies. */
const cueTimeoutMs = 700;

/** The newest update that may be shown. */
export function findDueUpdate<Score>(
  updates: readonly ScoreUpdate<Score>[],
  { playing, now, hasCues }: PlaybackTime,
): ScoreUpdate<Score> | undefined {
  const getDueTime = ({ at, cueAt = Number.POSITIVE_INFINITY }: ScoreUpdate<Score>) =>
    hasCues ? Math.min(cueAt, at + cueTimeoutMs) : at;
  return updates.findLast((one) =>
    playing === undefined ? now - one.receivedAt >= unknownTimeDelayMs : playing >= getDueTime(one),
  );
}

/** The latest cue, which calibrates the player's clock against the server's. */
export interface CueReference {
  /** Server time. */
  cueAt: number;
  /** Player time; undefined if the player knew none. */
  date: number | undefined;
}

/** The frame's time on the server's clock; undefined if unknown. */
export function toServerTime(mark: CueReference | undefined, date: number | undefined): number | undefined {
  return date === undefined || mark?.date === undefined ? date : date + mark.cueAt - mark.date;
}
