/** Reads the pictures and time stamps of an MPEG transport stream, without the product's own reader. */

export interface Pes {
  pid: number;
  /** In ticks of 90 kHz, modulo 2^33. */
  pts: number;
  data: Uint8Array;
}

/** Lists the elementary packets in their order. */
export function readPes(stream: Uint8Array): Pes[] {
  const found: (Omit<Pes, 'data'> & { parts: Uint8Array[] })[] = [];
  for (let at = 0; at + 188 <= stream.length; at += 188) {
    const packet = stream.subarray(at, at + 188);
    const [, second = 0, third = 0, fourth = 0, length = 0] = packet;
    const pid = ((second & 31) << 8) | third;
    // Tables come before: their numbers are lower, or the highest.
    if (pid < 0x100 || pid > 0x200) continue;
    const payload = packet.subarray(fourth & 0x20 ? 5 + length : 4);
    if (second & 0x40) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = payload.subarray(9);
      const pts = ((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1);
      found.push({ pid, pts, parts: [payload.subarray(9 + (payload[8] ?? 0))] });
    } else found.findLast((one) => one.pid === pid)?.parts.push(payload);
  }
  return found.map(({ parts, ...one }) => ({ ...one, data: Buffer.concat(parts) }));
}

/** Lists the pictures of the first track, each with a number that its content gives, whatever surrounds it. */
export const readPictures = (stream: Uint8Array): { pts: number; hash: number }[] => {
  const all = readPes(stream).filter(({ pid }) => pid === 0x100);
  return all.map(({ pts, data }) => ({ pts, hash: hashPicture(data) }));
};

/**
 * FNV-1a over a picture's units without start codes and delimiters. Also runs in a browser's worker, so it uses nothing
 * outside of it.
 */
export function hashPicture(data: Uint8Array): number {
  let hash = 0x811c9dc5;
  const starts: number[] = [];
  for (let at = 0; at + 2 < data.length; at += 1)
    if (data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 1) starts.push(at + 3);
  for (const [index, start] of starts.entries()) {
    if (((data[start] ?? 0) & 31) === 9) continue;
    let end = index + 1 < starts.length ? (starts[index + 1] ?? 0) - 3 : data.length;
    while (end > start && data[end - 1] === 0) end -= 1;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (data[at] ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
