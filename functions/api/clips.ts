/**
 * Endpoints of clips. Staff cut, publish and delete clips of their club, admins all; public clips are open to
 * everybody. Where the club allows it, viewers cut clips that only they see until staff publish them.
 */
import { clipEndpoints } from '../../shared/contract/clips.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { toShownSecond } from '../../shared/domain/withdrawn.ts';
import { createLiveClip, requireManagedLive } from '../broadcast/live-clips/cut.ts';
import { clubs, createClubNamer } from '../league/clubs/store.ts';
import { readEventView } from '../league/events/event-views.ts';
import { events, requireReadableEvent } from '../league/events/store.ts';
import { readLog } from '../league/scores/store.ts';
import { type Caller, findOwnClub, isAdmin, isViewer, manages } from '../platform/auth/rules.ts';
import { pictureUrl } from '../platform/aws/addresses.ts';
import { serve } from '../platform/http/serve.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { editItem, requireItem } from '../platform/lists/require-item.ts';
import { assertMayDelete, assertMayShow } from '../platform/withholding/rules.ts';
import { sharedMs, signatureMs, signPoster, signVideo, signVideoUntil } from '../recordings/clips/clip-addresses.ts';
import { findClipMoment } from '../recordings/clips/clip-moment.ts';
import { createClip, createViewerClip } from '../recordings/clips/create-clip.ts';
import { chooseFreePreview, claimFreePreview, findFreePreview } from '../recordings/clips/free-preview.ts';
import { listCuttingClubs, listManagedClips } from '../recordings/clips/managed-clips.ts';
import { isOpenToCutter, isPublicClip, mayViewerCut, type StoredClip, toClipState } from '../recordings/clips/rules.ts';
import {
  clips,
  findClips,
  findMoreClips,
  findPublicClip,
  findViewerClips,
  forgetCut,
  groupPublicClips,
  readSurroundings,
  toClipCard,
  toKind,
} from '../recordings/clips/store.ts';
import { countMoments, createSummary } from '../recordings/clips/summary.ts';
import { removeMedia } from '../recordings/media/media-kinds.ts';
import { findMediaPicture } from '../recordings/media/media-picture.ts';
import { isPublished } from '../recordings/vods/rules.ts';
import { requireManagedVod, vods } from '../recordings/vods/store.ts';
import { decideAccess } from '../viewing/playback/rules.ts';

export const handler = serve(clipEndpoints, {
  'GET /clips/{id}': async ({ params, now }) => {
    const { clip, generation, vod, match, club, event } = await requirePublic(params.id);
    const [nameClubs, sportEvent, log, more] = await Promise.all([
      createClubNamer([match]),
      event ? readEventView(event) : null,
      event ? readLog(event.id) : [],
      findMoreClips(clip),
    ]);
    const { id, title, cut, live, duration, dateCreated } = clip;
    return {
      data: {
        clip: {
          id,
          kind: toKind(clip),
          title,
          dateCreated,
          seconds: duration ?? cut.seconds,
          poster: findMediaPicture('clips', clip),
          video: await signVideo(id, generation, now),
          club: { id: club.id, name: club.name, thumbnail: pictureUrl(club.thumbnail) },
          clubs: nameClubs(match.clubIds),
          vod: vod
            ? {
                id: vod.id,
                title: vod.title,
                endsAt: toShownSecond(vod.withdrawn ?? [], (live?.at ?? cut.start) + cut.seconds),
              }
            : null,
          sportEvent,
          moment: event ? findClipMoment(clip, vod, event, log) : null,
          more: more.map(toClipCard),
        },
      },
    };
  },
  'GET /clips/{id}/video': async ({ params, now }) => {
    const { clip, generation } = await requirePublic(params.id);
    const headers = { location: await signVideo(clip.id, generation, now), 'cache-control': 'public, max-age=10' };
    return { status: 302, headers };
  },

  'GET /sportevents/{id}/clips': async ({ params, query, caller }) => {
    const event = await requireReadableEvent(params.id, caller);
    const page = toPage((await groupPublicClips(0)).get(event.id) ?? [], query.page);
    const items = await clips.items(page.rows);
    return { data: { clips: items.map(toClipCard), ...toPagination(page) } };
  },

  'GET /liveusers/{slug}/clips': async ({ params, query, caller, now }) => {
    const { broadcast, clubIds } = await requireManagedLive(params.slug, query.startedAt, caller);
    const ownClub = findOwnClub(caller);
    return {
      data: {
        ...(await listManagedClips(await findClips({ broadcastId: broadcast.id, clubId: ownClub }), query, now)),
        clubs: await listCuttingClubs(ownClub ? [ownClub] : clubIds),
        canCut: broadcast.event !== null,
      },
    };
  },
  'POST /liveusers/{slug}/clips': async ({ params, body, caller, now }) => {
    const live = await requireManagedLive(params.slug, body.startedAt, caller);
    const { id } = await createLiveClip(live, body, caller, now);
    return { data: { id }, message: 'Clip en camino: estará listo en cuanto esté grabado' };
  },

  'GET /vods/{id}/clips': async ({ params, query, caller, now }) => {
    const vod = await requireManagedVod(params.id, caller);
    const ownClub = findOwnClub(caller);
    return {
      data: {
        ...(await listManagedClips(await findClips({ vodId: vod.id, clubId: ownClub }), query, now)),
        clubs: await listCuttingClubs(ownClub ? [ownClub] : vod.clubIds),
        canCut: vod.source !== null && vod.generation !== null,
        moments: await countMoments(vod.id),
      },
    };
  },
  'POST /vods/{id}/clips': async ({ params, body, caller, now }) => {
    const { id } = await createClip(await requireManagedVod(params.id, caller), body, caller, now);
    return { data: { id }, message: 'Clip en camino: estará listo en unos segundos' };
  },
  'POST /vods/{id}/summary': async ({ params, body, caller, now }) => {
    const { id } = await createSummary(await requireManagedVod(params.id, caller), body, caller, now);
    return { data: { id }, message: 'Resumen en camino: estará listo en un momento' };
  },
  'GET /vods/{id}/free-moment': async ({ params }) => {
    const clip = await findFreePreview(params.id);
    return { data: { freeMoment: clip ? { seconds: clip.duration ?? clip.cut.seconds } : null } };
  },
  'POST /vods/{id}/free-moment': async ({ params, address, now }) => {
    const clip = await findFreePreview(params.id);
    if (!clip) throw new ApiError('CLP4040');
    const until = await claimFreePreview(clip.sportEventId ?? params.id, address, now);
    if (until === undefined) throw new ApiError('CLP4031');
    return { data: { video: await signVideoUntil(clip.id, clip.generation, Math.min(until, now + signatureMs)) } };
  },
  'POST /vods/{id}/free-moments': async ({ params, body, caller, now }) => {
    const { id } = await chooseFreePreview(await requireManagedVod(params.id, caller), body, caller, now);
    return { data: { id }, message: 'Momento gratis en camino: se ofrecerá en cuanto esté listo' };
  },

  'GET /users/me/clips': async ({ query, caller, now }) => {
    const made = await findViewerClips(caller.user.id, query.vodId);
    return { data: { clips: await Promise.all(made.map((clip) => toViewerClip(clip, caller, now))) } };
  },
  'POST /vods/{id}/own-clips': async ({ params, body, caller, now }) => {
    const vod = await vods.get(params.id);
    const event = vod?.sportEventId ? await events.get(vod.sportEventId) : undefined;
    if (!vod || !isPublished(vod)) throw new ApiError('VOD4040');
    if (!isViewer(caller.user)) throw new ApiError('SSN4030');
    if (!decideAccess(caller, { event, clubIds: vod.clubIds }).granted) throw new ApiError('PLY4030');
    if (!mayViewerCut(vod, event)) throw new ApiError('CLP4030');
    const { id } = await createViewerClip(vod, body, caller, now);
    return { data: { id }, message: 'Clip en camino: estará listo en unos segundos' };
  },
  'DELETE /users/me/clips/{id}': async ({ params, caller, now }) => {
    const clip = await clips.get(params.id);
    if (clip?.userId !== caller.user.id) throw new ApiError('CLP4040');
    assertMayDelete(clip);
    if (!(await removeMedia('clips', clip.id, now, forgetCut(clip)))) throw new ApiError('CLP4040');
    return { message: 'Clip eliminado correctamente' };
  },

  'PATCH /clips/{id}': async ({ params, body: { version, ...edit }, caller }) => {
    const clip = await requireOwn(params.id, caller);
    const { clubId, visible } = clip;
    if (edit.visible && (await isForFamilies(clip))) throw new ApiError('FAM4091');
    if (edit.visible && !visible && !(await clubs.get(clubId))?.publicClips) throw new ApiError('CLP4090');
    await editItem(clips, params.id, { version, missing: 'CLP4040' }, (current) => {
      assertMayShow(current, edit);
      return { ...current, ...edit };
    });
    return { message: describeVisibility(edit.visible) };
  },
  'DELETE /clips/{id}': async ({ params, caller, now }) => {
    const clip = await requireOwn(params.id, caller);
    if (!isAdmin(caller.user)) assertMayDelete(clip);
    if (!(await removeMedia('clips', clip.id, now, forgetCut(clip)))) throw new ApiError('CLP4040');
    return { message: 'Clip eliminado correctamente' };
  },
});

const describeVisibility = (visible: boolean | undefined) =>
  visible === undefined ? 'Clip actualizado correctamente' : visible ? 'Clip publicado' : 'Clip oculto';

/** Maps a clip for the viewer who cut it, who may have lost access to its recording or match. */
async function toViewerClip(clip: StoredClip, caller: Caller, now: number) {
  const { id, title, cut, duration, status, progress, failure, dateCreated } = clip;
  const around = await readSurroundings(clip);
  const { vod } = around;
  const isPublic = isPublicClip(toClipState(clip), around);
  const event = around.events.find((one) => one && one.id === vod?.sportEventId);
  const mayWatch = Boolean(vod && decideAccess(caller, { event, clubIds: vod.clubIds }).granted);
  const isOpen = isPublic || (mayWatch && isOpenToCutter(clip, around));
  return {
    id,
    title,
    status,
    progress,
    failure,
    dateCreated,
    isPublic,
    start: cut.start,
    seconds: duration ?? cut.seconds,
    poster: isOpen ? await signPoster(clip, now, sharedMs) : null,
    video: isOpen && clip.generation ? await signVideo(id, clip.generation, now) : null,
    vod: vod && isPublished(vod) ? { id: vod.id, title: vod.title } : null,
  };
}

async function requirePublic(id: string) {
  const clip = await findPublicClip(id);
  if (!clip) throw new ApiError('CLP4040');
  return clip;
}

/** Only staff see clips of a match for families. */
async function isForFamilies(clip: StoredClip): Promise<boolean> {
  const { vod, events: matches } = await readSurroundings(clip);
  return [vod, ...matches].some((item) => item?.audience === 'FAMILIES');
}

async function requireOwn(id: string, caller: Caller): Promise<StoredClip> {
  const clip = await requireItem(clips, id, 'CLP4040');
  if (!manages(caller, { clubIds: [clip.clubId] })) throw new ApiError('SSN4030');
  return clip;
}
