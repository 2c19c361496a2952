/**
 * Pictures for link previews and posts, drawn on first request and stored in the media bucket. Each request checks that
 * the page is still public, because hiding a match also withdraws its pictures. Concurrent requests draw the same
 * picture under the same name.
 */
import { ApiError } from '../../shared/contract/errors.ts';
import { previewEndpoints } from '../../shared/contract/previews.ts';
import { parsePictureFormat, toPicturedPath } from '../../shared/domain/share-picture.ts';
import { readFrame } from '../broadcast/broadcasts/live-frame.ts';
import { isAiredSinceStart, isShownNow } from '../broadcast/live/airtime.ts';
import { isInReserve } from '../broadcast/live/feeds.ts';
import { isLiveFrameName } from '../broadcast/live/live-frame-name.ts';
import { isOnAir } from '../broadcast/live/rules.ts';
import { findSourceBySlug } from '../broadcast/live/store.ts';
import { events } from '../league/events/store.ts';
import { mediaUrl, pictureUrl } from '../platform/aws/addresses.ts';
import { environment } from '../platform/aws/environment.ts';
import { readObject, writeObject } from '../platform/aws/storage.ts';
import type { RawResponse } from '../platform/http/request.ts';
import { serve } from '../platform/http/serve.ts';
import { paint } from '../reach/previews/paint.ts';
import { toPreviewKey } from '../reach/previews/rules.ts';
import { matchPage } from '../reach/sharing/page-routes.ts';
import { findPage } from '../reach/sharing/pages.ts';
import { findPublicClip } from '../recordings/clips/store.ts';
import { mediaPictureKey } from '../recordings/media/media-picture.ts';

/** A hidden page's picture is gone within `seconds`, also at the edge. */
const answerPicture = (body: Uint8Array, seconds = 60): RawResponse => ({
  status: 200,
  headers: { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${seconds}` },
  body,
});

const redirect = (location: string, cacheControl: string): RawResponse => ({
  status: 302,
  headers: { location, 'cache-control': cacheControl },
});

export const handler = serve(previewEndpoints, {
  'GET /share/{page}/{file}': async ({ params, now }) => {
    const place = matchPage(toPicturedPath(params.page));
    if (place.kind === 'private' || place.kind === 'unknown') throw new ApiError('REQ4040');
    const page = await findPage(place, environment('WEB_ORIGIN'), now);
    if (!page) throw new ApiError('REQ4040');
    const format = parsePictureFormat(params.file);
    const key = toPreviewKey(page.previewPath, page.preview, format);
    // An outdated or guessed name redirects to the current picture, so that guesses cause no drawing.
    if (key !== `share/${params.page}/${params.file}`) return redirect(mediaUrl(key), 'no-store');
    const address = { bucket: environment('MEDIA_BUCKET'), key };
    const stored = await readObject(address);
    if (stored) return answerPicture(stored);
    const hasFrame = page.preview.frameSlot !== undefined && format === 'wide';
    const frame = hasFrame && place.kind === 'live' ? await readPublicFrame(place.slug, now) : undefined;
    const body = await paint(page.preview, format, frame?.body);
    // A live's picture is drawn again until there is a frame for it.
    if (hasFrame && !frame?.body) return answerPicture(body, 30);
    await writeObject(address, body, { contentType: 'image/jpeg' });
    return answerPicture(body);
  },
  'GET /thumbnails/lives/{slug}/{file}': async ({ params: { slug, file }, now }) => {
    const frame = isLiveFrameName(file, now) ? await readPublicFrame(slug, now) : undefined;
    if (!frame) throw new ApiError('BRD4040');
    if (frame.body) return answerPicture(frame.body, 30);
    // The first seconds have no frame yet.
    const picture = pictureUrl(frame.picture);
    if (!picture) throw new ApiError('BRD4040');
    return redirect(picture, 'public, max-age=5');
  },
  'GET /thumbnails/clips/{id}/{file}': async ({ params }) => {
    const clip = await findPublicClip(params.id);
    const key = clip && mediaPictureKey('clips', clip.clip);
    const isCurrent = key === `thumbnails/clips/${params.id}/${params.file}`;
    const body = isCurrent ? await readObject({ bucket: environment('MEDIA_BUCKET'), key }) : undefined;
    if (!body) throw new ApiError('CLP4040');
    return answerPicture(body);
  },
});

/** Finds the frame of a live and the picture shown without one; undefined unless everybody may watch it now. */
async function readPublicFrame(slug: string, now: number) {
  const source = await findSourceBySlug(slug);
  const event = source?.sportEventId ? await events.get(source.sportEventId) : undefined;
  if (!source || !isOnAir(source, now) || !isShownNow(source, now, event) || isInReserve(source, event))
    return undefined;
  // A frame from before the camera's airtime is for staff only.
  const isAired = source.broadcast && isAiredSinceStart(source, source.broadcast.startedAt, now);
  return { body: isAired ? await readFrame(source) : undefined, picture: source.thumbnail ?? event?.thumbnail ?? null };
}
