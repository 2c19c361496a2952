/**
 * Everything that decides a player's request: session, user, recording, match, lease, key. One BatchGetItem reads it,
 * because a call costs more time than its items.
 */
import { type StoredSource, sourceCacheMs } from '../../broadcast/live/rules.ts';
import { findSourceBySlug } from '../../broadcast/live/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { toCaller, toCallerReads } from '../../platform/auth/sessions.ts';
import { getItems, type Item } from '../../platform/aws/dynamo.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import { locateEncryptionKey } from '../../recordings/media/encoding.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { type Lease, leaseKey } from './lease.ts';
import type { PlaybackTicket } from './tokens.ts';

export interface AccessContext {
  /** Undefined for visitors and expired sessions. */
  caller: Caller | undefined;
  lease: Lease | undefined;
  vod: StoredVod | undefined;
  event: StoredEvent | undefined;
  /** The encryption key, if requested. */
  key: { key: string } | undefined;
}

/** Caller and lease of a live's ticket; what is common to all viewers comes from `readCachedLive`. */
export async function readHolder(
  { userId, sessionHash }: PlaybackTicket,
  now: number,
): Promise<Pick<AccessContext, 'caller' | 'lease'>> {
  if (!userId || !sessionHash) return { caller: undefined, lease: undefined };
  const [lease, ...items] = await getItems([
    { table: 'leases', key: leaseKey(userId) },
    ...toCallerReads(userId, sessionHash),
  ]);
  return { caller: toCaller(items, sessionHash, now), lease: lease as Lease | undefined };
}

/** `keyGeneration`: the generation whose encryption key is requested. */
export async function readAccessContext(
  { userId, sessionHash, eventId }: PlaybackTicket,
  { id, keyGeneration, now }: { id: string; keyGeneration: string | undefined; now: number },
): Promise<AccessContext> {
  const session = userId && sessionHash ? { userId, sessionHash } : undefined;
  const addresses = [
    vods.locate(id),
    ...(eventId ? [events.locate(eventId)] : []),
    ...(keyGeneration ? [locateEncryptionKey({ kind: 'vods', id }, keyGeneration)] : []),
    ...(session
      ? [
          { table: 'leases' as const, key: leaseKey(session.userId) },
          ...toCallerReads(session.userId, session.sessionHash),
        ]
      : []),
  ];
  const items = (await getItems(addresses))[Symbol.iterator]();
  const next = <T>() => items.next().value as (Item & T) | undefined;

  const vod = next<StoredVod>();
  const event = eventId ? next<StoredEvent>() : undefined;
  const key = keyGeneration ? next<{ key: string }>() : undefined;
  const lease = session && next<Lease>();
  const caller = session && toCaller([next(), next()], session.sessionHash, now);
  // The recording may have been assigned to another match since the ticket was issued.
  const matchId = vod?.sportEventId ?? undefined;
  const match = matchId === event?.id ? event : matchId && (await events.get(matchId));
  return { caller, lease, vod, event: match || undefined, key };
}

/**
 * The live under a slug, cached briefly for the rush at kick-off, which would otherwise exceed one item's read limit.
 * The user is checked on every request; hiding a live waits for the cache's age (`closeViews`).
 */
export interface LiveNow {
  source: StoredSource;
  event: StoredEvent | undefined;
}

const liveCache = new TtlCache<LiveNow | undefined>(sourceCacheMs, 500);

export const readCachedLive = (slug: string, now: number): Promise<LiveNow | undefined> =>
  liveCache.get(slug, now, () => readLive(slug));

export async function readLive(slug: string): Promise<LiveNow | undefined> {
  const source = await findSourceBySlug(slug);
  return source && { source, event: source.sportEventId ? await events.get(source.sportEventId) : undefined };
}
