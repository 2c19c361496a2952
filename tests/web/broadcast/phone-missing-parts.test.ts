/** The phone's page in browsers that lack something, and through a call, by fakes of the browser's parts. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toSlot } from '../../../shared/domain/phone-segments.ts';
import { ServerClock } from '../../../web/features/broadcast/phone/capture/clocks.ts';
import { readPictures } from '../../../web/features/broadcast/phone/capture/read-pictures.ts';
import type { Packet } from '../../../web/features/broadcast/phone/encode/packet.ts';
import { settleTime } from '../../../web/features/broadcast/phone/encode/settle-time.ts';
import { Studio } from '../../../web/features/broadcast/phone/encode/studio.ts';
import { tryEncoders } from '../../../web/features/broadcast/phone/encode/try-out.ts';
import { createMemoryFiles, openFiles } from '../../../web/features/broadcast/phone/keep/files.ts';
import { SegmentStore } from '../../../web/features/broadcast/phone/keep/segment-store.ts';
import type { ToWorker } from '../../../web/features/broadcast/phone/messages.ts';

vi.mock('../../../web/features/broadcast/phone/capture/sound-tap.ts?worker&url', () => ({ default: '/sound-tap.js' }));
const { Camera } = await import('../../../web/features/broadcast/phone/capture/camera.ts');

/** Annex B: parameter sets and a whole picture. */
const whole = new Uint8Array([0, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 1, 0, 0, 0, 1, 0x65, 1]);

class FakeVideoEncoder {
  static isBroken = false;
  static isSlow = false;
  /** Milliseconds that the last pictures take. */
  static flushMs = 0;
  /** Leaves out the next picture that should be a whole one, as a starved encoder may. */
  static leavesOutWhole = false;
  static taken = 0;
  static made: FakeVideoEncoder[] = [];
  state = 'unconfigured';
  encodeQueueSize = 0;
  readonly #output: (chunk: unknown) => void;
  constructor({ output }: { output: (chunk: unknown) => void }) {
    this.#output = output;
    FakeVideoEncoder.made.push(this);
  }
  configure() {
    this.state = 'configured';
  }
  encode({ timestamp }: { timestamp: number }, { keyFrame }: { keyFrame: boolean }) {
    if (FakeVideoEncoder.isBroken) return;
    const copyTo = (to: Uint8Array) => to.set(whole);
    if (keyFrame && FakeVideoEncoder.leavesOutWhole) {
      FakeVideoEncoder.leavesOutWhole = false;
      return;
    }
    this.#held.push({ timestamp, type: keyFrame ? 'key' : 'delta', byteLength: whole.length, copyTo });
    if (!FakeVideoEncoder.isSlow) this.#give();
  }
  #give() {
    while (this.#held.length > 0) {
      FakeVideoEncoder.taken += 1;
      this.#output(this.#held.shift());
    }
  }
  /** Drops the waiting items without emitting them. */
  reset() {
    this.#held = [];
    this.state = 'unconfigured';
  }
  /** Pictures that a slow encoder has not given yet. */
  #held: unknown[] = [];
  async flush() {
    if (FakeVideoEncoder.flushMs > 0) await new Promise((resolve) => setTimeout(resolve, FakeVideoEncoder.flushMs));
    this.#give();
  }
  close() {
    this.state = 'closed';
  }
}

class FakeAudioEncoder {
  static description = new Uint8Array([0x11, 0x90]);
  static isConfigSupported = async () => ({ supported: true });
  state = 'unconfigured';
  readonly #output: (chunk: unknown, metadata: unknown) => void;
  #ready = 0;
  #out = 0;
  constructor({ output }: { output: (chunk: unknown, metadata: unknown) => void }) {
    this.#output = output;
  }
  configure() {
    this.state = 'configured';
  }
  encode({ numberOfFrames }: { numberOfFrames: number }) {
    this.#ready += numberOfFrames;
    for (; this.#ready >= 1_024; this.#ready -= 1_024) {
      const timestamp = Math.round((this.#out * 1_024e6) / 48_000);
      this.#out += 1;
      const { description } = FakeAudioEncoder;
      this.#output({ timestamp, byteLength: 4, copyTo: () => undefined }, { decoderConfig: { description } });
    }
  }
  async flush() {}
  close() {
    this.state = 'closed';
  }
}

const passOptions = class {
  constructor(first: object, second?: object) {
    Object.assign(this, first, second);
  }
  close() {}
};

beforeEach(() => {
  Object.assign(FakeVideoEncoder, { isBroken: false, isSlow: false, flushMs: 0, leavesOutWhole: false, taken: 0 });
  FakeVideoEncoder.made = [];
  vi.stubGlobal('VideoEncoder', FakeVideoEncoder);
  vi.stubGlobal('AudioEncoder', FakeAudioEncoder);
  vi.stubGlobal('VideoFrame', passOptions);
  vi.stubGlobal('AudioData', passOptions);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width = 0;
      height = 0;
      getContext = () => ({ drawImage: () => undefined, clearRect: () => undefined, fillRect: () => undefined });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('the try-out', () => {
  test('[G-PHONE-1] takes the best codec with which ten pictures come out', async () => {
    expect(await tryEncoders()).toBe('avc1.64001F');
  });

  test('[G-PHONE-9] finds none where WebCodecs is missing, or gives no pictures whatever it promises', async () => {
    FakeVideoEncoder.isBroken = true;
    expect(await tryEncoders()).toBeUndefined();
    vi.stubGlobal('VideoEncoder', undefined);
    expect(await tryEncoders()).toBeUndefined();
  });
});

/** A phone that films from a moment, with moved time; its own clock is ahead until the server answers. */
async function film({ aheadMs = 0 } = {}) {
  const clock = new ServerClock();
  const store = await SegmentStore.open(createMemoryFiles(), () => undefined);
  const studio = new Studio('avc1.42E01F', { store, clock, observeLine: () => ({ isLate: false }) });
  let now = 1_795_965_400_000;
  vi.useFakeTimers({ now, toFake: ['performance', 'Date', 'setTimeout'] });
  const readSteady = () => performance.timeOrigin + performance.now();
  const hearServer = () => clock.add({ sentAt: readSteady(), receivedAt: readSteady(), serverNow: now });
  if (aheadMs) {
    clock.assume(now + aheadMs);
    store.isAssumed = true;
  } else {
    hearServer();
    await studio.start('P', 0);
  }
  const settle = async () => {
    const settled = settleTime(clock, store, studio);
    await vi.advanceTimersByTimeAsync(0);
    await settled;
  };
  const picture = { displayWidth: 1280, displayHeight: 720 } as unknown as CanvasImageSource & {
    displayWidth: number;
    displayHeight: number;
  };
  const run = async (ms: number, { hasPictures = true, hasSound = true } = {}) => {
    for (const end = now + ms; now < end; now += 40) {
      await vi.advanceTimersByTimeAsync(40);
      if (hasSound) studio.addSound({ channels: [new Float32Array(1_920), new Float32Array(1_920)], stamp: now });
      if (hasPictures) studio.addPicture(picture, now);
    }
  };
  const finish = async () => {
    const stopped = studio.stop();
    await vi.advanceTimersByTimeAsync(2_000);
    await stopped;
    vi.useRealTimers();
    const segments = store.segments.toSorted((a, b) => a.number - b.number);
    return Promise.all(segments.map(async (segment) => ({ ...segment, packets: await store.read(segment) })));
  };
  return { studio, store, run, finish, hearServer, settle, readNow: () => now };
}

const listPictures = (segments: { packets: Packet[] }[]) =>
  segments.flatMap(({ packets }) => packets.filter(({ track }) => track === 'picture'));

describe('filming', () => {
  test('[G-PHONE-2] gives a segment each two seconds, each with a whole picture first and sound all along', async () => {
    const { run, finish } = await film();
    await run(8_000);
    const segments = await finish();
    expect(segments.length).toBeGreaterThanOrEqual(4);
    // The first begins within its slot.
    for (const { packets, startMs } of segments.slice(1)) {
      expect(packets.find(({ track }) => track === 'picture')?.isKey).toBe(true);
      expect((startMs + 100) % 2_000).toBeLessThan(100);
    }
    expect(segments[1]?.packets.filter(({ track }) => track === 'sound').length).toBeGreaterThan(90);
  });

  test('[G-PHONE-4] has a second rendition with the same slots, pictures and sound, once the first one is easy', async () => {
    const { run, finish } = await film();
    await run(24_000);
    const segments = await finish();
    const small = segments.filter(({ rendition }) => rendition === 'small');
    expect(small.length).toBeGreaterThan(2);
    for (const one of small) {
      const main = segments.find(({ number, rendition }) => rendition === 'main' && number === one.number);
      expect(one.startMs).toBe(main?.startMs);
      expect(one.durationMs).toBe(main?.durationMs);
      const list = (packets: typeof one.packets, track: string) =>
        packets.filter((packet) => packet.track === track).map(({ at }) => at);
      expect(list(one.packets, 'picture')).toEqual(list(main?.packets ?? [], 'picture'));
      expect(list(one.packets, 'sound')).toEqual(list(main?.packets ?? [], 'sound'));
      expect(one.packets.find(({ track }) => track === 'picture')?.isKey).toBe(true);
    }
  });

  test('[G-PHONE-6] goes on after a call: a gap in the picture, silence for the missing sound', async () => {
    const { studio, run, finish } = await film();
    await run(4_000);
    await run(10_000, { hasPictures: false, hasSound: false });
    studio.resetPictures();
    studio.resetSound();
    await run(4_000);
    const segments = await finish();
    const times = listPictures(segments).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    const gaps = segments.slice(1).filter(({ startMs }, index) => {
      const { startMs: before = 0, durationMs = 0 } = segments[index] ?? {};
      return startMs - before - durationMs > 5_000;
    });
    expect(gaps).toHaveLength(1);
    for (const { durationMs } of segments) expect(durationMs).toBeLessThanOrEqual(2_150);
  });

  test('[G-PHONE-6] has a track of silence without a microphone', async () => {
    const { run, finish } = await film();
    await run(6_000, { hasSound: false });
    const [, second] = await finish();
    expect(second?.packets.filter(({ track }) => track === 'sound').length).toBeGreaterThan(90);
  });

  test('[G-PHONE-3] keeps all pictures of an encoder that is slow to begin, at a border of slots', async () => {
    const { run, finish } = await film();
    // The first whole picture comes out after the next slot has begun.
    FakeVideoEncoder.isSlow = true;
    await run(2_360);
    expect(FakeVideoEncoder.taken).toBe(0);
    FakeVideoEncoder.isSlow = false;
    await run(4_000);
    const pictures = listPictures(await finish());
    expect(pictures).toHaveLength(FakeVideoEncoder.taken);
  });

  test('[G-PHONE-3] loses no encoded picture where a starved encoder leaves out the whole one of a slot', async () => {
    const { run, finish } = await film();
    await run(1_640);
    FakeVideoEncoder.isSlow = true;
    FakeVideoEncoder.leavesOutWhole = true;
    await run(640);
    expect(FakeVideoEncoder.leavesOutWhole).toBe(false);
    FakeVideoEncoder.isSlow = false;
    await run(4_000);
    const pictures = listPictures(await finish());
    expect(pictures).toHaveLength(FakeVideoEncoder.taken);
    expect(pictures.length).toBeGreaterThan(130);
  });

  test('[G-PHONE-2] has the server’s time, though the camera showed its picture by the phone’s clock before', async () => {
    const { studio, run, finish, hearServer, settle, readNow } = await film({ aheadMs: 3_600_000 });
    await run(3_000);
    hearServer();
    await settle();
    const from = readNow();
    await studio.start('P', 0);
    await run(8_000);
    const pictures = listPictures(await finish());
    expect(pictures.length).toBeGreaterThan(25 * 7.8);
    for (const { at } of pictures) expect(at / 90).toBeGreaterThanOrEqual(from - 100);
  });

  test.each([
    ['an hour ahead', 3_600_000],
    ['seven seconds behind', -7_000],
    ['half a second ahead', 500],
  ])('[G-PHONE-3] loses nothing that was filmed without a line by a clock that is %s', async (_name, aheadMs) => {
    const { studio, store, run, finish, hearServer, settle, readNow } = await film({ aheadMs });
    const from = readNow();
    await studio.start('P', 0);
    await run(9_000);
    expect(store.segments.every(({ isAssumed }) => isAssumed)).toBe(true);
    hearServer();
    await run(200);
    await settle();
    expect(store.segments.some(({ isAssumed }) => isAssumed)).toBe(false);
    await run(9_000);
    const until = readNow();
    const segments = await finish();
    expect(listPictures(segments)).toHaveLength(FakeVideoEncoder.taken);
    const main = segments.filter(({ rendition }) => rendition === 'main');
    const pictures = listPictures(main);
    // Only the slot in which the time was settled is not filmed to its end.
    expect(pictures.length).toBeGreaterThan(25 * 15);
    const times = pictures.map(({ at }) => at / 90);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    expect(times[0]).toBeGreaterThan(from - 1_000);
    expect(times.at(-1)).toBeLessThan(until + 1_000);
    expect(new Set(main.map(({ startMs }) => toSlot(startMs))).size).toBe(main.length);
    for (const { startMs, packets } of segments)
      expect(Math.round((packets.find(({ track }) => track === 'picture')?.at ?? 0) / 90)).toBe(startMs);
  });

  test('[G-PHONE-3] ends with its last pictures, in the server’s time, while a slow phone still settles it', async () => {
    const { studio, store, run, finish, hearServer, settle } = await film({ aheadMs: 60_000 });
    await studio.start('P', 0);
    await run(3_000);
    Object.assign(FakeVideoEncoder, { isSlow: true, flushMs: 800 });
    await run(240);
    hearServer();
    const settled = settle();
    const stopped = studio.stop();
    await vi.advanceTimersByTimeAsync(400);
    // The page says that all is sent once the broadcast has ended and nothing waits.
    expect(studio.isLive).toBe(true);
    await vi.advanceTimersByTimeAsync(4_000);
    await Promise.all([settled, stopped]);
    expect(studio.isLive).toBe(false);
    expect(store.segments.some(({ isAssumed }) => isAssumed)).toBe(false);
    expect(listPictures(await finish())).toHaveLength(FakeVideoEncoder.taken);
    expect(FakeVideoEncoder.taken).toBeGreaterThan(75);
  });

  test('[G-PHONE-6] ends though the phone has taken the encoder away for good', async () => {
    const { studio, run, finish } = await film();
    await run(3_000);
    FakeVideoEncoder.flushMs = 600_000;
    const stopped = studio.stop();
    await vi.advanceTimersByTimeAsync(12_000);
    await stopped;
    expect(studio.isLive).toBe(false);
    expect(listPictures(await finish())).toHaveLength(FakeVideoEncoder.taken);
  });

  test('[G-PHONE-6] replaces an encoder that the phone has taken away', async () => {
    const { run, finish } = await film();
    await run(3_000);
    FakeVideoEncoder.made.at(-1)?.close();
    await run(3_000);
    const pictures = listPictures(await finish());
    expect(pictures.length).toBeGreaterThan(140);
    expect(FakeVideoEncoder.made.length).toBe(2);
  });
});

describe('capture', () => {
  const track = (kind: string) => ({
    kind,
    readyState: 'live',
    muted: false,
    stop: vi.fn(),
    addEventListener: vi.fn(),
    getSettings: () => ({ deviceId: 'd' }),
    clone: () => ({ kind, isClone: true }),
  });
  const openCamera = async (getUserMedia: (constraints: MediaStreamConstraints) => Promise<unknown>) => {
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
    const sent: ToWorker[] = [];
    const camera = new Camera(
      (message) => void sent.push(message),
      () => undefined,
      () => undefined,
    );
    await camera.open();
    return { camera, sent };
  };
  const stream = (...kinds: string[]) => {
    const tracks = kinds.map(track);
    const ofKind = (kind: string) => () => tracks.filter((one) => one.kind === kind);
    return { getTracks: () => tracks, getVideoTracks: ofKind('video'), getAudioTracks: ofKind('audio') };
  };

  test('[G-PHONE-9] hands a stream of pictures over where the window reads tracks (Chrome)', async () => {
    vi.stubGlobal(
      'MediaStreamTrackProcessor',
      class {
        readable = 'stream';
      },
    );
    const { sent } = await openCamera(async () => stream('video'));
    expect(sent).toEqual([{ is: 'pictures', stream: 'stream' }]);
  });

  test('[G-PHONE-9] hands a copy of the track over where only workers read it (Safari)', async () => {
    const { sent } = await openCamera(async () => stream('video'));
    expect(sent).toEqual([{ is: 'pictures', track: { kind: 'video', isClone: true } }]);
  });

  test('[G-PHONE-6] goes on with the camera where there is no microphone', async () => {
    const { camera } = await openCamera(async ({ audio }) => {
      if (audio) throw new DOMException('None', 'NotFoundError');
      return stream('video');
    });
    expect(camera.hasSound).toBe(false);
  });

  test('asks users only once after a refusal', async () => {
    const getUserMedia = vi.fn(async () => {
      throw new DOMException('No', 'NotAllowedError');
    });
    await expect(openCamera(getUserMedia)).rejects.toThrow();
    expect(getUserMedia).toHaveBeenCalledTimes(1);
  });

  test('reads the track in the worker, closes each picture, and stops when another camera comes', async () => {
    const frames = [1, 2, 3].map((timestamp) => ({ timestamp, close: vi.fn() }));
    const queue = [...frames];
    vi.stubGlobal(
      'MediaStreamTrackProcessor',
      class {
        readable = {
          getReader: () => ({
            read: async () => ({
              value: queue.shift(),
              done: queue.length === 0 && frames.every((frame) => frame.close.mock.calls.length > 0),
            }),
            cancel: async () => undefined,
          }),
        };
      },
    );
    const taken: number[] = [];
    const own = track('video');
    const stop = readPictures({ track: own as unknown as MediaStreamTrack }, ({ timestamp }) => {
      taken.push(timestamp);
      if (timestamp === 2) stop();
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(taken).toEqual([1, 2]);
    for (const { close } of frames) expect(close).toHaveBeenCalled();
    expect(own.stop).toHaveBeenCalled();
  });
});

describe('files', () => {
  const openFile = async (handle: object) => {
    const folder: object = {
      getDirectoryHandle: async () => folder,
      getFileHandle: async () => ({ createSyncAccessHandle: async () => handle }),
    };
    vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder } });
    return (await openFiles('01EVENT')).open('a');
  };

  test('[G-PHONE-9] are written by sync handles, which iPhones below iOS 26 have, not by `createWritable`', async () => {
    const written: Uint8Array[] = [];
    const handle = {
      getSize: () => 3,
      read: (buffer: Uint8Array) => buffer.fill(7).length,
      write: (bytes: Uint8Array, { at }: { at: number }) => {
        written.push(Uint8Array.of(at, ...bytes));
        return bytes.length;
      },
      flush: () => undefined,
      close: () => undefined,
    };
    const file = await openFile(handle);
    file.append(Uint8Array.of(1, 2));
    file.append(Uint8Array.of(3));
    expect(written).toEqual([Uint8Array.of(3, 1, 2), Uint8Array.of(5, 3)]);
    expect(file.read()).toHaveLength(6);
  });

  test('[G-PHONE-6] say that the disk is full where the browser writes less instead of throwing', async () => {
    const handle = { getSize: () => 0, write: () => 1 };
    const file = await openFile(handle);
    expect(() => file.append(Uint8Array.of(1, 2))).toThrow('full');
  });
});
