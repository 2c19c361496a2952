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
  const folded = foldLetters(title);
  const sides = folded.split(/ [–—-] | vs\.? /);
  const codes = sides.flatMap((side) => (side.length <= maxNameLength ? listClubCodes(side) : []));
  return [toWords(folded), ...new Set(codes)].join(' ');
}

/** Returns the words to find. A query of marks alone is a word that no title has, because it must not find everything. */
export function searchWords(query: string): string[] {
  const words = toWords(foldLetters(query)) || query.trim();
  return words === '' ? [] : [...new Set(words.split(' '))];
}

/** True if all words are found; `searchable` comes from `toSearchable`. */
export const hasWords = (searchable: string, words: readonly string[]): boolean =>
  words.every(
    (word) => searchable.includes(word) || (word.length === 3 && searchable.includes(` ${word.toUpperCase()}`)),
  );

/** Tests a text that names no clubs, such as a person or a command. */
export const containsWords = (text: string, query: string): boolean =>
  hasWords(toWords(foldLetters(text)), searchWords(query));

/** Tests a single title; lists convert their titles once and use `hasWords`. */
export const matchesSearch = (title: string, query: string): boolean =>
  hasWords(toSearchable(title), searchWords(query));

/**
 * Folds a text to the letters of a Spanish keyboard: '1ª' is '1a', 'Nº7' 'no 7', 'Col·legi' 'collegi', 'Łódź' 'lodz'.
 * Stored keys use `foldText`, which must stay as it is.
 */
const foldLetters = (text: string): string =>
  foldText(text.replace(/´/g, "'").normalize('NFKD'))
    .replace(/[ßæœøđðłħŧþŋı°]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/l[·•⋅‧∙]l/g, 'll')
    .replace(/\bn\.?o\.?(?=\d)/g, 'no ');

/** Letters that Unicode does not decompose, and the degree sign, which is typed for 'º'. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ŋ: 'n',
  ı: 'i',
  '°': 'o',
};

/** 'C.D.' and 'CD' are the same word; any other mark separates words. */
const toWords = (folded: string) =>
  folded
    .replace(/[.'’‘ʼ`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Longer texts are sentences, not clubs. */
const maxNameLength = 60;
