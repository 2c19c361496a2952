/** The time line of a broadcast from a phone: clocks, sound, segments and their packing. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectSegment } from '../../../functions/broadcast/phone/inspect-segment.ts';
import { readTransportStream } from '../../../functions/recordings/packing/read-transport-stream.ts';
import { segmentMs, toSlot } from '../../../shared/domain/phone-segments.ts';
import { MediaClock, ServerClock } from '../../../web/features/broadcast/phone/capture/clocks.ts';
import { type Sound, SoundLine } from '../../../web/features/broadcast/phone/capture/sound-line.ts';
import { isPlainAac, toSoundTicks } from '../../../web/features/broadcast/phone/encode/aac.ts';
import { packSegment } from '../../../web/features/broadcast/phone/encode/pack-segment.ts';
import { type Packet, readRecords, writeRecord } from '../../../web/features/broadcast/phone/encode/packet.ts';
import { SegmentCutter, type SegmentSpan } from '../../../web/features/broadcast/phone/encode/segment-cutter.ts';
import { createMemoryFiles, joinBytes } from '../../../web/features/broadcast/phone/keep/files.ts';
import { SegmentStore } from '../../../web/features/broadcast/phone/keep/segment-store.ts';
import { encodeSegments } from '../../support/phone-segments.ts';
import { cases } from '../../support/test-profile.ts';
import { readPes } from '../../support/transport-stream.ts';

const start = 1_795_965_400_000;

describe('the server’s clock', () => {
  test('[G-PHONE-2] follows the sample with the smallest round trip', () => {
    const clock = new ServerClock();
    expect(clock.isKnown).toBe(false);
    clock.add({ sentAt: 0, receivedAt: 4_000, serverNow: 90_000 });
    clock.add({ sentAt: 5_000, receivedAt: 5_040, serverNow: 95_120 });
    clock.add({ sentAt: 6_000, receivedAt: 9_000, serverNow: 99_999 });
    expect(clock.toServer(5_020)).toBe(95_120);
    expect(clock.toServer(6_020)).toBe(96_120);
  });

  test('forgets samples from before the phone slept', () => {
    const clock = new ServerClock();
    clock.add({ sentAt: 0, receivedAt: 10, serverNow: 1_000 });
    clock.add({ sentAt: 700_000, receivedAt: 700_200, serverNow: 900_100 });
    expect(clock.toServer(700_100)).toBe(900_100);
  });
});

describe('a camera’s clock', () => {
  test('takes the smallest delay for the truth, and is not moved by a busy phone', () => {
    const clock = new MediaClock();
    let utc = 0;
    for (let index = 0; index < 100; index += 1) {
      const isBusy = index > 50 && index < 60;
      utc = clock.toUtc(33 * index, start + 33 * index + (isBusy ? 300 : 20));
    }
    expect(Math.abs(utc - (start + 99 * 33 + 20))).toBeLessThanOrEqual(10);
  });

  test('begins anew after a pause, and never goes back', () => {
    const clock = new MediaClock();
    const before = clock.toUtc(0, start);
    expect(clock.toUtc(10, start - 500)).toBeGreaterThan(before);
    expect(clock.toUtc(20, start + 60_000)).toBe(start + 60_000);
  });
});

describe('the line of sound', () => {
  const block = (length: number): Sound['channels'] => [new Float32Array(length).fill(1), new Float32Array(length)];
  const countSamples = (pieces: Sound[]) => pieces.reduce((sum, { channels }) => sum + channels[0].length, 0);

  test('[G-PHONE-6] fills holes with silence', () => {
    const line = new SoundLine(start);
    expect(countSamples(line.add(block(480), start))).toBe(480);
    const pieces = line.add(block(480), start + 1_510);
    expect(countSamples(pieces)).toBe(480 + 1_500 * 48);
    expect(pieces[0]?.channels[0][0]).toBe(0);
    expect(pieces.at(-1)?.channels[0][0]).toBe(1);
    expect(line.endMs).toBe(start + 1_520);
  });

  test('joins blocks that the clocks shift a little, and drops overlaps', () => {
    const line = new SoundLine(start);
    line.add(block(4_800), start + 12);
    expect(line.endMs).toBe(start + 100);
    expect(line.add(block(480), start)).toEqual([]);
    expect(countSamples(line.add(block(4_800), start + 50))).toBe(2_400);
  });

  test('has no hole and no overlap, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -3_000, max: 3_000 }), fc.integer({ min: 1, max: 5_000 }))),
        (blocks) => {
          const line = new SoundLine(start);
          let next = start * 48;
          for (const [shift, length] of blocks)
            for (const { at, channels } of line.add(block(length), line.endMs + shift)) {
              expect(at).toBe(next);
              next += channels[0].length;
            }
          expect(line.endMs * 48).toBeCloseTo(next, 0);
        },
      ),
      cases(),
    );
  });
});

describe('time stamps of sound', () => {
  test('lie on the grid of AAC frames, free of the encoder’s rounding', () => {
    expect(toSoundTicks(0, start * 48)).toBe(start * 90);
    expect(toSoundTicks(21_333, start * 48)).toBe(start * 90 + 1_920);
    expect(toSoundTicks(7 * 21_333, start * 48)).toBe(start * 90 + 7 * 1_920);
  });

  test('[G-PHONE-2] belong to plain AAC only', () => {
    expect(isPlainAac(new Uint8Array([0x11, 0x90]))).toBe(true);
    // HE-AAC, 44.1 kHz, one channel, and nothing.
    for (const bytes of [[0x29, 0x90], [0x12, 0x10], [0x11, 0x88], []])
      expect(isPlainAac(new Uint8Array(bytes))).toBe(false);
    expect(isPlainAac(undefined)).toBe(false);
  });
});

const picture = (ms: number, isKey = false, data = new Uint8Array([ms % 256])): Packet => ({
  track: 'picture',
  isKey,
  at: ms * 90,
  data,
});
const sound = (ms: number): Packet => ({ track: 'sound', isKey: true, at: ms * 90, data: new Uint8Array([7]) });

/** Cuts packets and returns the segments in the order of their ends. */
function cut(packets: Packet[], isFinished = true) {
  const open = new Map<number, Packet[]>();
  const ended: ({ number: number; packets: Packet[] } & SegmentSpan)[] = [];
  const cutter = new SegmentCutter(0, {
    begin: (number) => open.set(number, []),
    append: (number, packet) => open.get(number)?.push(packet),
    end: (number, span) => ended.push({ number, packets: open.get(number) ?? [], ...span }),
  });
  for (const packet of packets) cutter.add(packet);
  if (isFinished) cutter.finish();
  return ended;
}

describe('segments', () => {
  test('[G-PHONE-2] lie in one slot of two seconds each and begin with a whole picture', () => {
    // The first begins within its slot.
    const packets = Array.from({ length: 200 }, (_, index) => {
      const ms = start + 1_200 + 33 * index;
      const isKey = index === 0 || Math.floor(ms / segmentMs) !== Math.floor((ms - 33) / segmentMs);
      return [picture(ms, isKey), sound(ms + 5)];
    }).flat();
    const segments = cut(packets);
    expect(segments.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    expect(segments[0]?.startMs).toBe(start + 1_200);
    for (const [index, { startMs, durationMs, packets: own }] of segments.entries()) {
      expect(own.find(({ track }) => track === 'picture')?.isKey).toBe(true);
      expect(Math.floor(startMs / segmentMs)).toBe(start / segmentMs + index);
      const next = segments[index + 1];
      if (next) expect(startMs + durationMs).toBe(next.startMs);
    }
    expect(segments.flatMap(({ packets: own }) => own)).toHaveLength(packets.length);
  });

  test('[G-PHONE-6] end with the pictures where the camera pauses', () => {
    const [first, second] = cut([
      picture(start, true),
      picture(start + 33),
      picture(start + 66),
      picture(start + 9_000, true),
      picture(start + 9_033),
    ]);
    expect(first).toMatchObject({ startMs: start, durationMs: 99 });
    expect(second).toMatchObject({ startMs: start + 9_000, durationMs: 66 });
  });

  test('leave out pictures that no whole one precedes in their slot', () => {
    const segments = cut([
      picture(start - 10),
      picture(start, true),
      ...[1_890, 1_990, 2_300].map((ms) => picture(start + ms)),
    ]);
    expect(segments).toHaveLength(1);
    expect(segments[0]?.packets.map(({ at }) => at / 90 - start)).toEqual([0, 1_890, 1_990]);
  });

  test('wait a second for their sound, and not longer', () => {
    const pictures = [
      picture(start, true),
      picture(start + 1_990),
      picture(start + 2_000, true),
      picture(start + 2_900),
    ];
    expect(cut(pictures, false)).toEqual([]);
    expect(cut([...pictures, sound(start + 1_999), sound(start + 2_001)], false)[0]?.packets).toHaveLength(3);
    expect(cut([...pictures, picture(start + 3_100)], false)).toHaveLength(1);
  });

  test('contain each picture and sound once and in order, whenever they come out of the encoders', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 120 }), (delays) => {
        const pictures = delays.map((_, index) => picture(start + 80 * index, index % 5 === 0));
        const sounds = delays.map((_, index) => sound(start + 80 * index + 3));
        const latest = { picture: 0, sound: 0 };
        const inTime = [...pictures, ...sounds]
          .map((packet, index) => {
            const { track } = packet;
            // Each encoder keeps its own order.
            latest[track] = Math.max(latest[track], packet.at + 90 * (delays[index % delays.length] ?? 0));
            return { packet, out: latest[track] };
          })
          .sort((a, b) => a.out - b.out)
          .map(({ packet }) => packet);
        const kept = cut(inTime).flatMap(({ packets }) => packets);
        for (const track of ['picture', 'sound'] as const) {
          const times = kept.filter((packet) => packet.track === track).map(({ at }) => at);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          expect(new Set(times).size).toBe(times.length);
        }
        expect(kept.filter(({ track }) => track === 'picture')).toHaveLength(pictures.length);
      }),
      cases(),
    );
  });
});

test('[G-PHONE-3] records are read up to the first that is not whole', () => {
  const packets = [picture(start, true), sound(start + 3), picture(start + 33, false, new Uint8Array(300).fill(9))];
  const bytes = joinBytes(packets.map(writeRecord));
  expect(readRecords(bytes)).toEqual(packets);
  for (let length = 0; length < bytes.length; length += 1)
    expect(readRecords(bytes.subarray(0, length)).length).toBeLessThan(3);
  const damaged = Uint8Array.from(bytes);
  damaged.set([~(bytes.at(-5) ?? 0)], bytes.length - 5);
  expect(readRecords(damaged)).toHaveLength(2);
});

describe('a packed segment', () => {
  // A parameter set, a picture parameter set and a slice, in Annex B form.
  const whole = new Uint8Array([0, 0, 0, 1, 0x67, 66, 192, 31, 0, 0, 0, 1, 0x68, 206, 0, 0, 0, 1, 0x65, 1, 2, 3]);
  const segment = (ms: number) => [picture(ms, true, whole), sound(ms + 2), picture(ms + 33, false, whole)];

  test('[G-PHONE-2] has time stamps that are UTC at 90 kHz modulo 2³³', async () => {
    expect(readPts(await packSegment(segment(start)))).toEqual(
      [start, start + 2, start + 33].map((ms) => (ms * 90) % 2 ** 33),
    );
  });

  test('[G-PHONE-2] goes on over the wrap of its time stamps', async () => {
    // The wrap lies between the two pictures.
    const wrap = Math.ceil((Math.ceil((start * 90) / 2 ** 33) * 2 ** 33) / 90);
    const [before, between, after] = readPts(await packSegment(segment(wrap - 20)));
    expect([before, between].every((pts) => (pts ?? 0) > 2 ** 33 - 3_000)).toBe(true);
    expect(after).toBeLessThan(3_000);
  });

  test('[G-PHONE-3] has the same bytes each time, so that a repeated sending is the same object', async () => {
    expect(await packSegment(segment(start))).toEqual(await packSegment(segment(start)));
  });

  test.each([start, Math.ceil((Math.ceil((start * 90) / 2 ** 33) * 2 ** 33) / 90) - 200])(
    '[G-PHONE-9] has the clock of its programme, half a second behind the pictures, which native players ask for',
    async (from) => {
      const pictures = Array.from({ length: 60 }, (_, index) => picture(from + 33 * index, index === 0, whole));
      const stream = await packSegment([...pictures, sound(from + 2)].toSorted((a, b) => a.at - b.at));
      const clock = readClock(stream);
      const wrap = (ms: number) => Math.round(ms * 90) % 2 ** 33;
      expect(clock.pid).toBe(0x100);
      expect(clock.times).toEqual(pictures.map((_, index) => wrap(from - 500 + 33 * index)));
      // The server's own reader checks the counters.
      const read = readTransportStream(Buffer.from(stream));
      expect(typeof read === 'string' ? read : read.video.length).toBe(60);
    },
  );

  test('has silence where a killed page has left no sound', async () => {
    const pictures = Array.from({ length: 10 }, (_, index) => picture(start + 33 * index, index === 0, whole));
    const all = readPes(await packSegment(pictures));
    const silence = all.filter(({ pid }) => pid === 0x101);
    expect(silence.map(({ pts }) => pts - ((start * 90) % 2 ** 33))).toEqual(
      Array.from({ length: 13 }, (_, index) => 1_920 * index),
    );
    expect(all).toHaveLength(23);
  });
});

describe('a slow phone', () => {
  let pictures: Uint8Array<ArrayBuffer>[];
  beforeAll(async () => {
    const [film] = await encodeSegments({ seconds: 2 });
    const content = readTransportStream(film as Buffer);
    if (typeof content === 'string') throw new Error(content);
    pictures = content.video.map(({ data }) => Uint8Array.from(data));
  }, 60_000);

  const publisher = '01K0000000000000000000PH0N';
  /** An AAC frame in which nothing sounds. */
  const silence = new Uint8Array([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);

  /** Pictures with these times between them in milliseconds; the encoder leaves out some that should be whole. */
  function encode(steps: readonly (readonly [ms: number, isWhole: boolean])[]): Packet[] {
    const packets: Packet[] = [];
    let [ms, slot, heard] = [start + 700, 0, start + 700];
    for (const [step, isWhole] of steps) {
      const isKey = toSlot(ms) > slot && (isWhole || packets.length === 0);
      if (isKey) slot = toSlot(ms);
      packets.push(picture(ms, isKey, pictures[isKey ? 0 : 1]));
      ms += step;
      for (; heard < ms; heard += 1_024 / 48) packets.push({ ...sound(0), at: Math.floor(90 * heard), data: silence });
    }
    return packets;
  }

  test('[G-PHONE-3] loses no segment: the server takes all that the phone cuts, and all that a kill leaves', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 20, max: 1_500 }), fc.boolean()), {
      minLength: 2,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (own, isKilled) => {
        const files = createMemoryFiles();
        const ignore = () => undefined;
        let store = await SegmentStore.open(files, ignore);
        const cutter = new SegmentCutter(0, store.createSink({ publisher, rendition: 'main' }));
        for (const packet of encode(own)) {
          cutter.add(packet);
          // The next segment's file opens.
          await undefined;
        }
        if (isKilled) store = await SegmentStore.open(files, ignore);
        else cutter.finish();
        for (const segment of store.segments) {
          const bytes = Buffer.from(await packSegment(await store.read(segment)));
          const place = { rendition: 'main', reported: segment, notBefore: start, notAfter: start + 100_000 } as const;
          expect(inspectSegment(bytes, place), JSON.stringify(segment)).toBeTypeOf('object');
        }
      }),
      cases(),
    );
  });
});

/** The stream that carries the programme's clock, and its times in ticks. */
function readClock(stream: Uint8Array): { pid: number; times: number[] } {
  const times: number[] = [];
  let pid = 0;
  for (let at = 0; at < stream.length; at += 188) {
    const packet = Buffer.from(stream.subarray(at, at + 188));
    const own = packet.readUInt16BE(1) & 0x1fff;
    if (own === 0x1000) pid = packet.readUInt16BE((packet[3]! & 0x20 ? 5 + packet[4]! : 4) + 1 + 8) & 0x1fff;
    const hasClock = (packet[3]! & 0x20) !== 0 && packet[4]! > 0 && (packet[5]! & 0x10) !== 0;
    if (hasClock) times.push(packet.readUInt32BE(6) * 2 + (packet.readUInt16BE(10) >> 15));
  }
  return { pid, times };
}

const readPts = (stream: Uint8Array): number[] => readPes(stream).map(({ pts }) => pts);
