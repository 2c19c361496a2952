import { ApiError } from '../../shared/contract/errors.ts';
import { type LiveCard, liveEndpoints } from '../../shared/contract/live.ts';
import { findRewindableBroadcast } from '../broadcast/broadcasts/growing-recording.ts';
import { isInAirtimeNow, isOpenToInvited } from '../broadcast/live/airtime.ts';
import { chooseRefreshMs, readAudience } from '../broadcast/live/audience.ts';
import { isInReserve } from '../broadcast/live/feeds.ts';
import { findShownSource } from '../broadcast/live/find-shown-source.ts';
import { listLivesOnAir, toLiveCards } from '../broadcast/live/lives-on-air.ts';
import { hasShownContent, isOnAir } from '../broadcast/live/rules.ts';
import { requireReadableClub } from '../league/clubs/store.ts';
import { readEventView } from '../league/events/event-views.ts';
import { listSignals } from '../league/events/events-by-time.ts';
import { events, requireReadableEvent } from '../league/events/store.ts';
import type { Caller } from '../platform/auth/rules.ts';
import { serve } from '../platform/http/serve.ts';
import { findReader } from '../platform/shown/families.ts';
import { hasAdFor } from '../recordings/ads/store.ts';
import { isDeliveredByRecording } from '../viewing/playback/live-delivery.ts';
import { grantFrame, grantLive } from '../viewing/playback/playback-grants.ts';
import { mayPreview } from '../viewing/playback/rules.ts';

export const handler = serve(liveEndpoints, {
  'GET /signals': async ({ now }) => ({ data: { signals: listSignals(await events.rows(), now) } }),
  'GET /liveusers': async ({ query, now }) => ({
    data: { liveUsers: await listLivesOnAir(now, { sport: query.sport }) },
  }),
  'GET /clubs/{id}/lives': async ({ params, caller, now }) => {
    const club = await requireReadableClub(params.id, caller);
    return { data: { liveUsers: await listLivesOnAir(now, { clubId: club.id }) } };
  },
  'GET /sportevents/{id}/lives': async ({ params, caller, now }) => {
    const event = await requireReadableEvent(params.id, caller);
    const liveUsers = await listLivesOnAir(now, { eventId: event.id, caller });
    return { data: { liveUsers: await withFrames(liveUsers, caller, now) } };
  },

  'GET /liveusers/{slug}': async ({ params, caller, now }) => {
    const { source, event } = await findShownSource(params.slug, caller, now);
    const isForCaller = source && (hasShownContent(source, event) || isOpenToInvited(caller, source, event));
    if (!source || !(isForCaller || mayPreview(caller, event))) throw new ApiError('BRD4040');
    const onAir = isOnAir(source, now) && (isInAirtimeNow(source, now, event) || mayPreview(caller, event));
    const broadcast = await findRewindableBroadcast(source, now);
    const [decided, [card], viewers, sportEvent, hasAd] = await Promise.all([
      grantLive(
        source.slug,
        { event, clubIds: source.clubIds },
        { isLive: onAir, isPhone: source.kind === 'phone', startedAt: source.broadcast?.startedAt, broadcast },
        caller,
        now,
      ),
      toLiveCards([source], now, caller).then((cards) => withFrames(cards, caller, now)),
      // IVS counts only viewers of the stream without delay.
      onAir && source.kind !== 'phone' && !isDeliveredByRecording() ? readAudience(source.channelArn, now) : null,
      event ? readEventView(event, undefined, findReader(caller, event)) : null,
      caller && onAir ? hasAdFor(source.clubIds) : undefined,
    ]);
    const playback = { ...decided, ...(decided.granted && hasAd !== undefined && { hasAd }) };
    const isReserve = onAir && isInReserve(source, event);
    const refreshMs = chooseRefreshMs(onAir, viewers);
    return { data: { liveUser: { ...(card as LiveCard), sportEvent, playback, viewers, refreshMs, isReserve } } };
  },
});

/** Adds frames to the cards of lives that are not public, for invited families and staff. */
const withFrames = (cards: readonly LiveCard[], caller: Caller | undefined, now: number): Promise<LiveCard[]> =>
  Promise.all(
    cards.map(async (card) =>
      card.isLive && !card.thumbnail && caller
        ? { ...card, thumbnail: await grantFrame(card.slug, caller, now) }
        : card,
    ),
  );
