/** A chosen file that has changed since, or whose card was removed. Browsers report its upload as a lost connection. */

export const unreadableFileText = 'El archivo ha cambiado o ya no está: vuelve a elegirlo';

/** Bytes read at once: a part of a video must not fill a phone's memory. */
const stepBytes = 1_000_000;

/** Returns true if one of the values is a file that cannot be read to its end. Call it after a failed upload. */
export async function hasUnreadableFile(values: Iterable<unknown>): Promise<boolean> {
  for (const value of values) {
    if (!(value instanceof Blob)) continue;
    try {
      for (let from = 0; from < value.size; from += stepBytes) await value.slice(from, from + stepBytes).arrayBuffer();
    } catch {
      return true;
    }
  }
  return false;
}
