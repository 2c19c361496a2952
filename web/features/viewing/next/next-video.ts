/** What comes after a recording (E-PLAYER-4). Pure. */
import type { VodCard } from '../../../../shared/contract/vods.ts';

type Video = Pick<VodCard, 'id' | 'duration' | 'dateCreated' | 'sportEventId'>;

/**
 * The rest of the match first: after its summary the match itself, after its first part the second. Then what else there
 * is of the club, then what suits the viewer.
 */
export function nextVideo<V extends Video>(
  current: Video,
  { ofMatch, ofClub, suiting }: { ofMatch: readonly V[]; ofClub: readonly V[]; suiting: readonly V[] },
): V | undefined {
  const lasts = current.duration ?? 0;
  const others = ofMatch.filter(({ id }) => id !== current.id);
  const whole = others.reduce<V | undefined>((best, one) => (lengthOf(one) > lengthOf(best) ? one : best), undefined);
  if (lengthOf(whole) > summaryShare * lasts) return whole;
  const later = others
    .filter(({ dateCreated }) => dateCreated > current.dateCreated)
    .toSorted((a, b) => (a.dateCreated < b.dateCreated ? -1 : 1))
    // A summary of what has just been seen is no next.
    .find((one) => lengthOf(one) * summaryShare > lasts);
  const known = new Set([current.id, ...others.map(({ id }) => id)]);
  return later ?? [...ofClub, ...suiting].find(({ id }) => !known.has(id));
}

const lengthOf = (video: Video | undefined) => video?.duration ?? 0;

/** A match is so many times as long as its summary, and more. */
const summaryShare = 2;
