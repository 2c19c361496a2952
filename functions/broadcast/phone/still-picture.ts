/**
 * The still picture of a phone's live, for cards and as the poster of its video. The phone sends one each half minute, and
 * it lies where IVS puts that of a camera.
 */
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import { log } from '../../platform/observability/log.ts';
import { latestFrameKey } from '../../recordings/media/ivs-recording.ts';
import { toPartPrefix } from './part-files.ts';
import type { Publisher } from './publishers.ts';

/** Stores the picture; drops one that is not a plain JPEG, because the broadcast continues without it. */
export async function keepStill(publisher: Publisher, base64: string): Promise<void> {
  const part = publisher.parts.at(-1);
  const picture = cleanJpeg(Buffer.from(base64, 'base64'));
  if (!picture) log('warn', 'the picture of a phone was refused', { publisher: publisher.id });
  if (!part || !picture) return;
  const key = latestFrameKey(toPartPrefix(publisher, part));
  await writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, picture, { contentType: 'image/jpeg' });
}

const maxWidth = 1280;
const maxHeight = 720;

/** Segments that a decoder needs: tables (DQT, DHT, DRI), the frame of a baseline or progressive picture, and JFIF. */
const needed = [0xdb, 0xc4, 0xdd, 0xc0, 0xc2, 0xe0];
const frames = [0xc0, 0xc2];
const startOfScan = 0xda;

/**
 * Removes all parts that a decoder does not need, such as a location or an appended file; undefined for anything but a
 * JPEG.
 */
export function cleanJpeg(data: Buffer): Buffer | undefined {
  if (data.length < 100 || data.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts: Buffer[] = [data.subarray(0, 2)];
  let hasFrame = false;
  for (let at = 2; at + 4 <= data.length; ) {
    const marker = data.readUInt8(at + 1);
    const next = at + 2 + data.readUInt16BE(at + 2);
    if (data.readUInt8(at) !== 0xff || next > data.length) return undefined;
    if (marker === startOfScan) {
      const end = data.lastIndexOf(Buffer.from([0xff, 0xd9]));
      return hasFrame && end > next ? Buffer.concat([...parts, data.subarray(at, end + 2)]) : undefined;
    }
    if (frames.includes(marker)) {
      if (next - at < 10) return undefined;
      const [height, width] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7)];
      if (hasFrame || height < 64 || height > maxHeight || width < 64 || width > maxWidth) return undefined;
      hasFrame = true;
    }
    if (needed.includes(marker)) parts.push(data.subarray(at, next));
    at = next;
  }
  return undefined;
}
