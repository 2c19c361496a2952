/** The page-specific head: title, description, link preview, structured data. Pure. All user text is escaped. */
import { escapeHtml } from '../../../shared/domain/escape-html.ts';
import { smallScreen, toCardPicture } from '../../../shared/domain/media-address.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';
import { sizes } from '../../recordings/pictures/elements.ts';
import type { Preview } from '../previews/rules.ts';
import { product, shorten } from './descriptions.ts';
import type { Thing } from './structured-data.ts';
import { addContext } from './structured-data.ts';

export interface Page {
  /** Canonical path on the web host. */
  path: string;
  /** Absent: the product's name alone. */
  title?: string;
  description: string;
  /** The preview picture, and the page that it belongs to. */
  preview: Preview;
  previewPath: string;
  type: 'website' | 'video.other';
  things: Thing[];
  /** URL of the MP4, if any. */
  video?: string;
  /** The large picture at the top, for preloading. */
  hero?: string;
  /** True if other sites may embed it, announced by oEmbed. */
  embeds?: true;
}

/** `shell` is the built index.html, `picture` the preview's URL. */
export function withHead(shell: string, page: Page, origin: string, picture: string): string {
  const { type } = page;
  // The tab shows it before the app knows whether its viewer hides results.
  const title = shorten(page.title ? `${removeScore(page.title)} · ${product}` : product, 250);
  const name = shorten(page.title ?? product, 250);
  const description = shorten(page.description);
  const url = origin + page.path;
  const tags = [
    link('canonical', url),
    renderOpenGraph('site_name', product),
    renderOpenGraph('locale', 'es_ES'),
    renderOpenGraph('type', type),
    renderOpenGraph('title', name),
    renderOpenGraph('description', description),
    renderOpenGraph('url', url),
    renderOpenGraph('image', picture),
    renderOpenGraph('image:type', 'image/jpeg'),
    renderOpenGraph('image:width', String(sizes.wide.width)),
    renderOpenGraph('image:height', String(sizes.wide.height)),
    renderOpenGraph('image:alt', name),
    page.video && renderOpenGraph('video', page.video),
    page.video && renderOpenGraph('video:type', 'video/mp4'),
    renderMeta('twitter:card', 'summary_large_image'),
    renderMeta('twitter:title', name),
    renderMeta('twitter:description', description),
    renderMeta('twitter:image', picture),
    page.embeds &&
      `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(toOembedAddress(origin, page.path))}" title="${escapeHtml(name)}" />`,
    page.hero && preload(page.hero, `not all and ${smallScreen}`),
    page.hero && preload(toCardPicture(page.hero), smallScreen),
    page.things.length > 0 && `<script type="application/ld+json">${toScriptJson(addContext(page.things))}</script>`,
  ];
  const html = shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => renderMeta('description', description));
  return addToHead(html, tags.filter(Boolean).join('\n    '));
}

export const addNoIndex = (shell: string): string => addToHead(shell, renderMeta('robots', 'noindex'));

/** The embed page with its content; `main` is markup. */
export const withMain = (shell: string, title: string, main: string): string =>
  shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(`${title} · ${product}`)}</title>`)
    .replace(/<main>\s*<\/main>/, () => main);

/** JSON that is safe inside a script element. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const addToHead = (shell: string, tags: string) => shell.replace('</head>', () => `  ${tags}\n  </head>`);

const toOembedAddress = (origin: string, path: string) =>
  `${origin}/api/oembed?${new URLSearchParams({ url: origin + path, format: 'json' })}`;

const renderMeta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
const renderOpenGraph = (name: string, content: string) =>
  `<meta property="og:${name}" content="${escapeHtml(content)}" />`;
const preload = (picture: string, media: string) =>
  `<link rel="preload" as="image" href="${escapeHtml(picture)}" media="${media}" fetchpriority="high" />`;
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeHtml(href)}" />`;
