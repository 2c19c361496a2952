/**
 * Pictures for link previews and posts, drawn on first request and stored in the media bucket. Each request looks
 * whether the page is still public, since a hidden match ends its pictures. Concurrent requests draw the same picture
 * under the same name.
 */
import { ApiError } from '../../shared/contract/errors.ts';
import { previewEndpoints } from '../../shared/contract/previews.ts';
import { parsePictureFormat, toPicturedPath } from '../../shared/domain/share-picture.ts';
import { mediaUrl } from '../platform/aws/addresses.ts';
import { environment } from '../platform/aws/environment.ts';
import { readObject, writeObject } from '../platform/aws/storage.ts';
import { serve } from '../platform/http/serve.ts';
import { paint } from '../reach/previews/paint.ts';
import { previewKey } from '../reach/previews/rules.ts';
import { matchPage } from '../reach/sharing/page-routes.ts';
import { findPage } from '../reach/sharing/pages.ts';
import { publicClip } from '../recordings/clips/store.ts';
import { mediaPictureKey } from '../recordings/media/media-picture.ts';

/** A hidden page's picture is gone within this time, also at the edge. */
const headers = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=60' };

export const handler = serve(previewEndpoints, {
  'GET /share/{page}/{file}': async ({ params, now }) => {
    const place = matchPage(toPicturedPath(params.page));
    if (place.kind === 'private' || place.kind === 'unknown') throw new ApiError('REQ4040');
    const page = await findPage(place, environment('WEB_ORIGIN'), now);
    if (!page) throw new ApiError('REQ4040');
    const format = parsePictureFormat(params.file);
    const key = previewKey(page.previewPath, page.preview, format);
    // An outdated or guessed name: redirects to the current picture, so that guesses draw nothing.
    if (key !== `share/${params.page}/${params.file}`)
      return { status: 302, headers: { location: mediaUrl(key), 'cache-control': 'no-store' } };
    const address = { bucket: environment('MEDIA_BUCKET'), key };
    const stored = await readObject(address);
    if (stored) return { status: 200, headers, body: stored };
    const body = await paint(page.preview, format);
    await writeObject(address, body, { contentType: headers['content-type'] });
    return { status: 200, headers, body };
  },
  'GET /thumbnails/clips/{id}/{file}': async ({ params }) => {
    const found = await publicClip(params.id);
    const key = found && mediaPictureKey('clips', found.clip);
    const isCurrent = key === `thumbnails/clips/${params.id}/${params.file}`;
    const body = isCurrent ? await readObject({ bucket: environment('MEDIA_BUCKET'), key }) : undefined;
    if (!body) throw new ApiError('CLP4040');
    return { status: 200, headers, body };
  },
});
