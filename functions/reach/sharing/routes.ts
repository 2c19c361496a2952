/**
 * The app's page as crawlers, messengers and people get it: with the head of the address that they asked for. And what
 * leads crawlers there.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../../shared/errors.ts';
import { sharingEndpoints } from '../../../shared/reach/sharing.ts';
import { mediaUrl } from '../../platform/aws/addresses.ts';
import { environment } from '../../platform/aws/environment.ts';
import type { RawAnswer } from '../../platform/http/request.ts';
import { log } from '../../platform/http/request-log.ts';
import { serve } from '../../platform/http/serve.ts';
import { previewKey } from '../previews/rules.ts';
import { placeOf } from './addresses.ts';
import { appFile } from './app-files.ts';
import { withHead, withoutIndex } from './head.ts';
import { pageOf } from './pages.ts';
import { partOf, sitemapIndex } from './sitemap.ts';

export const handler = serve(sharingEndpoints, {
  'GET /index.html': async ({ query, now }) => {
    const plain = await appFile('index.html', now);
    try {
      return await answer(plain, query.page, now);
    } catch (error) {
      // The app says itself what is wrong, and may have better luck in a moment.
      log('error', 'plain page', { error: error instanceof Error ? error.stack : String(error) });
      return html(200, plain, 'no-store');
    }
  },

  'GET /robots.txt': async ({ now }) => {
    const rules = await appFile('robots.txt', now);
    return text('text/plain', `${rules.trimEnd()}\n\nSitemap: ${environment('WEB_ORIGIN')}/sitemap.xml\n`);
  },
  'GET /sitemap.xml': async () => text('application/xml', await sitemapIndex(environment('WEB_ORIGIN'))),
  'GET /sitemaps/{part}': async ({ params }) => {
    const part = await partOf(params.part, environment('WEB_ORIGIN'));
    if (part === undefined) throw new Refusal('REQ4040');
    return text('application/xml', part);
  },
});

async function answer(plain: string, address: string, now: number): Promise<RawAnswer> {
  const place = placeOf(address);
  if (place.kind === 'private') return html(200, withoutIndex(plain), shared);
  const origin = environment('WEB_ORIGIN');
  const page = place.kind === 'unknown' ? undefined : await pageOf(place, origin, now);
  if (!page) return html(404, withoutIndex(plain), 'no-store');
  const picture = mediaUrl(previewKey(page.previewPath, page.preview));
  return html(200, withHead(plain, page, origin, picture), shared);
}

/** The edge keeps it for as long as the contract says; browsers ask every time, as they do for the file. */
const shared = `public, max-age=0, s-maxage=${sharingEndpoints['GET /index.html'].cache}`;

const text = (type: string, body: string): RawAnswer => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': shared },
  body,
});

function html(status: number, body: string, cacheControl: string): RawAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': cacheControl,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    },
    body,
  };
}
