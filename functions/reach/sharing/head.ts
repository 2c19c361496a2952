/**
 * A page's own words in the app's page: title, description, previews of links, data for search engines. Pure. Whatever
 * people have typed is written so that it stays text.
 */
import { escaped } from '../../../shared/domain/escape-html.ts';
import { sizes } from '../previews/elements.ts';
import type { Preview } from '../previews/rules.ts';
import { product, shortened } from './descriptions.ts';
import type { Thing } from './structured-data.ts';
import { inContext } from './structured-data.ts';

export interface Page {
  /** On the web app's host, as search engines are to know it. */
  path: string;
  /** None: the product's name alone. */
  title?: string;
  description: string;
  /** Its picture for previews, and the page that this is the picture of. */
  preview: Preview;
  previewPath: string;
  type: 'website' | 'video.other';
  things: Thing[];
  /** The address of its MP4, where there is one. */
  video?: string;
  /** The large picture that the page opens with, as the app will ask for it. */
  hero?: string;
  /** Whether other sites may show it in a frame, which oEmbed tells them. */
  embeds?: true;
}

/** `shell` is the built index.html, `picture` the address of the page's picture. */
export function withHead(shell: string, page: Page, origin: string, picture: string): string {
  const { type } = page;
  const title = shortened(page.title ? `${page.title} · ${product}` : product, 250);
  const name = shortened(page.title ?? product, 250);
  const description = shortened(page.description);
  const url = origin + page.path;
  const tags = [
    link('canonical', url),
    og('site_name', product),
    og('locale', 'es_ES'),
    og('type', type),
    og('title', name),
    og('description', description),
    og('url', url),
    og('image', picture),
    og('image:type', 'image/jpeg'),
    og('image:width', String(sizes.wide.width)),
    og('image:height', String(sizes.wide.height)),
    og('image:alt', name),
    page.video && og('video', page.video),
    page.video && og('video:type', 'video/mp4'),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', name),
    meta('twitter:description', description),
    meta('twitter:image', picture),
    page.embeds &&
      `<link rel="alternate" type="application/json+oembed" href="${escaped(oembedAddress(origin, page.path))}" title="${escaped(name)}" />`,
    page.hero && `<link rel="preload" as="image" href="${escaped(page.hero)}" fetchpriority="high" />`,
    page.things.length > 0 && `<script type="application/ld+json">${json(inContext(page.things))}</script>`,
  ];
  const own = shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => meta('description', description));
  return inHead(own, tags.filter(Boolean).join('\n    '));
}

/** For addresses that are no result of a search. */
export const withoutIndex = (shell: string): string => inHead(shell, meta('robots', 'noindex'));

/** The page for frames, with what it shows: `main` is markup. */
export const withMain = (shell: string, title: string, main: string): string =>
  shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(`${title} · ${product}`)}</title>`)
    .replace(/<main>\s*<\/main>/, () => main);

/** JSON that may stand within a script element: none of its texts ends the element, or a line of older scripts. */
export const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const inHead = (shell: string, tags: string) => shell.replace('</head>', () => `  ${tags}\n  </head>`);

/** Where whoever was given a link to a page asks how to show it. */
const oembedAddress = (origin: string, path: string) =>
  `${origin}/api/oembed?${new URLSearchParams({ url: origin + path, format: 'json' })}`;

const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`;
const og = (name: string, content: string) => `<meta property="og:${name}" content="${escaped(content)}" />`;
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escaped(href)}" />`;
