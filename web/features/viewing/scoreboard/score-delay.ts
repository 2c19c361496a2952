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

/** Limit of buffered updates. */
const maxUpdates = 20;

/** Adds an update, merging duplicates from the API and the stream. */
export function addUpdate<Score>(
  updates: readonly ScoreUpdate<Score>[],
  update: ScoreUpdate<Score>,
): readonly ScoreUpdate<Score>[] {
  const known = updates.find(({ version }) => version === update.version);
  if (!known) return [...updates, update].toSorted((a, b) => a.version - b.version).slice(-maxUpdates);
  if (update.cueAt === undefined || known.cueAt !== undefined) return updates;
  return updates.map((other) => (other === known ? { ...known, cueAt: update.cueAt } : other));
}

interface PlaybackTime {
  /** Time of the current frame; undefined if unknown. */
  playing: number | undefined;
  now: number;
  /** True if the stream has carried cues, so that further updates are likely to come with it. */
  hasCues: boolean;
}

/** Delay of the score if the frame's time is unknown; longer than the delay of every player. */
const unknownTimeDelayMs = 20_000;
/** Milliseconds to wait for an update's cue; without one, the update's own time applies. */
const cueTimeoutMs = 700;

/** Returns the newest update that the picture has reached. */
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

/** The latest cue, which calibrates the player's clock against the server's. */
export interface CueReference {
  /** Server time. */
  cueAt: number;
  /** The player's time at the cue; undefined if unknown. */
  date: number | undefined;
}

/** Converts a time of the player to server time; undefined if unknown. */
export function toServerTime(reference: CueReference | undefined, date: number | undefined): number | undefined {
  return date === undefined || reference?.date === undefined ? date : date + reference.cueAt - reference.date;
}
