/**
 * The media host's playlists and keys. Each request judges again: the token, its session, the access rule and the one
 * stream of the user; 401, 403 or 409 (rows V-ACC-10, V-PLAY). Segments go to S3 by signature and never come here.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../../shared/errors.ts';
import { playbackEndpoints } from '../../../shared/viewing/playback.ts';
import { isOnAir, isShown } from '../../broadcast/live/rules.ts';
import { sourceBySlug } from '../../broadcast/live/store.ts';
import { events } from '../../league/events/store.ts';
import { livePlaybackToken } from '../../platform/aws/live-playback.ts';
import { log } from '../../platform/http/request-log.ts';
import { serve } from '../../platform/http/serve.ts';
import { type Caller, isLiveUser, manages } from '../../platform/session/rules.ts';
import { findCallerByHash } from '../../platform/session/sessions.ts';
import { ads } from '../../recordings/ads/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { keyBytes } from '../../recordings/media/encode.ts';
import { file, generationOfKey, notCached } from './files.ts';
import { readJudged } from './judged.ts';
import { claimLease, isHeldAfresh, type Lease, mayWatchLive, readLeaseOfMany } from './lease.ts';
import { endLiveViews, judgeLater, keepLiveView } from './live-views.ts';
import { decide, isLimitedToOneStream, judgeAgainAt, type Watchable } from './rules.ts';
import { type Running, runningBroadcast, runningFile, wasThere } from './running.ts';
import { type PlaybackTicket, playbackSecret, verifyTicket } from './tokens.ts';
import { countStart, countVisit } from './views.ts';

export const handler = serve(playbackEndpoints, {
  'GET /vods/{id}/hls/{file}': async ({ params, query, now }) => {
    const isStart = params.file === 'index.m3u8';
    const ticket = await ticketFor(`vods/${params.id}`, query.token, now);
    const keyOf = generationOfKey(params.file);
    const { caller, lease, vod, event, key } = await readJudged(ticket, { id: params.id, keyOf, now });
    if (hasSession(ticket) && !caller) throw new Refusal('PLY4010');
    if (!vod?.generation || !(vod.visible || manages(caller, vod))) throw new Refusal('PLY4040');
    requireAccess(caller, { event, clubIds: vod.clubIds });
    await holdStream(caller, { isStart, lease, now });
    const [answer] = await Promise.all([
      file({ kind: 'vods', item: vod, name: params.file, token: query.token, now, key: keyBytes(key) }),
      isStart && countViewer(`vods/${vod.id}`, caller, now),
    ]);
    return answer;
  },

  'GET /contentvideos/{id}/hls/{file}': async ({ params, query, now }) => {
    const video = await contentVideos.get(params.id);
    if (!video?.generation) throw new Refusal('PLY4040');
    if (video.visible) return file({ kind: 'contentvideos', item: video, name: params.file, token: undefined, now });
    const caller = query.token
      ? await holderOf(await ticketFor(`contentvideos/${video.id}`, query.token, now), now)
      : undefined;
    if (!isAdmin(caller)) throw new Refusal('PLY4040');
    return file({ kind: 'contentvideos', item: video, name: params.file, token: query.token, now });
  },

  'GET /advideos/{id}/hls/{file}': async ({ params, now }) => {
    const ad = await ads.get(params.id);
    if (!ad?.generation || !ad.visible) throw new Refusal('PLY4040');
    return file({ kind: 'advideos', item: ad, name: params.file, token: undefined, now });
  },

  'GET /live/{slug}/{file}': async ({ params, query, now }) => {
    const [caller, source] = await Promise.all([
      ticketFor(`live/${params.slug}`, query.token, now).then((ticket) => holderOf(ticket, now)),
      sourceBySlug(params.slug),
    ]);
    const event = source?.sportEventId ? await events.get(source.sportEventId) : undefined;
    const mayLook = source && (isShown(source, event) || isAdmin(caller));
    if (!mayLook || params.file !== 'index.m3u8' || !isOnAir(source, now)) throw new Refusal('PLY4040');
    requireAccess(caller, { event, clubIds: source.clubIds });
    const { id: sourceId, channelArn } = source;
    const view = caller && { channelArn, viewerId: viewerId(caller), version: Math.floor(now / 1000) };
    await holdLiveStream(caller, now);
    await Promise.all([
      view && keepLiveView(caller.user.id, { ...view, sessionHash: caller.sessionHash, sourceId }, now),
      caller && judgeLater(caller.user.id, judgeAgainAt(caller, event?.id), now),
      countViewer(`live/${source.id}`, caller, now),
    ]);
    const token = livePlaybackToken((await playbackSecret()).ivsPrivateKey, {
      channelArn,
      viewerId: view?.viewerId,
      version: view?.version,
      now,
    });
    const location = `${source.playbackUrl}?token=${token}`;
    return { status: 302, headers: { ...notCached, location } };
  },

  'GET /live/{slug}/recordings/{broadcastId}/{file}': async ({ params, query, now }) => {
    const ticket = await ticketFor(`live/${params.slug}`, query.token, now);
    const [caller, running, lease] = await Promise.all([
      holderOf(ticket, now),
      runningBroadcast(params.slug, params.broadcastId, now),
      hasSession(ticket) ? readLeaseOfMany(ticket.userId) : undefined,
    ]);
    if (!running || !mayLookBack(running, caller) || !wasThere(running, ticket.expiresAt, now))
      throw new Refusal('PLY4040');
    const { broadcast, event } = running;
    requireAccess(caller, { event, clubIds: broadcast.event?.clubIds ?? running.source.clubIds });
    await holdStream(caller, { isStart: false, lease, now });
    return runningFile({ broadcast, name: params.file, token: query.token, now });
  },
});

/** As the live while it is on the air; what has ended is as hidden as its match, whatever its camera shows now. */
function mayLookBack({ source, broadcast, event }: Running, caller: Caller | undefined): boolean {
  if (isAdmin(caller)) return true;
  if (source.broadcast?.id === broadcast.id) return isShown(source, event);
  return event ? event.visible : broadcast.event === null;
}

async function ticketFor(item: string, token: string | undefined, now: number): Promise<PlaybackTicket> {
  const ticket = token ? await verifyTicket(token, now) : undefined;
  if (!ticket) throw new Refusal('PLY4010');
  if (ticket.item !== item) throw new Refusal('PLY4030');
  return ticket;
}

/** Not so of a visitor's anonymous ticket to a public event. */
const hasSession = (ticket: PlaybackTicket): ticket is PlaybackTicket & { userId: string; sessionHash: string } =>
  ticket.userId !== undefined && ticket.sessionHash !== undefined;

/** The caller that the ticket's session belongs to. */
async function holderOf(ticket: PlaybackTicket, now: number): Promise<Caller | undefined> {
  if (!hasSession(ticket)) return undefined;
  const caller = await findCallerByHash(ticket.userId, ticket.sessionHash, now);
  if (!caller) throw new Refusal('PLY4010');
  return caller;
}

const isAdmin = (caller: Caller | undefined) => caller?.user.role === 'ADMIN';

function requireAccess(caller: Caller | undefined, watchable: Watchable): void {
  if (!decide(caller, watchable).granted) throw new Refusal(caller ? 'PLY4030' : 'PLY4010');
}

/**
 * The user's one stream is here now: what another session of theirs still watches live, ends. Looked for at each start,
 * and when the lease changed hands in between.
 */
async function holdStream(caller: Caller | undefined, { isStart, lease, now }: Hold) {
  if (!isLimitedToOneStream(caller)) return;
  const claim = { userId: caller.user.id, sessionHash: caller.sessionHash, now };
  const claimed = isHeldAfresh(lease, claim) ? 'renewed' : await claimLease(claim);
  if (!claimed) throw new Refusal('SSN4090');
  // The lease was read before the claim: whoever has begun a live since then would hold it.
  if ((isStart || claimed === 'taken') && mayWatchLive(lease, now)) await endOthersViews(caller);
}

interface Hold {
  isStart: boolean;
  /** As it was before. */
  lease: Lease | undefined;
  now: number;
}

/** The same for a live, which goes on at the streaming service after the lease has gone. */
async function holdLiveStream(caller: Caller | undefined, now: number) {
  if (!isLimitedToOneStream(caller)) return;
  const claimed = await claimLease({ userId: caller.user.id, sessionHash: caller.sessionHash, now }, { live: true });
  if (!claimed) throw new Refusal('SSN4090');
  await endOthersViews(caller);
}

const endOthersViews = ({ user, sessionHash }: Caller) =>
  endLiveViews(user.id, (view) => view.sessionHash !== sessionHash);

/**
 * Rows V-COUNT: visitors cannot be told apart, so that only their plays count; live users are not counted. Nobody is
 * kept from watching because they could not be counted.
 */
async function countViewer(item: string, caller: Caller | undefined, now: number): Promise<void> {
  if (caller && isLiveUser(caller.user)) return;
  try {
    await (caller ? countStart(item, caller.user.id, now) : countVisit(item));
  } catch (error) {
    log('warn', 'a view was not counted', { item, error: error instanceof Error ? error.name : 'unknown' });
  }
}

/** IVS wants at most 40 characters, and no personal data. */
const viewerId = ({ user, sessionHash }: Caller) =>
  createHash('sha256').update(`${user.id}\n${sessionHash}`).digest('base64url').slice(0, 40);
