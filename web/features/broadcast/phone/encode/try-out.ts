/** Tries the encoder with ten pictures, because browsers may announce encoders that fail. */
import { rungs } from './ladder.ts';
import type { Packet } from './packet.ts';
import { type PictureCodec, PictureEncoder, pictureCodecs } from './picture-encoder.ts';
import { createSoundEncoder } from './sound-encoder.ts';

const pictureCount = 10;
/** Some phones need a moment to open their encoder. */
const timeoutMs = 5_000;

/** Returns the best codec with which the pictures come out; undefined if there is none. */
export async function tryEncoders(): Promise<PictureCodec | undefined> {
  if (typeof VideoEncoder !== 'function' || typeof OffscreenCanvas !== 'function') return undefined;
  for (const codec of pictureCodecs) if (await tryPictures(codec).catch(() => false)) return codec;
  return undefined;
}

/** Returns whether sound can be encoded, by the browser or by the package. */
export async function trySound(): Promise<boolean> {
  let packets = 0;
  const encoder = await createSoundEncoder(
    () => {
      packets += 1;
    },
    () => undefined,
  ).catch(() => undefined);
  if (!encoder) return false;
  encoder.encode({ at: 0, channels: [new Float32Array(9_600), new Float32Array(9_600)] });
  await Promise.race([encoder.finish().catch(() => undefined), sleep(timeoutMs)]);
  encoder.close();
  return packets > 0;
}

async function tryPictures(codec: PictureCodec): Promise<boolean> {
  const [rung] = rungs;
  if (!rung) return false;
  const packets: Packet[] = [];
  let hasFailed = false;
  const encoder = new PictureEncoder(
    codec,
    rung,
    (packet) => packets.push(packet),
    () => {
      hasFailed = true;
    },
  );
  try {
    const canvas = new OffscreenCanvas(rung.width, rung.height);
    const context = canvas.getContext('2d', { alpha: false });
    for (let index = 0; index < pictureCount && encoder.isOpen; index += 1) {
      context?.fillRect(index * 20, index * 10, 80, 80);
      const picture = Object.assign(canvas, { displayWidth: rung.width, displayHeight: rung.height });
      encoder.encode(picture, 1_000 + index * 40, () => rung);
      await sleep(5);
    }
    await Promise.race([encoder.finish(), sleep(timeoutMs)]);
    return !hasFailed && packets.length >= pictureCount - 2 && isWhole(packets[0]);
  } finally {
    encoder.close();
  }
}

/** True for a key picture in Annex B form that brings its parameter sets. */
function isWhole(packet: Packet | undefined): boolean {
  if (!packet?.isKey) return false;
  const kinds = new Set<number>();
  for (let at = 0; at + 4 < packet.data.length && at < 200; at += 1)
    if (packet.data[at] === 0 && packet.data[at + 1] === 0 && packet.data[at + 2] === 1)
      kinds.add((packet.data[at + 3] ?? 0) & 31);
  return kinds.has(7) && kinds.has(8);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
