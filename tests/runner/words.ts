/**
 * Selects tests by words: every word must be in path or title, ignoring case. For words that name files (`tests/…`,
 * `….test…`, `….spec…`) one match is enough.
 */

/** Words that titles must match, because the path does not; undefined if a word names another file. */
export function findTitleWords(path: string, words: string[]): string[] | undefined {
  const isThere = (word: string) => path.toLowerCase().includes(word.toLowerCase());
  const named = words.filter((word) => /^tests\/|\.(test|spec)\b/.test(word));
  if (named.length > 0 && !named.some(isThere)) return undefined;
  return words.filter((word) => !named.includes(word) && !isThere(word));
}

export const toPattern = (words: string[]) => new RegExp(toLookaheads(words), 'i');

/** Pattern for Playwright, which matches `project file title` as one text. */
export function toTitlePattern(files: string[], folder: string, words: string[]): RegExp {
  const each = files.flatMap((file) => {
    const left = findTitleWords(`${folder}/${file}`, words);
    return left ? `${RegExp.escape(file)} ${toLookaheads(left)}` : [];
  });
  // A pattern that matches nothing, for a selection without titles.
  return new RegExp(`^\\S+ (?:${each.join('|') || '(?!)'})`, 'i');
}

const toLookaheads = (words: string[]) => words.map((word) => `(?=[^]*${RegExp.escape(word)})`).join('');

export const formatCommand = (words: string[], command = 'npm test --') => [command, ...words.map(quote)].join(' ');

const quote = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
