/** Invisible characters, which copying from chats, spreadsheets and PDFs adds. */

/** Soft hyphens, zero-width and direction marks. */
const marks =
  '\\u00ad\\u034f\\u061c\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb';
/** Letters and symbols without ink, which `\s` does not contain: Hangul fillers and the empty Braille cell. */
const blanks = '\\u115f\\u1160\\u2800\\u3164\\uffa0';

/**
 * Matches a text that shows something. Variation selectors and tags, which end some emoji, show nothing alone. Without
 * lookarounds and the `u` flag, so that OpenAPI can state it.
 */
export const visiblePattern = new RegExp(`[^\\s${marks}${blanks}\\ufe00-\\ufe0f\\udc00-\\udfff\\udb40]`);

const invisible = new RegExp(`[\\s${marks}${blanks}]`);
const marksOnly = new RegExp(`[${marks}]`, 'g');
const blanksOnly = new RegExp(`[\\s${blanks}]+`, 'g');

export const isBlank = (text: string): boolean => !visiblePattern.test(text);

/** Trims invisible characters from both ends. A loop, because a pattern at the end of a text takes quadratic time. */
export function trimInvisible(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && invisible.test(text.charAt(from))) from += 1;
  while (to > from && invisible.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Removes invisible marks, and joins blanks of any kind to single spaces. */
export const toSingleSpaces = (text: string): string => text.replace(marksOnly, '').replace(blanksOnly, ' ').trim();
