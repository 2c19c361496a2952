/**
 * The app's page for browsers, crawlers and messengers, with the head of the requested address; robots.txt and
 * sitemaps.
 */
import { ApiError } from '../../shared/contract/errors.ts';
import { sharingEndpoints } from '../../shared/contract/sharing.ts';
import { mediaUrl } from '../platform/aws/addresses.ts';
import { environment } from '../platform/aws/environment.ts';
import type { RawResponse } from '../platform/http/request.ts';
import { toEtag } from '../platform/http/responses.ts';
import { serve } from '../platform/http/serve.ts';
import { log } from '../platform/observability/log.ts';
import { renderEmbedPage } from '../reach/embeds/embed-pages.ts';
import { findEmbedOfPath, isEmbedAddress, parseEmbedPath } from '../reach/embeds/embed-routes.ts';
import { renderMissingMarkup } from '../reach/embeds/markup.ts';
import { embedPolicy, toOembed, toOembedXml } from '../reach/embeds/rules.ts';
import { toPreviewKey } from '../reach/previews/rules.ts';
import { readAppFile } from '../reach/sharing/app-files.ts';
import { product } from '../reach/sharing/descriptions.ts';
import { addNoIndex, withHead, withMain } from '../reach/sharing/head.ts';
import { matchPage } from '../reach/sharing/page-routes.ts';
import { findPage } from '../reach/sharing/pages.ts';
import { renderSitemapIndex, renderSitemapPart } from '../reach/sharing/sitemap.ts';
import { sizes } from '../recordings/pictures/elements.ts';

export const handler = serve(sharingEndpoints, {
  'GET /index.html': async ({ query, now }) => {
    // Only embed pages may be framed, even when something fails.
    if (isEmbedAddress(query.page)) return answerEmbed(query.page, now);
    const plain = await readAppFile('index.html', now);
    try {
      return await answer(plain, query.page, now);
    } catch (error) {
      // The app reports the problem itself, and may succeed a moment later.
      log('error', 'page served without its own head', { error: error instanceof Error ? error.stack : String(error) });
      return respondHtml(200, plain, 'no-store');
    }
  },

  'GET /oembed': async ({ query: { url, format, maxwidth, maxheight }, now }) => {
    const origin = environment('WEB_ORIGIN');
    const place = URL.canParse(url) && new URL(url).origin === origin ? matchPage(new URL(url).pathname) : undefined;
    if (place?.kind === 'private') throw new ApiError('OEM4010');
    const embed = place && 'path' in place ? findEmbedOfPath(place.path) : undefined;
    const page = embed && place && place.kind !== 'unknown' ? await findPage(place, origin, now) : undefined;
    if (!embed || !page) throw new ApiError('REQ4040');
    const picture = mediaUrl(toPreviewKey(page.previewPath, page.preview));
    const head = { origin, embed, title: page.title ?? product, picture, pictureSize: sizes.wide };
    const document = toOembed(head, { width: maxwidth, height: maxheight });
    const [type, body] =
      format === 'xml' ? ['text/xml', toOembedXml(document)] : ['application/json', JSON.stringify(document)];
    return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': shared }, body };
  },

  'GET /robots.txt': async ({ now }) => {
    const rules = await readAppFile('robots.txt', now);
    return respondText('text/plain', `${rules.trimEnd()}\n\nSitemap: ${environment('WEB_ORIGIN')}/sitemap.xml\n`);
  },
  'GET /sitemap.xml': async () => respondText('application/xml', await renderSitemapIndex(environment('WEB_ORIGIN'))),
  'GET /sitemaps/{part}': async ({ params }) => {
    const part = await renderSitemapPart(params.part, environment('WEB_ORIGIN'));
    if (part === undefined) throw new ApiError('REQ4040');
    return respondText('application/xml', part);
  },
});

async function answer(plain: string, address: string, now: number): Promise<RawResponse> {
  const place = matchPage(address);
  if (place.kind === 'private') return respondHtml(200, addNoIndex(plain), shared);
  const origin = environment('WEB_ORIGIN');
  const page = place.kind === 'unknown' ? undefined : await findPage(place, origin, now);
  if (!page) return respondHtml(404, addNoIndex(plain), 'no-store');
  const picture = mediaUrl(toPreviewKey(page.previewPath, page.preview));
  return respondHtml(200, withHead(plain, page, origin, picture), shared);
}

/**
 * Answers an embed page, with the sites that may frame it. Hidden and missing items get a neutral page that any site may
 * frame.
 */
async function answerEmbed(address: string, now: number): Promise<RawResponse> {
  const [plain, embed] = [await readAppFile('insertar.html', now), parseEmbedPath(address)];
  const page = embed && (await renderEmbedPage(embed, now));
  const hosts = page ? page.hosts : 'everybody';
  const answer = respondHtml(
    page ? 200 : 404,
    withMain(plain, page?.title ?? 'No disponible', page?.main ?? renderMissingMarkup()),
    page ? shared : 'no-store',
  );
  const policy = embedPolicy({ media: environment('MEDIA_ORIGIN'), hosts });
  return { ...answer, headers: { ...answer.headers, 'content-security-policy': policy } };
}

/** Cached by the edge for the contract's time; browsers revalidate. */
const shared = `public, max-age=0, s-maxage=${sharingEndpoints['GET /index.html'].cache}`;

const respondText = (type: string, body: string): RawResponse => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': shared },
  body,
});

function respondHtml(status: number, body: string, cacheControl: string): RawResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl, etag: toEtag(body) },
    body,
  };
}
