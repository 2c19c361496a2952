/** Maps addresses to embed pages, and app pages to their embeds. Pure. */

import { idPattern } from '../../../shared/contract/schema.ts';
import { type Embed, type EmbedKind, embedNames } from '../../../shared/domain/embeds.ts';

const kinds = new Map(Object.entries(embedNames).map(([kind, name]) => [name, kind as EmbedKind]));

/** Whether the address is an embed page at all; errors are then shown on it. */
export const isEmbedAddress = (path: string) => path.startsWith('/insertar/');

/** Parses `/insertar/partido/01J…`. */
export function parseEmbedPath(path: string): Embed | undefined {
  const [, name = '', id = ''] = /^\/insertar\/([a-z]+)\/(\w+)$/.exec(path) ?? [];
  const kind = kinds.get(name);
  return kind && idPattern.test(id) ? { kind, id } : undefined;
}

/** Parses `/evento/01J…`, as `placeOf` writes it. */
export function findEmbedOfPath(path: string): Embed | undefined {
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
