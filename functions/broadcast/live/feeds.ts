/**
 * The one picture of a match that viewers see, where a phone broadcasts beside other sources. A match's cameras are one
 * feed, because staff set them as its angles; each phone is a feed of its own. The others record in reserve. Pure.
 */
import type { MatchFeed } from '../../../shared/contract/phone.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { Broadcast, StoredSource } from './rules.ts';

type Feed = NonNullable<StoredEvent['feed']>;
type Source = Pick<StoredSource, 'id' | 'kind'>;

/** A source of the match with a broadcast, within its airtime. */
export type FeedSource = Source &
  Pick<StoredSource, 'slug'> & { broadcast: Pick<Broadcast, 'startedAt' | 'stoppedAt'> };

const cameraFeed = 'cameras';
export const toFeedId = ({ kind, id }: Source): string => (kind === 'phone' ? id : cameraFeed);

/** True for a source whose match shows another feed. */
export const isInReserve = (source: Source, event: Pick<StoredEvent, 'feed'> | null | undefined): boolean =>
  event?.feed !== undefined && event.feed.id !== toFeedId(source);

/**
 * Milliseconds after which another feed replaces a stopped camera, because encoders reconnect. A phone counts as
 * stopped after 20 s.
 */
const reconnectMs = 10_000;

/**
 * Chooses the feed: the one shown before, until it has ended or fallen silent while another runs; the first on air
 * without one. A feed that comes back stays in reserve, so that viewers do not see the picture jump. Returns the same
 * object for no change, and undefined where only cameras have ever been on air.
 */
export function chooseFeed(before: Feed | undefined, sources: readonly FeedSource[], now: number): Feed | undefined {
  if (!before && sources.every(({ kind }) => kind !== 'phone')) return undefined;
  const current = sources.filter((source) => before && toFeedId(source) === before.id);
  if (before && current.some((source) => isKept(source, now))) return followSlug(before, current);
  const running = sources.filter(isRunning).toSorted(compareStart);
  const [first] = running;
  return first ? followSlug({ id: toFeedId(first), slug: first.slug }, running) : before;
}

const isRunning = ({ broadcast }: FeedSource) => broadcast.stoppedAt === null;

const isKept = ({ kind, broadcast: { stoppedAt } }: FeedSource, now: number) =>
  stoppedAt === null || (kind !== 'phone' && now - Date.parse(stoppedAt) < reconnectMs);

export const compareStart = (a: FeedSource, b: FeedSource): number =>
  a.broadcast.startedAt.localeCompare(b.broadcast.startedAt) || a.id.localeCompare(b.id);

/** Selects a running source of the feed: another camera, or one whose slug staff have changed. */
function followSlug(feed: Feed, sources: readonly FeedSource[]): Feed {
  const own = sources.filter((source) => toFeedId(source) === feed.id);
  const candidates = own.some(isRunning) ? own.filter(isRunning) : own;
  const [first] = candidates.toSorted(compareStart);
  return !first || candidates.some(({ slug }) => slug === feed.slug) ? feed : { ...feed, slug: first.slug };
}

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
