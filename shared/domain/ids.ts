/**
 * Ids of items: 26 characters of Crockford's base 32. New items have ULIDs, sortable by creation time; ids derived from
 * content (functions/platform/lists/hashed-id.ts) begin with any character. Contract, page addresses and keys of
 * files share this definition.
 */

/** Characters of an id; without I, L, O and U, which are easily misread. */
export const idCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const idLength = 26;

/** Source of a regular expression that matches an id within a longer text. */
export const idSource = `[0-9A-HJKMNP-TV-Z]{${idLength}}`;
export const idPattern = new RegExp(`^${idSource}$`);
