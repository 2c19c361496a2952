/** Chooses the video after a recording. */
import type { VodCard } from '../../../../shared/contract/vod.ts';

type Video = Pick<VodCard, 'id' | 'duration' | 'dateCreated' | 'sportEventId'>;

/**
 * First the rest of the match: after a summary the full match, after the first part the second. Then other videos of
 * the club, then recommendations.
 */
export function findNextVideo<V extends Video>(
  current: Video,
  { ofMatch, ofClub, recommended }: { ofMatch: readonly V[]; ofClub: readonly V[]; recommended: readonly V[] },
): V | undefined {
  const lasts = current.duration ?? 0;
  const others = ofMatch.filter(({ id }) => id !== current.id);
  const whole = others.reduce<V | undefined>((best, one) => (getLength(one) > getLength(best) ? one : best), undefined);
  if (getLength(whole) > summaryRatio * lasts) return whole;
  const later = others
    .filter(({ dateCreated }) => dateCreated > current.dateCreated)
    .toSorted((a, b) => (a.dateCreated < b.dateCreated ? -1 : 1))
    // Skips the summary of the watched video.
    .find((one) => getLength(one) * summaryRatio > lasts);
  const known = new Set([current.id, ...others.map(({ id }) => id)]);
  return later ?? [...ofClub, ...recommended].find(({ id }) => !known.has(id));
}

const getLength = (video: Video | undefined) => video?.duration ?? 0;

/** A full match is at least this many times as long as its summary. */
const summaryRatio = 2;
