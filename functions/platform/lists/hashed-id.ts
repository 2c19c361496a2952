/** Ids derived from content: two writers that create the same thing concurrently collide. */
import { createHash } from 'node:crypto';
import { idCharacters, idLength } from '../../../shared/domain/ids.ts';

/** Hashes a text to at most 32 characters of an id's alphabet; the first one may be a letter. */
export function hashId(text: string, length = idLength): string {
  const digest = createHash('sha256').update(text).digest();
  return [...digest.subarray(0, length)].map((byte) => idCharacters[byte % idCharacters.length]).join('');
}
