/** Chooses the segment to send next: the newest first while live, older ones with the remaining bandwidth. */

export interface Waiting {
  number: number;
  rendition: 'main' | 'small';
}

export interface Line {
  /** Segments that are being sent. */
  sending: readonly Waiting[];
  isLive: boolean;
  /** True if the bandwidth is too low for both renditions. */
  isWeak?: boolean;
}

/** Maximum of concurrent requests. */
const maxSending = 2;

/** Returns undefined if nothing should be sent now. `waiting` excludes the segments being sent. */
export function chooseNext<Segment extends Waiting>(
  waiting: readonly Segment[],
  { sending, isLive, isWeak = false }: Line,
): Segment | undefined {
  if (sending.length >= maxSending) return undefined;
  // The smaller rendition of the newest goes first: on a weak line viewers have that at least.
  const inOrder = waiting.toSorted((a, b) => a.number - b.number || a.rendition.localeCompare(b.rendition));
  if (!isLive) return inOrder[0];
  const newest = inOrder.at(-1);
  // An older segment is sent only while no newer one waits.
  const isNewest =
    newest && sending.every(({ number }) => number < newest.number || (!isWeak && number === newest.number));
  return sending.length === 0 || isNewest ? newest : undefined;
}

/** Milliseconds after its end from which a segment is too late for the live. */
const lateMs = 12_000;

/** True for a late segment of the second rendition, which is not part of the recording. */
export const isUseless = ({ rendition, endMs }: Pick<Waiting, 'rendition'> & { endMs: number }, now: number): boolean =>
  rendition === 'small' && now - endMs > lateMs;
