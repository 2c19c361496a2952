/** Finds the items that addresses in a text name: of pages, embeds, share pictures, media and the API. Pure. */
import { embedNames } from './embeds.ts';
import { idSource } from './ids.ts';
import { pages } from './pages.ts';

const itemPages = ['event', 'vod', 'clip', 'contentVideo', 'club', 'live'] as const;

export interface ItemAddress {
  page: (typeof itemPages)[number];
  /** Id of the item; slug of a live. */
  key: string;
}

/** Folders of media and endpoints whose names differ from those of the pages. */
const folders: Record<string, ItemAddress['page']> = {
  events: 'event',
  sportevents: 'event',
  partidos: 'event',
  mesa: 'event',
  emitir: 'event',
  clips: 'clip',
  contentvideos: 'contentVideo',
  clubs: 'club',
};

const words: Record<string, ItemAddress['page']> = {
  ...folders,
  ...Object.fromEntries(itemPages.map((page) => [pages[page].path.split('/').at(-2), page])),
  [embedNames.event]: 'event',
  [embedNames.vod]: 'vod',
  [embedNames.clip]: 'clip',
  [embedNames.club]: 'club',
};

/** A share picture separates the parts of a path by underscores; the back office's pages have a word before the id. */
const address = new RegExp(`\\b(${Object.keys(words).join('|')})(?:/manage)?[/_](${idSource})(?![0-9a-z])`, 'gi');
const liveAddress = /\b(?:live|lives)[/_]([\w-]{1,100})/gi;

/**
 * Lists the items in the order of the text. The host is ignored, because embeds, pictures and emails use other hosts;
 * an address may stand within a sentence or within another address.
 */
export function listItemAddresses(text: string): ItemAddress[] {
  const plain = text.replace(/%(?:25)*2F/gi, '/');
  const addresses = [...plain.matchAll(address)].map(([, word = '', id = '']) => ({
    page: words[word.toLowerCase()] ?? 'event',
    key: id.toUpperCase(),
  }));
  const lives = [...plain.matchAll(liveAddress)].map(([, slug = '']) => ({ page: 'live' as const, key: slug }));
  return [...addresses, ...lives];
}
