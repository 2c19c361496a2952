/** Delays a live's score until its picture shows the action. Pure; all times are milliseconds since the Unix epoch. */

export interface ScoreUpdate<Score> {
  /** A higher version is newer. */
  version: number;
  score: Score;
  /** Server time of the scoring action. */
  at: number;
  /** The page's time at which the update arrived. */
  receivedAt: number;
  /** Server time at which the cue was inserted into the stream; undefined until a cue has arrived. */
  cueAt?: number;
}

/** Number of updates that are kept. */
const maxUpdates = 20;

/** Adds an update; the API and the stream may bring the same one. */
export function addUpdate<Score>(
  updates: readonly ScoreUpdate<Score>[],
  update: ScoreUpdate<Score>,
): readonly ScoreUpdate<Score>[] {
  const earlier = updates.find(({ version }) => version === update.version);
  if (!earlier) return [...updates, update].toSorted((a, b) => a.version - b.version).slice(-maxUpdates);
  if (update.cueAt === undefined || earlier.cueAt !== undefined) return updates;
  return updates.map((other) => (other === earlier ? { ...earlier, cueAt: update.cueAt } : other));
}

interface PlaybackTime {
  /** Time of the current frame; undefined if unknown. */
  playing: number | undefined;
  now: number;
  /** True if the stream has carried cues, so that it will probably carry the next ones too. */
  hasCues: boolean;
}

/** Milliseconds by which the score waits if the frame's time is unknown: longer than every player's delay. */
const unknownTimeDelayMs = 20_000;
/** Milliseconds that an update waits for its cue; then its own time counts. */
const cueTimeoutMs = 700;

export function findDueUpdate<Score>(
  updates: readonly ScoreUpdate<Score>[],
  { playing, now, hasCues }: PlaybackTime,
): ScoreUpdate<Score> | undefined {
  const getDueTime = ({ at, cueAt = Number.POSITIVE_INFINITY }: ScoreUpdate<Score>) =>
    hasCues ? Math.min(cueAt, at + cueTimeoutMs) : at;
  return updates.findLast((update) =>
    playing === undefined ? now - update.receivedAt >= unknownTimeDelayMs : playing >= getDueTime(update),
  );
}

/** The latest cue, which sets the player's clock against the server's. */
export interface CueReference {
  /** Server time. */
  cueAt: number;
  /** The player's time at the cue; undefined if unknown. */
  date: number | undefined;
}

/** Converts the player's time to server time; undefined if unknown. */
export function toServerTime(reference: CueReference | undefined, date: number | undefined): number | undefined {
  return date === undefined || reference?.date === undefined ? date : date + reference.cueAt - reference.date;
}
