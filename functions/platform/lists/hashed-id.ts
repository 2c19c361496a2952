/** Ids that follow from what they name: of two who make the same thing at once, the second meets the first. */
import { createHash } from 'node:crypto';

/** As many characters as asked for (at most 32) of the alphabet of ULIDs, the same for the same text. */
export function hashedId(text: string, length = 26): string {
  const digest = createHash('sha256').update(text).digest();
  return [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
