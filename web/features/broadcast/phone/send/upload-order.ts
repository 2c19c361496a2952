/** Chooses the kept segment that is sent next: the newest first while live, the rest behind it at what the line leaves. */

export interface Waiting {
  number: number;
  rendition: 'main' | 'small';
}

export interface Line {
  /** Segments that are being sent, by number. */
  sending: readonly Waiting[];
  isLive: boolean;
}

/** Requests at once. */
const maxSending = 2;

/** Returns undefined if nothing should be sent now. `waiting` leaves out what is being sent. */
export function chooseNext<Segment extends Waiting>(
  waiting: readonly Segment[],
  { sending, isLive }: Line,
): Segment | undefined {
  if (sending.length >= maxSending) return undefined;
  const inOrder = waiting.toSorted((a, b) => a.number - b.number || a.rendition.localeCompare(b.rendition));
  if (!isLive) return inOrder[0];
  const newest = inOrder.at(-1);
  // An older segment has the line only while no newer one needs it.
  const isNewest = newest && sending.every(({ number }) => number < newest.number);
  return sending.length === 0 || isNewest ? newest : undefined;
}
