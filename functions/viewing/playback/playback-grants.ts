/** The `playback` field of a response: the decision and, if granted, the URL with its token. */
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { formatCuts, mergeRanges, type Range } from '../../../shared/domain/withdrawn.ts';
import type { RewindableBroadcast } from '../../broadcast/broadcasts/growing-recording.ts';
import { liveFrameKey } from '../../broadcast/live/live-frame-name.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { mediaUrl } from '../../platform/aws/addresses.ts';
import { findDelayedDelivery } from './live-delivery.ts';
import { delayedName } from './recorded-live.ts';
import { type Decision, decideAccess, type Watchable } from './rules.ts';
import { type PlaybackTicket, signTicket, ticketMs } from './tokens.ts';

/** Decides on a recording. `item` is its name in tickets, `vods/{id}`. */
export async function grantRecording(
  item: string,
  watchable: Watchable,
  status: { isReady: boolean; hasSprites: boolean; withdrawn: readonly Range[] },
  caller: Caller | undefined,
  now: number,
): Promise<Playback> {
  const decision = decideAccess(caller, watchable);
  if (!decision.granted) return decision;
  if (!status.isReady) return { granted: false, reason: 'NOT_READY' };
  const match = watchable.event && { eventId: watchable.event.id };
  return grantWithTicket({ item, ...match }, decision, caller, now, (token) => ({
    url: mediaUrl(`${item}/hls/index.m3u8?token=${token}`),
    ...(status.withdrawn.length > 0 && { cuts: formatCuts(status.withdrawn) }),
    ...(status.hasSprites ? { thumbnailsUrl: mediaUrl(`${item}/hls/thumbnails.vtt?token=${token}`) } : {}),
  }));
}

/** Content videos are open to everybody and need no token. */
export function openContent(id: string, isReady: boolean): Playback {
  if (!isReady) return { granted: false, reason: 'NOT_READY' };
  return {
    granted: true,
    reason: 'PUBLIC',
    url: mediaUrl(`contentvideos/${id}/hls/index.m3u8`),
    thumbnailsUrl: mediaUrl(`contentvideos/${id}/hls/thumbnails.vtt`),
  };
}

/** Opens hidden content for admins, with a token. */
export async function previewContent(id: string, isReady: boolean, caller: Caller | undefined, now: number) {
  if (!isReady) return openContent(id, isReady);
  return grantWithTicket({ item: `contentvideos/${id}` }, { granted: true, reason: 'ADMIN' }, caller, now, (token) => ({
    url: mediaUrl(`contentvideos/${id}/hls/index.m3u8?token=${token}`),
    thumbnailsUrl: mediaUrl(`contentvideos/${id}/hls/thumbnails.vtt?token=${token}`),
  }));
}

/** Decides on a live. `startedAt`: start of the running broadcast. `broadcast`: set if viewers can rewind it. */
export async function grantLive(
  slug: string,
  watchable: Watchable,
  {
    isLive,
    isPhone,
    startedAt,
    broadcast,
  }: { isLive: boolean; isPhone: boolean; startedAt: string | undefined; broadcast: RewindableBroadcast | undefined },
  caller: Caller | undefined,
  now: number,
): Promise<Playback> {
  const decision = decideAccess(caller, watchable);
  if (!decision.granted) return decision;
  if (!isLive) return { granted: false, reason: 'OFFLINE' };
  // A phone has one delivery: its segments.
  const delayed = isPhone
    ? 'none'
    : findDelayedDelivery(decision, { startedAt, isRecorded: broadcast !== undefined }, now);
  return grantWithTicket({ item: `live/${slug}` }, decision, caller, now, (token) => ({
    url:
      isPhone && broadcast
        ? mediaUrl(`live/${slug}/recordings/${broadcast.id}/${delayedName}?token=${token}`)
        : mediaUrl(`live/${slug}/index.m3u8?token=${token}`),
    ...(delayed === 'waiting' && { delayedUrl: null }),
    ...(broadcast && {
      fromStartUrl: mediaUrl(`live/${slug}/recordings/${broadcast.id}/index.m3u8?token=${token}`),
      ...(delayed === 'ready' && {
        delayedUrl: mediaUrl(`live/${slug}/recordings/${broadcast.id}/${delayedName}?token=${token}`),
      }),
      ...(broadcast.withdrawn.length > 0 && { withdrawnDates: mergeRanges(broadcast.withdrawn) }),
    }),
  }));
}

/** Milliseconds for which an open page may still ask for a frame. */
const frameMs = 20 * 60_000;
/** Milliseconds in which requests share an address, so that browsers cache the picture. */
const sharedMs = 10 * 60_000;

/** The subject of a ticket for the frames of a live; it opens no playlist. */
export const toFramesSubject = (slug: string) => `frames/${slug}`;

/** Returns the URL of the current frame of a live that is not public, with a ticket of the caller. */
export async function grantFrame(slug: string, { user, sessionHash }: Caller, now: number): Promise<string> {
  const expiresAt = Math.ceil((now + frameMs) / sharedMs) * sharedMs;
  const token = await signTicket({ item: toFramesSubject(slug), userId: user.id, sessionHash, expiresAt });
  return mediaUrl(`${liveFrameKey(slug, now).replace('thumbnails/lives/', 'live/')}?token=${token}`);
}

async function grantWithTicket(
  about: Pick<PlaybackTicket, 'item' | 'eventId'>,
  decision: Decision,
  caller: Caller | undefined,
  now: number,
  addresses: (
    token: string,
  ) => Pick<Playback, 'url' | 'thumbnailsUrl' | 'fromStartUrl' | 'delayedUrl' | 'cuts' | 'withdrawnDates'>,
): Promise<Playback> {
  const expiresAt = now + ticketMs;
  const token = await signTicket({
    ...about,
    expiresAt,
    ...(caller ? { userId: caller.user.id, sessionHash: caller.sessionHash } : {}),
  });
  return { ...decision, ...addresses(token), expiresAt: new Date(expiresAt).toISOString() };
}
