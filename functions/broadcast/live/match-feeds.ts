/** The feeds of a match among which its staff choose. Pure. */
import type { MatchFeed } from '../../../shared/contract/phone.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { compareStart, type FeedSource, isInReserve, toFeedId } from './feeds.ts';

/** Lists the feeds that run, from the sources on air; the match's cameras are one. Empty while there is no choice. */
export function listFeeds(onAir: readonly FeedSource[], event: Pick<StoredEvent, 'feed'>): MatchFeed[] {
  const running = onAir.filter(({ broadcast }) => broadcast.stoppedAt === null).toSorted(compareStart);
  const ids = [...new Set(running.map(toFeedId))];
  if (ids.length < 2) return [];
  // Ordered by registration, so that a phone keeps its number when another stops sending.
  const phones = onAir.flatMap(({ kind, id }) => (kind === 'phone' ? [id] : [])).sort();
  return ids.flatMap((id) => {
    const own = running.filter((source) => toFeedId(source) === id);
    const [first] = own;
    if (!first) return [];
    const isPhone = first.kind === 'phone';
    const name = isPhone ? `Móvil ${phones.indexOf(first.id) + 1}` : own.map(({ slug }) => slug).join(', ');
    return [{ source: first.id, kind: isPhone ? 'PHONE' : 'CAMERA', name, isShown: !isInReserve(first, event) }];
  });
}
