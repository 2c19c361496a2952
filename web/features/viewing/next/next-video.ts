import type { VodCard } from '../../../../shared/contract/vod.ts';

type Video = Pick<VodCard, 'id' | 'duration' | 'dateCreated' | 'sportEventId'>;

/**
 * Chooses the next video: one of the same match first (after a summary the whole match, after the first part the
 * second), then another of the club, then a recommendation.
 */
export function findNextVideo<V extends Video>(
  current: Video,
  { ofMatch, ofClub, recommended }: { ofMatch: readonly V[]; ofClub: readonly V[]; recommended: readonly V[] },
): V | undefined {
  const duration = current.duration ?? 0;
  const others = ofMatch.filter(({ id }) => id !== current.id);
  const longest = others.reduce<V | undefined>(
    (best, one) => (getLength(one) > getLength(best) ? one : best),
    undefined,
  );
  if (getLength(longest) > summaryRatio * duration) return longest;
  const later = others
    .filter(({ dateCreated }) => dateCreated > current.dateCreated)
    .toSorted((a, b) => (a.dateCreated < b.dateCreated ? -1 : 1))
    // The summary of the watched video is skipped.
    .find((one) => getLength(one) * summaryRatio > duration);
  const ids = new Set([current.id, ...others.map(({ id }) => id)]);
  return later ?? [...ofClub, ...recommended].find(({ id }) => !ids.has(id));
}

const getLength = (video: Video | undefined) => video?.duration ?? 0;

/** A whole match is at least this many times as long as its summary. */
const summaryRatio = 2;
