/** Tests of the sending: order, line, ladder, and every answer of bucket and server. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PhoneRendition } from '../../../shared/domain/phone-segments.ts';
import { Ladder, type Observation, rungs } from '../../../web/features/broadcast/phone/encode/ladder.ts';
import { SecondRendition } from '../../../web/features/broadcast/phone/encode/second-rendition.ts';
import type { KeptSegment } from '../../../web/features/broadcast/phone/keep/segment-index.ts';
import type { SegmentStore } from '../../../web/features/broadcast/phone/keep/segment-store.ts';
import { LineMeter } from '../../../web/features/broadcast/phone/send/line-meter.ts';
import { measureLine } from '../../../web/features/broadcast/phone/send/measure-line.ts';
import type { SegmentResult } from '../../../web/features/broadcast/phone/send/phone-api.ts';
import type { PutAnswer, PutObject } from '../../../web/features/broadcast/phone/send/put-object.ts';
import { chooseNext } from '../../../web/features/broadcast/phone/send/upload-order.ts';
import { Uploader } from '../../../web/features/broadcast/phone/send/uploader.ts';
import { ScorerApiError } from '../../../web/features/league/scorer/api-client.ts';

const segment = (number: number, rendition: PhoneRendition = 'main'): KeptSegment => ({
  publisher: 'P',
  number,
  rendition,
  startMs: 2_000 * number,
  durationMs: 2_000,
});

describe('the order of sending', () => {
  const numbers = [3, 1, 2].map((number) => segment(number));

  test('[G-PHONE-3] is the newest first while live, the rest behind it', () => {
    expect(chooseNext(numbers, { sending: [], isLive: true })?.number).toBe(3);
    // An older one does not take the line from the newest.
    expect(chooseNext(numbers, { sending: [segment(4)], isLive: true })).toBeUndefined();
    // A newer one does not wait for an older one.
    expect(chooseNext([...numbers, segment(5)], { sending: [segment(4)], isLive: true })?.number).toBe(5);
    expect(chooseNext([segment(6)], { sending: [segment(4), segment(5)], isLive: true })).toBeUndefined();
  });

  test('[G-PHONE-4] is the smaller rendition of the newest first, with the other on a good line only', () => {
    const both = [segment(4), segment(5), segment(5, 'small'), segment(4, 'small')];
    const first = chooseNext(both, { sending: [], isLive: true });
    expect(first).toMatchObject({ number: 5, rendition: 'small' });
    const left = both.filter((one) => one !== first);
    const sending = [segment(5, 'small')];
    expect(chooseNext(left, { sending, isLive: true })).toMatchObject({ number: 5, rendition: 'main' });
    expect(chooseNext(left, { sending, isLive: true, isWeak: true })).toBeUndefined();
  });

  test('[G-PHONE-4] leaves out a smaller one that is too late for the live', () => {
    const sender = createSender([0, 1]);
    sender.kept.set(7, { ...segment(7, 'small'), startMs: 0 });
    sender.time.now = 2_000 + 12_001;
    sender.uploader.next();
    expect([...sender.kept.keys()]).toEqual([0, 1]);
  });

  test('is the oldest first after the end, two at a time', () => {
    expect(chooseNext(numbers, { sending: [], isLive: false })?.number).toBe(1);
    expect(chooseNext(numbers, { sending: [segment(0)], isLive: false })?.number).toBe(1);
    expect(chooseNext([], { sending: [], isLive: false })).toBeUndefined();
  });
});

test('the line is measured while something is sent, over the last seconds', () => {
  const meter = new LineMeter();
  expect(meter.measure(0)).toBeUndefined();
  meter.begin(1_000);
  meter.add(100_000, 1_500);
  meter.add(100_000, 2_000);
  meter.end(2_000);
  // Waiting does not count.
  expect(meter.measure(5_000)).toBe(1_600_000);
  expect(meter.measure(20_000)).toBeUndefined();
});

describe('the line before the live', () => {
  const probe = { bytes: 600_000, url: '', headers: {}, now: 0 };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const measure = async (openProbe: () => Promise<typeof probe>, put: PutObject) => {
    const measured = measureLine(openProbe, put);
    await vi.advanceTimersByTimeAsync(10_000);
    return measured;
  };
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test('[G-PHONE-1] is measured by bytes on the way of a segment, until their answer', async () => {
    const bitrate = await measure(
      async () => probe,
      async (_, bytes, onProgress) => {
        // The modem takes all at once.
        onProgress(bytes.length);
        await sleep(2_000);
        return { status: 200, etag: null };
      },
    );
    expect(Math.round((bitrate ?? 0) / 1e5)).toBe(24);
  });

  test('[G-PHONE-1] counts the bytes sent within some seconds on a slow line', async () => {
    const bitrate = await measure(
      async () => probe,
      async (_, __, onProgress) => {
        for (let second = 0; second < 20; second += 1) {
          await sleep(1_000);
          onProgress(12_500);
        }
        return { status: 200, etag: null };
      },
    );
    expect((bitrate ?? 0) / 1e5).toBeGreaterThan(0.8);
    expect((bitrate ?? 0) / 1e5).toBeLessThan(1.3);
  });

  test('[G-PHONE-1] is unknown without a line', async () => {
    const fail = () => Promise.reject(new ScorerApiError(0, ''));
    expect(await measure(fail, fail)).toBeUndefined();
  });

  test.each([
    [20e6, 0],
    [2.3e6, 1],
    [1.4e6, 2],
    [0.6e6, 5],
    [0.1e6, 5],
  ])('[G-PHONE-1] decides the quality with which the live begins: %d bit/s', (line, index) => {
    expect(new Ladder().begin(line)).toBe(rungs[index]);
  });
});

describe('the ladder', () => {
  const good: Observation = { offered: 30, encoded: 30, delayMs: 20, lineBitrate: 20e6, isLate: false };
  const repeat = (ladder: Ladder, seen: Observation, times: number) => {
    for (let index = 0; index < times; index += 1) ladder.observe(seen);
    return ladder.rung;
  };

  test('[G-PHONE-2] stays at the best while all is well, and without a line', () => {
    expect(repeat(new Ladder(), good, 50)).toBe(rungs[0]);
    expect(repeat(new Ladder(), { ...good, lineBitrate: undefined, isLate: true }, 50)).toBe(rungs[0]);
  });

  test('[G-PHONE-2] steps down to the line’s bandwidth, and up again after a while', () => {
    const ladder = new Ladder();
    const weak = { ...good, lineBitrate: 1.5e6, isLate: true };
    expect(ladder.observe(weak)).toBe(rungs[0]);
    expect(ladder.observe(weak)).toBe(rungs[2]);
    expect(repeat(ladder, { ...good, lineBitrate: 1.5e6 }, 40)).toBe(rungs[2]);
    expect(repeat(ladder, good, 12)).toBe(rungs[1]);
    expect(repeat(ladder, good, 12)).toBe(rungs[0]);
  });

  test('[G-PHONE-2] makes the picture smaller where the encoder is too slow', () => {
    const ladder = new Ladder();
    expect(repeat(ladder, { ...good, encoded: 14 }, 2).height).toBe(540);
    expect(repeat(ladder, { ...good, delayMs: 900 }, 2).height).toBe(360);
    expect(repeat(ladder, { ...good, delayMs: 900 }, 20)).toBe(rungs.at(-1));
  });

  test('waits longer for the next step up after one that failed', () => {
    const ladder = new Ladder(1);
    repeat(ladder, good, 12);
    expect(ladder.rung).toBe(rungs[0]);
    repeat(ladder, { ...good, lineBitrate: 2.2e6, isLate: true }, 2);
    expect(ladder.rung).toBe(rungs[1]);
    expect(repeat(ladder, good, 23)).toBe(rungs[1]);
    expect(repeat(ladder, good, 1)).toBe(rungs[0]);
  });

  test('keeps 16:9 and a legal size at each rung', () => {
    for (const { width, height, rate } of rungs) {
      expect(width / height).toBeCloseTo(16 / 9, 5);
      expect([width % 2, height % 2, rate <= 30]).toEqual([0, 0, true]);
    }
  });
});

/** A store in memory, and a bucket and server whose answers a test chooses. */
function createSender(numbers: number[]) {
  const kept = new Map(numbers.map((number) => [number, segment(number)]));
  const puts: number[] = [];
  const [time, failing] = [{ now: 0 }, { reads: 0 }];
  const pictures: (number | undefined)[] = [];
  const reports: [number, string | null | undefined][] = [];
  const answers = {
    upload: async () => undefined as unknown,
    put: async (): Promise<PutAnswer> => ({ status: 200, etag: '"e"' }),
    report: async () => ({ state: 'LISTED', code: null }) as { state: string; code: string | null },
  };
  const store = {
    get segments() {
      return [...kept.values()];
    },
    read: async () => {
      if (failing.reads > 0) {
        failing.reads -= 1;
        throw new DOMException('The file is open', 'NoModificationAllowedError');
      }
      return [];
    },
    noteSent: ({ number }: KeptSegment, etag: string | null) => Object.assign(kept.get(number) ?? {}, { etag }),
    noteMissing: ({ number }: KeptSegment) => delete kept.get(number)?.etag,
    forget: async ({ number }: KeptSegment) => void kept.delete(number),
  } as unknown as SegmentStore;
  const uploader = new Uploader({
    store,
    api: {
      requestUpload: async ({ number, rendition }) => {
        await answers.upload();
        return { number, rendition, url: String(number), headers: {} };
      },
      report: async ({ number, rendition, etag }, picture) => {
        reports.push([number, etag]);
        if (picture) pictures.push(number);
        return { number, rendition, ...(await answers.report()) } as SegmentResult;
      },
    },
    put: async ({ url }) => {
      puts.push(Number(url));
      return answers.put();
    },
    pack: async () => new Uint8Array(10),
    takePicture: async () => 'cGljdHVyZQ==',
    onChange: () => undefined,
    readTime: () => time.now,
  });
  return {
    uploader,
    kept,
    puts,
    reports,
    answers,
    time,
    failing,
    pictures,
    run: (ms = 100) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe('the second rendition', () => {
  const easy: Observation = { offered: 30, encoded: 30, delayMs: 40, lineBitrate: 9e6, isLate: false };
  const [best, , , , weakest] = rungs;
  if (!best || !weakest) throw new Error('no rungs');
  const observe = (second: SecondRendition, seen: Observation, times: number, rung = best) =>
    Array.from({ length: times }, () => second.observe(seen, rung)).at(-1);

  test('[G-PHONE-4] begins once the main one is easy for phone and line, and is given up first', () => {
    const second = new SecondRendition();
    expect(observe(second, easy, 5)).toBe(false);
    expect(observe(second, easy, 1)).toBe(true);
    expect(observe(second, { ...easy, delayMs: 300 }, 20)).toBe(true);
    // A weak line keeps it: it is sent before the main one.
    expect(observe(second, { ...easy, lineBitrate: 1e6, isLate: true }, 20)).toBe(true);
    expect(observe(second, { ...easy, encoded: 25 }, 1)).toBe(false);
    // The next attempt waits longer.
    expect(observe(second, easy, 11)).toBe(false);
    expect(observe(second, easy, 1)).toBe(true);
    expect(observe(second, easy, 1, weakest)).toBe(false);
  });

  test.each([
    ['the encoder has no room', { delayMs: 200 }],
    ['pictures are left out', { encoded: 27 }],
    ['the line carries one', { lineBitrate: 3.5e6 }],
  ])('[G-PHONE-4] does not begin where %s', (_, changes) => {
    expect(observe(new SecondRendition(), { ...easy, ...changes }, 50)).toBe(false);
  });
});

describe('sending', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('[G-PHONE-3] keeps a segment whose file does not open now, and sends it later', async () => {
    const sender = createSender([0]);
    sender.failing.reads = 1;
    sender.uploader.next();
    await sender.run();
    expect([sender.kept.has(0), sender.uploader.refused]).toEqual([true, []]);
    await sender.run(31_000);
    expect([sender.puts, sender.kept.has(0)]).toEqual([[0], false]);
  });

  test('[G-PHONE-4] sends a picture with the newest segment twice a minute, and none with old ones', async () => {
    const sender = createSender([]);
    sender.uploader.isLive = true;
    for (let number = 0; number < 20; number += 1) {
      sender.kept.set(number, segment(number));
      sender.time.now = segment(number).startMs + 2_500;
      sender.uploader.next();
      await sender.run(2_000);
    }
    expect(sender.pictures).toEqual([0, 15]);
    sender.kept.set(20, segment(20));
    sender.time.now = segment(20).startMs + 60_000;
    sender.uploader.next();
    await sender.run();
    expect(sender.pictures).toEqual([0, 15]);
  });

  test('[G-PHONE-3] forgets a segment only after the server has listed it', async () => {
    const sender = createSender([0, 1, 2]);
    let list = (_: { state: string; code: null }) => {};
    sender.answers.report = () => new Promise((resolve) => (list = resolve));
    sender.uploader.next();
    await sender.run();
    expect(sender.puts).toEqual([0, 1]);
    expect(sender.kept.size).toBe(3);
    sender.answers.report = async () => ({ state: 'LISTED', code: null });
    list({ state: 'LISTED', code: null });
    await sender.run();
    expect(sender.puts).toEqual([0, 1, 2]);
    expect([...sender.kept.keys()]).toEqual([0]);
  });

  test('[G-PHONE-7] reports segments that the bucket has already (412), with an unknown ETag', async () => {
    const sender = createSender([0]);
    sender.answers.put = async () => ({ status: 412, etag: null });
    sender.uploader.next();
    await sender.run();
    expect(sender.reports).toEqual([[0, null]]);
    expect(sender.kept.size).toBe(0);
  });

  test('tries again while the same object is being written (409), after server errors and without a line', async () => {
    for (const failure of [
      async () => ({ status: 409, etag: null }),
      async () => ({ status: 503, etag: null }),
      () => Promise.reject(new Error()),
    ]) {
      const sender = createSender([0]);
      sender.answers.put = failure;
      sender.uploader.next();
      await sender.run();
      expect([sender.kept.size, sender.uploader.connection]).toEqual([1, 'offline']);
      sender.answers.put = async () => ({ status: 200, etag: '"e"' });
      await sender.run(2_000);
      expect([sender.kept.size, sender.uploader.connection]).toEqual([0, 'online']);
    }
  });

  test('[G-PHONE-5] keeps what was filmed after a mistaken whistle, and asks once in half a minute', async () => {
    const sender = createSender([0]);
    sender.uploader.isLive = true;
    const refuse = () => Promise.reject(new ScorerApiError(409, 'Según el marcador'));
    sender.answers.report = refuse;
    for (let number = 1; number < 10; number += 1) {
      sender.kept.set(number, segment(number));
      sender.uploader.next();
      await sender.run(2_000);
    }
    expect(sender.uploader.delay).toBe('Según el marcador');
    const { length } = sender.reports;
    await sender.run(60_000);
    expect(sender.reports.length - length).toBeLessThanOrEqual(4);
    sender.answers.report = async () => ({ state: 'LISTED', code: null });
    await sender.run(90_000);
    expect([sender.kept.size, sender.uploader.refused, sender.uploader.delay]).toEqual([0, [], '']);
  });

  test('tries at once when the line is back', async () => {
    const sender = createSender([0]);
    sender.answers.upload = () => Promise.reject(new ScorerApiError(0, 'Sin conexión'));
    sender.uploader.next();
    await sender.run(60_000);
    const before = sender.kept.size;
    sender.answers.upload = async () => undefined;
    sender.uploader.succeed();
    await sender.run(10);
    expect([before, sender.kept.size]).toEqual([1, 0]);
  });

  test('sends segments again that the bucket lacks', async () => {
    const sender = createSender([0]);
    sender.answers.report = async () => ({ state: sender.puts.length < 2 ? 'MISSING' : 'LISTED', code: null });
    sender.uploader.next();
    await sender.run(5_000);
    expect(sender.puts).toEqual([0, 0]);
    expect(sender.kept.size).toBe(0);
  });

  test('[G-PHONE-7] drops segments that the server rejects for good, and reports the code', async () => {
    const sender = createSender([0]);
    sender.answers.report = async () => ({ state: 'REFUSED', code: 'SLOT' });
    sender.uploader.next();
    await sender.run();
    expect(sender.kept.size).toBe(0);
    expect(sender.uploader.refused).toEqual([{ number: 0, code: 'SLOT' }]);
  });

  test('lets no segment stand in the others’ way', async () => {
    const sender = createSender([0, 1]);
    sender.answers.put = async () => ({ status: sender.puts.at(-1) === 0 ? 400 : 200, etag: '"e"' });
    sender.uploader.next();
    await sender.run();
    expect([...sender.kept.keys()]).toEqual([0]);
    sender.answers.put = async () => ({ status: 200, etag: '"e"' });
    await sender.run(40_000);
    expect(sender.kept.size).toBe(0);
  });

  test('says whether the session or the link has ended, and keeps all', async () => {
    for (const [status, connection] of [
      [401, 'login'],
      [403, 'gone'],
    ] as const) {
      const sender = createSender([0]);
      sender.answers.upload = () => Promise.reject(new ScorerApiError(status, 'Este enlace ya no vale.'));
      sender.uploader.next();
      await sender.run();
      expect([sender.uploader.connection, sender.kept.size]).toEqual([connection, 1]);
    }
  });
});
