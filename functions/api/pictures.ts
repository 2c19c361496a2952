/** Endpoints that read a picture (redirect to the media host) and replace one. */
import { ApiError } from '../../shared/contract/errors.ts';
import { thumbnailEndpoints } from '../../shared/contract/pictures.ts';
import { findFrame } from '../broadcast/broadcasts/live-frame.ts';
import { sources } from '../broadcast/live/store.ts';
import { clubs } from '../league/clubs/store.ts';
import { events } from '../league/events/store.ts';
import { type Caller, isAdmin, manages } from '../platform/auth/rules.ts';
import { mediaUrl, pictureUrl } from '../platform/aws/addresses.ts';
import type { FormFile, RawResponse } from '../platform/http/request.ts';
import { serve } from '../platform/http/serve.ts';
import { requireItem } from '../platform/lists/require-item.ts';
import { findReader, mayReadMatch } from '../platform/shown/families.ts';
import { readPictureUrl } from '../platform/shown/private-pictures.ts';
import { contentVideos } from '../recordings/content/store.ts';
import { mediaPictureKey } from '../recordings/media/media-picture.ts';
import { pictured, setPicture } from '../recordings/pictures/store.ts';
import { storePicture } from '../recordings/pictures/store-picture.ts';
import { isPublished, mayReadVod } from '../recordings/vods/rules.ts';
import { vods } from '../recordings/vods/store.ts';

export const handler = serve(thumbnailEndpoints, {
  'GET /clubs/{id}/thumbnail': async ({ params, caller }) => {
    const club = await clubs.get(params.id);
    return redirectToPicture(
      club && (club.visible || manages(caller, { clubIds: [club.id] })) ? club.thumbnail : null,
      club?.visible,
    );
  },
  'GET /vods/{id}/thumbnail': async ({ params, caller }) => {
    const vod = await vods.get(params.id);
    const isPublic = vod !== undefined && isPublished(vod);
    const event = vod?.sportEventId && !isPublic ? await events.get(vod.sportEventId) : undefined;
    if (!vod || !mayReadVod(caller, vod, event)) throw new ApiError('REQ4040');
    const reader = manages(caller, vod) ? 'staff' : findReader(caller, event);
    return redirectTo(await readPictureUrl(mediaPictureKey('vods', vod), vod, reader), isPublic);
  },
  'GET /sportevents/{id}/thumbnail': async ({ params, caller }) => {
    const event = await events.get(params.id);
    if (!event || !mayReadMatch(caller, event)) throw new ApiError('REQ4040');
    return redirectTo(await readPictureUrl(event.thumbnail, event, findReader(caller, event)), event.visible);
  },
  'GET /content/categories/{categoryId}/videos/{videoId}/thumbnail': async ({ params, caller }) => {
    const video = await contentVideos.get(params.videoId);
    const mayBeShown =
      video && String(video.categoryId) === params.categoryId && (video.visible || (caller && isAdmin(caller.user)));
    return redirectToPicture(mayBeShown ? mediaPictureKey('contentvideos', video) : null, video?.visible);
  },
  'GET /live/clubs/{id}/thumbnail': async ({ params }) => redirectToPicture((await clubs.get(params.id))?.thumbnail),
  'GET /live/vods/{id}/thumbnail': async ({ params }) => {
    const vod = await vods.get(params.id);
    return redirectTo(vod ? await readPictureUrl(mediaPictureKey('vods', vod), vod, 'staff') : null);
  },
  'GET /live/sportevents/{id}/thumbnail': async ({ params }) => {
    const event = await events.get(params.id);
    return redirectTo(await readPictureUrl(event?.thumbnail ?? null, event, 'staff'));
  },
  'GET /live/cameras/{id}/thumbnail': async ({ params }) => {
    const camera = await requireItem(sources, params.id, 'REQ4040');
    const event = camera.sportEventId ? await events.get(camera.sportEventId) : undefined;
    const own = (await findFrame(camera)) ?? camera.thumbnail;
    return redirectTo(own ? mediaUrl(own) : await readPictureUrl(event?.thumbnail ?? null, event, 'staff'));
  },

  'GET /live/content/{id}/thumbnail': async ({ params }) => {
    const video = await contentVideos.get(params.id);
    return redirectToPicture(video && mediaPictureKey('contentvideos', video));
  },

  'POST /live/clubs/{id}/thumbnail': ({ params, files, now }) => replace('clubs', params.id, files.thumbFile, now),
  'PATCH /live/content/{id}/thumbnail': ({ params, files, now }) =>
    replace('contentvideos', params.id, files.contentVideoThumbFile, now),
  'POST /clubStaff/clubs/{id}/thumbnail': ({ params, files, caller, now }) =>
    replaceOwn('clubs', params.id, files.thumbFile, caller, now),
  'POST /live/vods/{id}/thumbnail': ({ params, files, now }) => replace('vods', params.id, files.vodThumbFile, now),
  'POST /live/sportevents/{id}/thumbnail': ({ params, files, now }) =>
    replace('events', params.id, files.thumbFile, now),
  'POST /clubStaff/vods/{id}/thumbnail': ({ params, files, caller, now }) =>
    replaceOwn('vods', params.id, files.vodThumbFile, caller, now),
  'POST /clubStaff/sportevents/{id}/thumbnail': ({ params, files, caller, now }) =>
    replaceOwn('events', params.id, files.thumbFile, caller, now),
});

/** `isPublic` allows shared caches; other pictures are not cached. */
function redirectTo(location: string | null, isPublic = false): RawResponse {
  if (location === null) throw new ApiError('REQ4040');
  const cacheControl = isPublic ? 'public, max-age=60' : 'private, no-store';
  return { status: 302, headers: { location, 'cache-control': cacheControl } };
}

const redirectToPicture = (key: string | null | undefined, isPublic?: boolean) =>
  redirectTo(pictureUrl(key ?? null), isPublic);

async function replace(kind: keyof typeof pictured, id: string, file: FormFile | undefined, now: number) {
  if (!file) throw new ApiError('IMG4000');
  if (!(await pictured[kind].get(id))) throw new ApiError('REQ4040');
  const key = await storePicture(kind, id, file.bytes);
  await setPicture(pictured[kind], id, key, now);
  const item = kind === 'events' || kind === 'vods' ? await pictured[kind].get(id) : undefined;
  return {
    data: { thumbnail: (await readPictureUrl(key, item, 'staff')) ?? '' },
    message: 'Miniatura actualizada correctamente',
  };
}

/** @throws ApiError 403 for an item of another club. */
async function replaceOwn(
  kind: 'clubs' | 'vods' | 'events',
  id: string,
  file: FormFile | undefined,
  caller: Caller,
  now: number,
) {
  const item = await pictured[kind].get(id);
  if (!item) throw new ApiError('REQ4040');
  if (!manages(caller, 'clubIds' in item ? item : { clubIds: [item.id] })) throw new ApiError('SSN4030');
  return replace(kind, id, file, now);
}
