/** Which page in a frame an address leads to, and which one stands for a page of the app. Pure. */

import { idPattern } from '../../../shared/contract/schema.ts';
import { type Embed, type EmbedKind, embedNames } from '../../../shared/domain/embeds.ts';

const kinds = new Map(Object.entries(embedNames).map(([kind, name]) => [name, kind as EmbedKind]));

/** Whether an address is one of those in frames at all: what is wrong with it then is said there. */
export const isEmbedAddress = (path: string) => path.startsWith('/insertar/');

/** `/insertar/partido/01J…` */
export function embedOf(path: string): Embed | undefined {
  const [, name = '', id = ''] = /^\/insertar\/([a-z]+)\/(\w+)$/.exec(path) ?? [];
  const kind = kinds.get(name);
  return kind && idPattern.test(id) ? { kind, id } : undefined;
}

/** `/evento/01J…`, as placeOf writes it. */
export function embedOfPage(path: string): Embed | undefined {
  const [, name = '', id = ''] = /^\/(club|clip|evento|vods)\/(\w+)$/.exec(path) ?? [];
  const kind = pages.get(name);
  return kind && idPattern.test(id) ? { kind, id } : undefined;
}

const pages = new Map<string, EmbedKind>([
  ['club', 'club'],
  ['clip', 'clip'],
  ['evento', 'event'],
  ['vods', 'vod'],
]);
