/** Embed pages: which sites may frame them, their content security policy, and oEmbed. Pure. */
import { type Embed, embedCode, embedSizes, type Size } from '../../../shared/domain/embeds.ts';
import { escapeHtml } from '../../../shared/domain/escape-html.ts';

export interface EmbedPage {
  title: string;
  /** Markup of the main element. */
  main: string;
  hosts: string[];
}

/** Limit of hosts in a header; a tournament has many clubs. */
const maxHosts = 40;

interface Framing {
  /** Origin of the media host. */
  media: string;
  /** Hosts named by the clubs; 'everybody' for the neutral page. */
  hosts: readonly string[] | 'everybody';
}

/** Allows only the page's own script, no forms and no frames. */
export function embedPolicy({ media, hosts }: Framing): string {
  const ancestors = hosts === 'everybody' ? ['https:'] : hosts.slice(0, maxHosts).map((host) => `https://${host}`);
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

interface EmbedChoices {
  id: string;
  visible: boolean;
  embedHosts?: readonly string[];
  scoreInPreviews?: boolean;
}

export const listEmbedHosts = (clubs: readonly EmbedChoices[]): string[] => [
  ...new Set(clubs.filter(({ visible }) => visible).flatMap(({ embedHosts = [] }) => embedHosts)),
];

/** The home club decides; without one, all clubs must agree. */
export function mayShowScore(clubs: readonly EmbedChoices[], homeClubId: string | null | undefined): boolean {
  const home = clubs.filter(({ id }) => id === homeClubId);
  const deciding = home.length > 0 ? home : clubs;
  return deciding.length > 0 && deciding.every(({ scoreInPreviews }) => scoreInPreviews === true);
}

/** A table shows results of all clubs, so all embedding clubs must agree. */
export function mayShowTable(clubs: readonly EmbedChoices[]): boolean {
  const deciding = clubs.filter(({ embedHosts = [] }) => embedHosts.length > 0);
  return deciding.length > 0 && deciding.every(({ scoreInPreviews }) => scoreInPreviews === true);
}

interface OembedPage {
  origin: string;
  embed: Embed;
  title: string;
  /** URL of the share picture. */
  picture: string;
  pictureSize: Size;
}

/** An oEmbed 1.0 response within the requested size. */
export function toOembed({ origin, embed, title, picture, pictureSize }: OembedPage, maxSize: Partial<Size>) {
  const size = fitSize(embed, maxSize);
  const fits = pictureSize.width <= (maxSize.width ?? Infinity) && pictureSize.height <= (maxSize.height ?? Infinity);
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

export function toOembedXml(response: ReturnType<typeof toOembed>): string {
  const parts = Object.entries(response).map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${parts.join('')}</oembed>\n`;
}

/** Lists keep their height; pictures shrink with the width. */
function fitSize({ kind }: Embed, maxSize: Partial<Size>): Size {
  const full = embedSizes[kind];
  const width = Math.min(full.width, maxSize.width ?? full.width);
  const heightLoss = kind === 'club' || kind === 'competition' ? 0 : Math.round(((full.width - width) * 9) / 16);
  return { width, height: Math.min(full.height - heightLoss, maxSize.height ?? full.height) };
}
