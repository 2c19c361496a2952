/** Tests of the segments that the server accepts from a phone, and of those it refuses. */
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectSegment } from '../../../functions/broadcast/phone/inspect-segment.ts';
import { maxSegmentBytes, type SegmentRefusal, toSlot } from '../../../shared/domain/phone-segments.ts';
import { encodeSegments, moveSegment } from '../../support/phone-segments.ts';

/** A border of the grid of UTC, on Sunday 6 December 2026. */
const border = Date.parse('2026-12-06T11:00:00Z');
const now = border + 60_000;
const place = {
  rendition: 'main' as const,
  reported: { startMs: border, durationMs: 2000 },
  notBefore: border - 10_000,
  notAfter: now,
};

let segment: Buffer;
let others: Record<string, Buffer>;

const x264 = (profile: string, ...more: string[]) => [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-profile:v',
  profile,
  ...more,
];

beforeAll(async () => {
  const encode = async (film: Parameters<typeof encodeSegments>[0]) =>
    moveSegment((await encodeSegments(film))[0] as Buffer, border);
  segment = await encode({ seconds: 2 });
  others = {
    large: await encode({ seconds: 2, width: 1920, height: 1080 }),
    mpeg2: await encode({ seconds: 2, video: ['-c:v', 'mpeg2video'] }),
    colour: await encode({ seconds: 2, video: x264('high444', '-pix_fmt', 'yuv444p') }),
    long: await encode({ seconds: 4, video: [...x264('baseline', '-pix_fmt', 'yuv420p'), '-flags', '+cgop'] }),
    mp3: await encode({ seconds: 2, audio: ['-c:a', 'mp2', '-ar', '48000', '-ac', '2'] }),
    slow: await encode({ seconds: 2, audio: ['-c:a', 'aac', '-ar', '24000', '-ac', '2'] }),
    mono: await encode({ seconds: 2, audio: ['-c:a', 'aac', '-ar', '48000', '-ac', '1'] }),
    mute: await encode({ seconds: 2, audio: ['-an'] }),
  };
}, 120_000);

const look = (data: Buffer, more: Partial<typeof place> = {}) => inspectSegment(data, { ...place, ...more });

describe('a segment of a phone', () => {
  test('[G-PHONE-2][G-PHONE-4] is accepted with what a playlist says of it', () => {
    const facts = look(segment);
    expect(facts).toMatchObject({ startMs: border, pictures: 60, width: 320, height: 180, framesPerSecond: 30 });
    expect(facts).toMatchObject({ codecs: expect.stringMatching(/^avc1\.42c0[0-9a-f]{2},mp4a\.40\.2$/) });
    if (typeof facts === 'string') throw new Error(facts);
    expect(facts.durationMs).toBe(2000);
  });

  test('[G-PHONE-2] is placed by its timestamps, also around their wrap every 26.5 hours', () => {
    const wrap = Math.floor(2 ** 33 / 90);
    for (const startMs of [border, border + wrap, wrap * 18_800 - 1_000, wrap * 18_800 + 1_000]) {
      const moved = moveSegment(segment, startMs);
      const found = look(moved, {
        reported: { startMs: startMs + 40, durationMs: 2000 },
        notBefore: startMs - 100_000,
        notAfter: startMs + 100_000,
      });
      // The wrap itself lies between two slots in some cases: the time is right in each.
      expect(typeof found === 'string' ? found : found.startMs).toSatisfy(
        (value: unknown) => value === 'SLOT' || value === startMs,
      );
    }
  });

  test('[G-PHONE-2] may begin within its slot, and has the slot of its first picture', () => {
    expect(toSlot(border - 60)).toBe(toSlot(border));
    expect(
      look(moveSegment(segment, border + 100), { reported: { startMs: border + 100, durationMs: 2000 } }),
    ).toMatchObject({ startMs: border + 100 });
    expect(look(moveSegment(segment, border + 700), { reported: { startMs: border + 700, durationMs: 2000 } })).toBe(
      'SLOT',
    );
  });

  test.each<[string, () => Buffer, SegmentRefusal]>([
    ['nothing', () => Buffer.alloc(0), 'SIZE'],
    ['more than the largest segment', () => Buffer.alloc(maxSegmentBytes + 188, 0x47), 'SIZE'],
    ['a web page', () => Buffer.from('<script>alert(1)</script>'.padEnd(188)), 'CONTAINER'],
    ['a truncated file', () => segment.subarray(0, 188 * 40), 'DURATION'],
    ['half a packet', () => segment.subarray(0, segment.length - 90), 'CONTAINER'],
    [
      'a file with a hole',
      () => Buffer.concat([segment.subarray(0, 188 * 20), segment.subarray(188 * 24)]),
      'CONTAINER',
    ],
    ['a file without its beginning', () => segment.subarray(188 * 8), 'CONTAINER'],
    ['two programmes after each other', () => Buffer.concat([segment, segment]), 'CONTAINER'],
    ['scrambled packets', () => scramble(segment), 'ENCRYPTED'],
    ['SAMPLE-AES', () => retype(segment, 0x1b, 0xdb), 'ENCRYPTED'],
    ['MPEG-2', () => others.mpeg2 as Buffer, 'VIDEO_CODEC'],
    ['HEVC', () => retype(segment, 0x1b, 0x24), 'VIDEO_CODEC'],
    ['4:4:4', () => others.colour as Buffer, 'VIDEO_CODEC'],
    ['1080 lines', () => others.large as Buffer, 'VIDEO_FORM'],
    ['MP2 sound', () => others.mp3 as Buffer, 'AUDIO_CODEC'],
    ['HE-AAC, whose core has half the rate', () => others.slow as Buffer, 'AUDIO_CODEC'],
    ['one channel', () => others.mono as Buffer, 'AUDIO_CODEC'],
    ['no sound', () => others.mute as Buffer, 'AUDIO_CODEC'],
    ['a first picture that is not whole', () => unmarkIdr(segment), 'FIRST_PICTURE'],
  ])('[G-PHONE-7] is refused: %s', (_, make, code) => {
    expect(look(make())).toBe(code);
  });

  test('[G-PHONE-7] is refused outside of the broadcast, in the future, and away from the reported time', () => {
    expect(look(segment, { notBefore: border + 1_000 })).toBe('TIME');
    expect(look(segment, { notAfter: border + 1_000 })).toBe('TIME');
    expect(look(segment, { reported: { startMs: border + 2_000, durationMs: 2000 } })).toBe('TIME');
    expect(look(segment, { rendition: 'small' as never })).not.toBeTypeOf('string');
  });

  test('[G-PHONE-7] is refused if cut anywhere, or with any byte of its tables changed, without an exception', () => {
    for (let at = 0; at < 0.8 * segment.length; at += 611) expect(look(segment.subarray(0, at))).toBeTypeOf('string');
    for (let at = 0; at < 188 * 4; at += 1) {
      const broken = Buffer.from(segment);
      broken.writeUInt8(broken.readUInt8(at) ^ 0xff, at);
      expect(() => look(broken)).not.toThrow();
    }
  });
});

/** Sets the scrambling bits of all packets with pictures. */
function scramble(data: Buffer): Buffer {
  const copy = Buffer.from(data);
  for (let at = 0; at < copy.length; at += 188)
    if ((copy.readUInt16BE(at + 1) & 0x1fff) === 0x100) copy.writeUInt8(copy.readUInt8(at + 3) | 0x80, at + 3);
  return copy;
}

/** Changes a type in the map of streams. */
function retype(data: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(data);
  for (let at = 0; at < copy.length; at += 188) {
    if ((copy.readUInt16BE(at + 1) & 0x1fff) !== 0x1000) continue;
    const index = copy.indexOf(Buffer.from([from, 0xe1, 0x00]), at);
    copy.writeUInt8(to, index);
  }
  return copy;
}

/** Makes each whole picture a predicted one, by its unit's type. */
function unmarkIdr(data: Buffer): Buffer {
  const copy = Buffer.from(data);
  for (let at = copy.indexOf(Buffer.from([0, 0, 1, 0x65])); at >= 0; at = copy.indexOf(Buffer.from([0, 0, 1, 0x65])))
    copy.writeUInt8(0x61, at + 3);
  return copy;
}
