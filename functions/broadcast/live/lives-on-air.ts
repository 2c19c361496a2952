import type { Sport } from '../../../shared/contract/schema.ts';
import { toResult } from '../../../shared/domain/result.ts';
import { createClubNamer } from '../../league/clubs/store.ts';
import { readVisibleMatches } from '../../league/events/event-views.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { findReader } from '../../platform/shown/families.ts';
import { isPicturePublic, readPictureUrl } from '../../platform/shown/private-pictures.ts';
import { isInAirtimeNow, isShownNow, isShownToCaller } from './airtime.ts';
import { isInReserve } from './feeds.ts';
import { liveFrameKey } from './live-frame-name.ts';
import { chooseTitle, isOnAir, type StoredSource } from './rules.ts';
import { sources } from './store.ts';

interface Filter {
  sport?: Sport | undefined;
  clubId?: string;
  eventId?: string;
  /** Adds the live of the match `eventId`, if that is for families and invites the caller. */
  caller?: Caller | undefined;
}

export async function listLivesOnAir(now: number, { sport, clubId, eventId, caller }: Filter = {}) {
  const mayBeInvited = eventId !== undefined && Boolean(caller?.user.families?.length);
  const rows = (await sources.rows()).filter(
    (row) =>
      isOnAir(row, now) &&
      (mayBeInvited || isShownNow({ ...row, title: row.ownTitle ? row.title : '' }, now)) &&
      (!sport || row.sport === sport) &&
      (!clubId || row.clubIds.includes(clubId)) &&
      (!eventId || row.sportEventId === eventId),
  );
  const items = await sources.items(rows);
  const shownEvents = await readShownEvents(items);
  // A change of an event takes a moment to reach its sources.
  const visible = items.filter((source) => {
    const event = shownEvents.get(source.sportEventId ?? '');
    return isShownToCaller(mayBeInvited ? caller : undefined, source, now, event) && !isInReserve(source, event);
  });
  return toLiveCards(visible, now, mayBeInvited ? caller : undefined);
}

/** With `caller`, cards also have the pictures of matches that are not public, but not their frames (`grantFrame`). */
export async function toLiveCards(sources: readonly StoredSource[], now: number, caller?: Caller) {
  const [nameClubs, shownEvents] = await Promise.all([
    createClubNamer(sources),
    readShownEvents(sources, eventMaxAgeMs),
  ]);
  const matches = await readVisibleMatches([...shownEvents.values()]);
  const cards = sources.map(async (source) => {
    const event = shownEvents.get(source.sportEventId ?? '');
    const sportEvent = matches.get(source.sportEventId ?? '') ?? null;
    const isLive = isOnAir(source, now) && isInAirtimeNow(source, now, event);
    const picture = source.thumbnail ?? (isLive ? null : (event?.thumbnail ?? null));
    const frame = isLive && !picture && isPicturePublic(event) ? liveFrameKey(source.slug, now) : null;
    return {
      slug: source.slug,
      title: chooseTitle(source),
      summary: source.summary || (event?.summary ?? ''),
      thumbnail: frame
        ? pictureUrl(frame)
        : await readPictureUrl(picture, source.thumbnail ? undefined : event, findReader(caller, event)),
      isLive,
      status: isLive ? ('ONLINE' as const) : ('OFFLINE' as const),
      sport: source.sport,
      sportEventId: source.sportEventId,
      clubs: nameClubs(source.clubIds),
      startedAt: (isInAirtimeNow(source, now, event) && source.broadcast?.startedAt) || null,
      result: sportEvent && toResult(sportEvent),
      sportEvent,
    };
  });
  return Promise.all(cards);
}

/** Reads the events of sources; a source without a text or picture of its own shows those of its event. */
export async function readShownEvents(
  sources: readonly StoredSource[],
  maxAgeMs = 0,
): Promise<Map<string, StoredEvent>> {
  const ids = new Set(sources.flatMap(({ sportEventId }) => sportEventId ?? []));
  if (ids.size === 0) return new Map();
  await events.refresh(maxAgeMs);
  const items = await events.items([...ids].map((id) => ({ id })));
  return new Map(items.map((event) => [event.id, event]));
}

const eventMaxAgeMs = 5_000;
