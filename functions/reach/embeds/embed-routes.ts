/** Maps addresses to embed pages, and app pages to their embeds. Pure. */
import { slugPattern } from '../../../shared/domain/competition.ts';
import { type Embed, type EmbedKind, embedNames } from '../../../shared/domain/embeds.ts';
import { idPattern } from '../../../shared/domain/ids.ts';
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';

const kinds = new Map(Object.entries(embedNames).map(([kind, name]) => [name, kind as EmbedKind]));

/** True if the address is an embed page; its errors are then shown in the embed. */
export const isEmbedAddress = (path: string) => path.startsWith('/insertar/');

/** Parses `/insertar/partido/01J…`. */
export function parseEmbedPath(path: string): Embed | undefined {
  const [, name = '', id = ''] = /^\/insertar\/([a-z]+)\/([\w-]+)$/.exec(path) ?? [];
  const kind = kinds.get(name);
  return kind && isValidId(kind, id) ? { kind, id } : undefined;
}

/** The embed of an app page, `/evento/01J…`. */
export function findEmbedOfPath(path: string): Embed | undefined {
  const { page, params } = findPageByPath(path) ?? {};
  const id = params?.id ?? params?.competition ?? '';
  return page?.embed && isValidId(page.embed, id) ? { kind: page.embed, id } : undefined;
}

const isValidId = (kind: EmbedKind, id: string) => (kind === 'competition' ? slugPattern : idPattern).test(id);
