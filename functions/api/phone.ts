/** Endpoints of a broadcast from a phone's browser, for staff of the match or holders of its camera link. */
import { ApiError } from '../../shared/contract/errors.ts';
import { phoneEndpoints } from '../../shared/contract/phone.ts';
import { takesPlace } from '../../shared/domain/event-state.ts';
import { lateHours, maxSegmentBytes, segmentMs } from '../../shared/domain/phone-segments.ts';
import { listFeeds } from '../broadcast/live/feeds.ts';
import { listOnAir, showFeed } from '../broadcast/live/match-signal.ts';
import { sources } from '../broadcast/live/store.ts';
import { followPhone } from '../broadcast/phone/follow-phone.ts';
import { listSegments } from '../broadcast/phone/list-segments.ts';
import { findCameraOfMatch, findOnAir } from '../broadcast/phone/match-sources.ts';
import {
  countPending,
  endPublisher,
  findNextNumber,
  getPublisher,
  isFresh,
  isRetired,
  type Publisher,
  staffLink,
  touchPublisher,
} from '../broadcast/phone/publishers.ts';
import { registerPublisher } from '../broadcast/phone/register-publisher.ts';
import { resumePublisher } from '../broadcast/phone/resume-publisher.ts';
import { keepStill } from '../broadcast/phone/still-picture.ts';
import { openProbe, openUploads, readBytesLeft } from '../broadcast/phone/uploads.ts';
import { describeMatch } from '../league/events/event-views.ts';
import type { StoredEvent } from '../league/events/rules.ts';
import { requireManagedEvent } from '../league/events/store.ts';
import { cameraLinks } from '../league/scores/match-links.ts';
import { computeCameraLinkWindow } from '../league/scores/rules.ts';
import { type Caller, isAdmin } from '../platform/auth/rules.ts';
import { environment } from '../platform/aws/environment.ts';
import { answerTime } from '../platform/http/responses.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(phoneEndpoints, {
  'GET /sportevents/{id}/phone': async ({ params, query, ...by }) => {
    const { match, link } = await requireSender(params.id, by);
    const isForAdmin = by.caller !== undefined && isAdmin(by.caller.user);
    const [described, maxBytesLeft, onAir, camera] = await Promise.all([
      describeMatch(match),
      readBytesLeft(match.id, link),
      findOnAir(match, query.device, by.now),
      isForAdmin ? findCameraOfMatch(match.id) : undefined,
    ]);
    return {
      data: {
        match: { ...described, startsAt: match.scheduledStartDate },
        validUntil: new Date(computeCameraLinkWindow(match).until).toISOString(),
        limits: { maxSegmentBytes, maxBytesLeft, segmentMs },
        onAir,
        mayChoose: link === staffLink,
        fallback: camera ? { server: environment('STREAM_SERVER'), key: camera.streamKey } : null,
        now: answerTime(by.now),
      },
    };
  },

  'POST /sportevents/{id}/phone/probe': async ({ params, ...by }) => {
    const { match, link } = await requireSender(params.id, by);
    return { data: { ...(await openProbe({ eventId: match.id, link }, by.now)), now: answerTime(by.now) } };
  },

  'POST /sportevents/{id}/phone/publishers': async ({ params, body, ...by }) => {
    const { match, link } = await requireSender(params.id, by);
    if (!takesPlace(match)) throw new ApiError('PHN4092');
    const { id } = await registerPublisher(match, { device: body.device, link }, by.now);
    return { data: { publisher: id, broadcast: id, next: await findNextNumber(id), now: answerTime(by.now) } };
  },

  'POST /sportevents/{id}/phone/uploads': async ({ params, body, ...by }) => {
    const publisher = await requirePublisher(params.id, body.publisher, by);
    return { data: { uploads: await openUploads(publisher, body.segments, by.now), now: answerTime(by.now) } };
  },

  'POST /sportevents/{id}/phone/segments': async ({ params, body, ...by }) => {
    const found = await requirePublisher(params.id, body.publisher, by);
    await touchPublisher(found.id, by.now);
    const publisher = await resumePublisher(found, body.segments, by.now);
    const segments = await listSegments(publisher, body.segments);
    const isListed = segments.some(({ state }) => state === 'LISTED');
    if (body.picture && isListed && body.segments.some(({ startMs }) => isFresh(startMs, by.now)))
      await keepStill(publisher, body.picture);
    const isShown = isListed ? await followPhone(publisher.id, Date.now()) : null;
    return { data: { segments, isShown, now: answerTime(by.now) } };
  },

  'POST /sportevents/{id}/phone/end': async ({ params, body, ...by }) => {
    const { id } = await requirePublisher(params.id, body.publisher, by);
    await endPublisher(id, by.now);
    await followPhone(id, Date.now());
    return { data: { pending: await countPending(id), now: answerTime(by.now) }, message: 'Emisión terminada' };
  },

  'GET /sportevents/{id}/feed': async ({ params, caller, now }) => ({
    data: await readFeeds(await requireManagedEvent(params.id, caller), now),
  }),
  'POST /sportevents/{id}/feed': async ({ params, body, caller, now }) => {
    const match = await requireManagedEvent(params.id, caller);
    const feed = await showFeed(match.id, body.source, now);
    if (!feed) throw new ApiError('PHN4093');
    return { data: await readFeeds(feed, now), message: 'Los espectadores ven ahora esta cámara' };
  },

  'GET /sportevents/{id}/camera-link': async ({ params, caller, now }) => ({
    data: { link: await cameraLinks.show(await requireManagedEvent(params.id, caller), now) },
  }),
  'POST /sportevents/{id}/camera-link': async ({ params, caller, now }) => ({
    data: await cameraLinks.make(await requireManagedEvent(params.id, caller), caller, now),
    message: 'Enlace de cámara creado',
  }),
  'DELETE /sportevents/{id}/camera-link': async ({ params, caller }) => {
    await cameraLinks.end((await requireManagedEvent(params.id, caller)).id);
    return { message: 'El enlace de cámara ya no vale' };
  },
});

const readFeeds = async (match: StoredEvent, now: number) => ({
  feeds: listFeeds(listOnAir(await sources.rows(), match.id, now), match),
});

interface Requester {
  caller: Caller | undefined;
  link: string | undefined;
  now: number;
}

/** Allows staff of the match, and holders of its camera link. `graceMs`: see `MatchLinks.verify`. */
async function requireSender(id: string, by: Requester, graceMs = 0): Promise<{ match: StoredEvent; link: string }> {
  const early = 'Este enlace de cámara valdrá desde un día antes del partido.';
  const { match, hash = staffLink } = await cameraLinks.admit(id, by, { code: 'PHN4030', early, graceMs });
  return { match, link: hash };
}

/**
 * Allows the phone that began the broadcast, and staff, because segments kept offline may arrive hours after the link
 * has ended. @throws ApiError 404 for the publisher of another match or link, or one whose segments are no longer
 * stored: the phone keeps them.
 */
async function requirePublisher(eventId: string, id: string, by: Requester): Promise<Publisher> {
  const { match, link } = await requireSender(eventId, by, lateHours * 3_600_000);
  const publisher = await getPublisher(id);
  const isOwn = publisher?.eventId === match.id && (link === staffLink || publisher.link === link);
  if (!publisher || !isOwn || isRetired(publisher, by.now)) throw new ApiError('PHN4040');
  return publisher;
}
