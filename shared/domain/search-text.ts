/**
 * The one rule of title searches: every word of the query is a part of the title, or the code of one of its clubs.
 * Order, accents, case and punctuation do not matter.
 */
import { listClubCodes } from './club-code.ts';
import { foldText } from './fold-text.ts';

/**
 * Converts a title for searching: folded words, then the codes of its clubs in capitals, which no folded word contains.
 * 'C.D. Pinar – UD Rivera' → 'cd pinar ud rivera PIN CPI RIV URI'.
 */
export function toSearchable(title: string): string {
  const folded = foldText(title);
  const sides = folded.split(/ [–—-] | vs\.? /);
  const codes = sides.flatMap((side) => (side.length <= maxNameLength ? listClubCodes(side) : []));
  return [toWords(folded), ...new Set(codes)].join(' ');
}

export function searchWords(query: string): string[] {
  const words = toWords(foldText(query));
  return words === '' ? [] : [...new Set(words.split(' '))];
}

/** True if all words are found; `searchable` comes from `toSearchable`. */
export const hasWords = (searchable: string, words: readonly string[]): boolean =>
  words.every(
    (word) => searchable.includes(word) || (word.length === 3 && searchable.includes(` ${word.toUpperCase()}`)),
  );

/** Tests a single title; lists convert their titles once and use `hasWords`. */
export const matchesSearch = (title: string, query: string): boolean =>
  hasWords(toSearchable(title), searchWords(query));

/** 'C.D.' and 'CD' are the same word; any other mark separates words. */
const toWords = (folded: string) =>
  folded
    .replace(/[.'’´`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Longer texts are sentences, not clubs. */
const maxNameLength = 60;
