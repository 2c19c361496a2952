/** Embed pages: their URLs and the code to copy. Pure. */
import { escapeHtml } from './escape-html.ts';

export type EmbedKind = 'event' | 'vod' | 'clip' | 'club' | 'competition';

export interface Embed {
  kind: EmbedKind;
  /** Id of the item, or a competition's slug. */
  id: string;
}

/** Names in the URL; a club is embedded as its calendar. */
export const embedNames: Record<EmbedKind, string> = {
  event: 'partido',
  vod: 'grabacion',
  clip: 'clip',
  club: 'calendario',
  competition: 'clasificacion',
};

export const embedPath = ({ kind, id }: Embed) => `/insertar/${embedNames[kind]}/${id}`;

export interface Size {
  width: number;
  height: number;
}

/** CSS pixels: a 16:9 picture with text below, a clip alone, a list. */
export const embedSizes: Record<EmbedKind, Size> = {
  event: { width: 640, height: 500 },
  vod: { width: 640, height: 500 },
  clip: { width: 640, height: 420 },
  club: { width: 640, height: 640 },
  competition: { width: 640, height: 640 },
};

/** The iframe is as wide as its container, up to its own size. */
export function embedCode(origin: string, embed: Embed, title: string, { width, height } = embedSizes[embed.kind]) {
  return (
    `<iframe src="${escapeHtml(origin + embedPath(embed))}" title="${escapeHtml(title)}" width="${width}" height="${height}" ` +
    'style="border:0;max-width:100%" loading="lazy" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>'
  );
}
