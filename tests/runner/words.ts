/**
 * Which tests some words are about: those with every word in path or title, in capitals or not. Of words that name
 * files (`tests/…`, `….test…`, `….spec…`) one is enough.
 */

/** The words that a file leaves for its titles; undefined where another file is meant. */
export function wordsBeside(path: string, words: string[]): string[] | undefined {
  const isThere = (word: string) => path.toLowerCase().includes(word.toLowerCase());
  const named = words.filter((word) => /^tests\/|\.(test|spec)\b/.test(word));
  if (named.length > 0 && !named.some(isThere)) return undefined;
  return words.filter((word) => !named.includes(word) && !isThere(word));
}

/** What a title matches that has all of these words. */
export const titleWith = (words: string[]) => new RegExp(allOf(words), 'i');

/** The same for Playwright, which looks at `project file title` at once: whole titles, each beside its file. */
export function titleOf(files: string[], folder: string, words: string[]): RegExp {
  const each = files.flatMap((file) => {
    const left = wordsBeside(`${folder}/${file}`, words);
    return left ? `${RegExp.escape(file)} ${allOf(left)}` : [];
  });
  // Without any, a pattern that fits nothing.
  return new RegExp(`^\\S+ (?:${each.join('|') || '(?!)'})`, 'i');
}

const allOf = (words: string[]) => words.map((word) => `(?=[^]*${RegExp.escape(word)})`).join('');

/** A shell command that runs these tests again. */
export const commandFor = (words: string[], command = 'npm test --') => [command, ...words.map(quoted)].join(' ');

const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
