/**
 * Playlists and keys on the media host. A viewer's request for a recording or a live checks token, session, access rule
 * and stream lease (401, 403 or 409). Segments come from S3 by signature.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../shared/contract/errors.ts';
import { playbackEndpoints } from '../../shared/contract/playback.ts';
import { readFrame } from '../broadcast/broadcasts/live-frame.ts';
import { isShownToCaller } from '../broadcast/live/airtime.ts';
import { isInReserve } from '../broadcast/live/feeds.ts';
import { isLiveFrameName } from '../broadcast/live/live-frame-name.ts';
import { isOnAir, type StoredSource } from '../broadcast/live/rules.ts';
import { isPhoneChannel } from '../broadcast/phone/phone-channel.ts';
import { type Caller, isAdmin, manages } from '../platform/auth/rules.ts';
import { mediaUrl } from '../platform/aws/addresses.ts';
import { signPlaybackToken } from '../platform/aws/live-playback.ts';
import { readPlaybackSecret } from '../platform/files/signed-addresses.ts';
import { isFromMediaHost } from '../platform/http/edge.ts';
import type { RawResponse } from '../platform/http/request.ts';
import { serve } from '../platform/http/serve.ts';
import { log } from '../platform/observability/log.ts';
import { findReader, mayReadRecording } from '../platform/shown/families.ts';
import { findPrivateFolder, readPictureUrl } from '../platform/shown/private-pictures.ts';
import { ads } from '../recordings/ads/store.ts';
import { contentVideos } from '../recordings/content/store.ts';
import { requestEncoding } from '../recordings/media/broadcast-encoding.ts';
import { decodeKey } from '../recordings/media/encoding.ts';
import {
  type LiveNow,
  readAccessContext,
  readCachedLive,
  readHolder,
  readLive,
} from '../viewing/playback/access-context.ts';
import { notCached, parseKeyGeneration, serveFile } from '../viewing/playback/media-files.ts';
import { toFramesSubject } from '../viewing/playback/playback-grants.ts';
import {
  delayedName,
  findGrowingReader,
  growingReaders,
  isOpenTo,
  readCachedBroadcast,
  readOwnPlaylist,
  readSharedPlaylist,
  wasPresentAtEnd,
} from '../viewing/playback/recorded-live.ts';
import { computeNextCheck, decideAccess, mayPreview, type Watchable } from '../viewing/playback/rules.ts';
import { enforceLives, enforceStreams } from '../viewing/playback/stream-lease.ts';
import { type PlaybackTicket, verifyTicket } from '../viewing/playback/tokens.ts';
import { countStart, countVisit } from '../viewing/playback/views.ts';

export const handler = serve(playbackEndpoints, {
  'GET /vods/{id}/hls/{file}': async ({ params, query, now }) => {
    const isStart = params.file === 'index.m3u8';
    const ticket = await requireTicket(`vods/${params.id}`, query.token, now);
    const keyGeneration = parseKeyGeneration(params.file);
    const { caller, lease, vod, event, key } = await readAccessContext(ticket, { id: params.id, keyGeneration, now });
    if (hasSession(ticket) && !caller) throw new ApiError('PLY4010');
    const isStaff = vod !== undefined && manages(caller, vod);
    if (!vod?.generation || !(vod.visible || isStaff || mayReadRecording(caller, vod, event)))
      throw new ApiError('PLY4040');
    requireAccess(caller, { event, clubIds: vod.clubIds });
    await enforceStreams(caller, { isStart, lease, now });
    const [answer] = await Promise.all([
      serveFile({
        kind: 'vods',
        item: vod,
        name: params.file,
        token: query.token,
        now,
        key: decodeKey(key),
        privateFolder: findPrivateFolder(vod, isStaff ? 'staff' : 'families'),
      }),
      isStart && countViewer(`vods/${vod.id}`, caller, now),
      isStart && !isStaff && requestEncoding(vod, now),
    ]);
    return answer;
  },

  'GET /contentvideos/{id}/hls/{file}': async ({ params, query, now }) => {
    const video = await contentVideos.get(params.id);
    if (!video?.generation) throw new ApiError('PLY4040');
    if (video.visible)
      return serveFile({ kind: 'contentvideos', item: video, name: params.file, token: undefined, now });
    const caller = query.token
      ? (await readTicketHolder(await requireTicket(`contentvideos/${video.id}`, query.token, now), now)).caller
      : undefined;
    if (!caller || !isAdmin(caller.user)) throw new ApiError('PLY4040');
    const privateFolder = findPrivateFolder(video, 'staff');
    return serveFile({ kind: 'contentvideos', item: video, name: params.file, token: query.token, now, privateFolder });
  },

  'GET /advideos/{id}/hls/{file}': async ({ params, now }) => {
    const ad = await ads.get(params.id);
    if (!ad?.generation || !ad.visible) throw new ApiError('PLY4040');
    return serveFile({ kind: 'advideos', item: ad, name: params.file, token: undefined, now });
  },

  'GET /live/{slug}/{file}': async ({ params, query, now }) => {
    if (isLiveFrameName(params.file, now)) return answerFrame(params.slug, query.token, now);
    const ticket = await requireTicket(`live/${params.slug}`, query.token, now);
    if (params.file !== 'index.m3u8') throw new ApiError('PLY4040');
    const [{ caller, lease }, cached] = await Promise.all([
      readTicketHolder(ticket, now),
      readCachedLive(params.slug, now),
    ]);
    // Only a fresh read may reject the request: the live may have started since it was cached.
    const live = isGrantedTo(caller, cached, now) ? cached : await readLive(params.slug);
    const { source, event } = requireLive(caller, live, now);
    const { id: sourceId, channelArn, clubIds } = source;
    if (isPhoneChannel(channelArn)) return redirectToPhone(source, query.token);
    const view = caller && { channelArn, viewerId: hashViewer(caller), version: Math.floor(now / 1000) };
    if (view) {
      const checkAt = computeNextCheck(caller, { event, clubIds });
      await enforceLives(caller, { ...view, sessionHash: caller.sessionHash, sourceId }, { lease, checkAt, now });
    }
    await countViewer(`live/${source.id}`, caller, now);
    const token = signPlaybackToken((await readPlaybackSecret()).ivsPrivateKey, {
      channelArn,
      viewerId: view?.viewerId,
      version: view?.version,
      now,
    });
    const location = `${source.playbackUrl}?token=${token}`;
    return { status: 302, headers: { ...notCached, location } };
  },

  'GET /live/{slug}/recordings/{broadcastId}/{file}': async ({ params, query, now }) => {
    const ticket = await requireTicket(`live/${params.slug}`, query.token, now);
    const [{ caller, lease }, running] = await Promise.all([
      readTicketHolder(ticket, now),
      readCachedBroadcast(params.slug, params.broadcastId, now),
    ]);
    const reader = running && findGrowingReader(caller, running);
    if (!reader || !isOpenTo(reader, running, now) || !wasPresentAtEnd(running, ticket.expiresAt, now))
      throw new ApiError('PLY4040');
    const { broadcast, event } = running;
    requireAccess(caller, { event, clubIds: broadcast.event?.clubIds ?? running.source.clubIds });
    const isStart = params.file === delayedName;
    await enforceStreams(caller, { isStart, lease, now });
    const [playlist] = await Promise.all([
      readOwnPlaylist({ running, reader, slug: params.slug, name: params.file, token: query.token, now }),
      isStart && countViewer(`live/${running.source.id}`, caller, now),
    ]);
    return playlist;
  },

  'GET /growing/{slug}/{broadcastId}/{reader}/{file}': async ({ params, headers, now }) => {
    if (!isFromMediaHost(headers)) throw new ApiError('PLY4030');
    const reader = growingReaders.find((one) => one === params.reader);
    const running = reader && (await readCachedBroadcast(params.slug, params.broadcastId, now));
    if (!running || !isOpenTo(reader, running, now)) throw new ApiError('PLY4040');
    return readSharedPlaylist({ running, reader, name: params.file, now });
  },
});

/** A phone's live is played from its segments; its playlists check the same rights. */
function redirectToPhone({ slug, broadcast }: StoredSource, token = ''): RawResponse {
  const location = mediaUrl(`live/${slug}/recordings/${broadcast?.id}/${delayedName}?token=${token}`);
  return { status: 302, headers: { ...notCached, location } };
}

/** A frame of a live whose pictures are not public: access is checked on each request. */
async function answerFrame(slug: string, token: string | undefined, now: number): Promise<RawResponse> {
  const { caller } = await readTicketHolder(await requireTicket(toFramesSubject(slug), token, now), now);
  const { source, event } = requireLive(caller, await readLive(slug), now);
  const frame = await readFrame(source);
  if (frame) return { status: 200, headers: { ...notCached, 'content-type': 'image/jpeg' }, body: frame };
  // The first seconds have no frame yet and show the match's picture.
  const location = await readPictureUrl(event?.thumbnail ?? null, event, findReader(caller, event));
  if (!location) throw new ApiError('PLY4040');
  return { status: 302, headers: { ...notCached, location } };
}

function isGrantedTo(caller: Caller | undefined, live: LiveNow | undefined, now: number): live is LiveNow {
  return isOnAirFor(caller, live, now) && decideAccess(caller, toWatchable(live)).granted;
}

function requireLive(caller: Caller | undefined, live: LiveNow | undefined, now: number): LiveNow {
  if (!isOnAirFor(caller, live, now)) throw new ApiError('PLY4040');
  requireAccess(caller, toWatchable(live));
  return live;
}

function isOnAirFor(caller: Caller | undefined, live: LiveNow | undefined, now: number): live is LiveNow {
  return (
    live !== undefined &&
    isOnAir(live.source, now) &&
    (isShownToCaller(caller, live.source, now, live.event) || mayPreview(caller, live.event)) &&
    (!isInReserve(live.source, live.event) || manages(caller, live.source))
  );
}

const toWatchable = ({ source: { clubIds }, event }: LiveNow): Watchable => ({ event, clubIds });

async function requireTicket(item: string, token: string | undefined, now: number): Promise<PlaybackTicket> {
  const ticket = token ? await verifyTicket(token, now) : undefined;
  if (!ticket) throw new ApiError('PLY4010');
  if (ticket.item !== item) throw new ApiError('PLY4030');
  return ticket;
}

/** False for a visitor's anonymous ticket to a public event. */
const hasSession = (ticket: PlaybackTicket) => ticket.userId !== undefined && ticket.sessionHash !== undefined;

async function readTicketHolder(ticket: PlaybackTicket, now: number): ReturnType<typeof readHolder> {
  const holder = await readHolder(ticket, now);
  if (hasSession(ticket) && !holder.caller) throw new ApiError('PLY4010');
  return holder;
}

function requireAccess(caller: Caller | undefined, watchable: Watchable): void {
  if (!decideAccess(caller, watchable).granted) throw new ApiError(caller ? 'PLY4030' : 'PLY4010');
}

/** Counts a viewer: visitors count as plays only, admins not at all. A failure does not prevent watching. */
async function countViewer(item: string, caller: Caller | undefined, now: number): Promise<void> {
  if (caller && isAdmin(caller.user)) return;
  try {
    await (caller ? countStart(item, caller.user.id, now) : countVisit(item));
  } catch (error) {
    log('warn', 'a view was not counted', { item, error: error instanceof Error ? error.name : 'unknown' });
  }
}

/** At most 40 characters without personal data, as IVS requires. */
const hashViewer = ({ user, sessionHash }: Caller) =>
  createHash('sha256').update(`${user.id}\n${sessionHash}`).digest('base64url').slice(0, 40);
