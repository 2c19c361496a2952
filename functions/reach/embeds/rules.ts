/** Pages in frames of other sites: who may frame them, what the browser lets them do, and how oEmbed tells of them. Pure. */

import { type Embed, embedCode, embedSizes, type Size } from '../../../shared/domain/embeds.ts';
import { escaped } from '../../../shared/domain/escape-html.ts';

/** A tournament has many clubs; a header has its limits. */
const mostHosts = 40;

interface Framing {
  /** Of the media host. */
  media: string;
  /** The sites, as clubs named them; 'everybody' for a page that says nothing but that nothing is there. */
  hosts: readonly string[] | 'everybody';
}

/** No script but its own, no form, no frame within; nothing of a session is ever asked for. */
export function embedPolicy({ media, hosts }: Framing): string {
  const ancestors = hosts === 'everybody' ? ['https:'] : hosts.slice(0, mostHosts).map((host) => `https://${host}`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${media}`,
    `media-src 'self' ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ');
}

interface Choosing {
  id: string;
  visible: boolean;
  embedHosts?: readonly string[];
  scoreInPreviews?: boolean;
}

/** What any of the clubs allows for its own site. */
export const hostsOf = (clubs: readonly Choosing[]): string[] => [
  ...new Set(clubs.filter(({ visible }) => visible).flatMap(({ embedHosts = [] }) => embedHosts)),
];

/** Whose match it is decides: the home club, and where there is none all of them. */
export function tellsScore(clubs: readonly Choosing[], homeClubId: string | null | undefined): boolean {
  const home = clubs.filter(({ id }) => id === homeClubId);
  const deciding = home.length > 0 ? home : clubs;
  return deciding.length > 0 && deciding.every(({ scoreInPreviews }) => scoreInPreviews === true);
}

interface Shown {
  origin: string;
  embed: Embed;
  title: string;
  /** Its share picture. */
  picture: string;
  pictureSize: Size;
}

/** The answer of oEmbed 1.0; nothing in it is larger than asked for. */
export function oembed({ origin, embed, title, picture, pictureSize }: Shown, most: Partial<Size>) {
  const size = sizeWithin(embed, most);
  const fits = pictureSize.width <= (most.width ?? Infinity) && pictureSize.height <= (most.height ?? Infinity);
  return {
    version: '1.0',
    type: embed.kind === 'clip' ? 'video' : 'rich',
    title,
    provider_name: 'Cantera TV',
    provider_url: `${origin}/`,
    cache_age: 300,
    ...(fits && { thumbnail_url: picture, thumbnail_width: pictureSize.width, thumbnail_height: pictureSize.height }),
    html: embedCode(origin, embed, title, size),
    ...size,
  };
}

/** The same as XML. */
export function oembedXml(said: ReturnType<typeof oembed>): string {
  const parts = Object.entries(said).map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${parts.join('')}</oembed>\n`;
}

/** A list is as high in a narrow column; a picture gets lower with its width. */
function sizeWithin({ kind }: Embed, most: Partial<Size>): Size {
  const own = embedSizes[kind];
  const width = Math.min(own.width, most.width ?? own.width);
  const lower = kind === 'club' ? 0 : Math.round(((own.width - width) * 9) / 16);
  return { width, height: Math.min(own.height - lower, most.height ?? own.height) };
}
