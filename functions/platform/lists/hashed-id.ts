/** Ids derived from content: two writers that create the same thing concurrently collide. */
import { createHash } from 'node:crypto';

/** Hashes a text to at most 32 characters of the ULID alphabet. */
export function hashId(text: string, length = 26): string {
  const digest = createHash('sha256').update(text).digest();
  return [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
