/** Tests of the segments that a phone keeps through kills and full disks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slotStart, toSlot } from '../../../shared/domain/phone-segments.ts';
import type { Packet } from '../../../web/features/broadcast/phone/encode/packet.ts';
import type { Files, SyncFile } from '../../../web/features/broadcast/phone/keep/files.ts';
import { joinBytes } from '../../../web/features/broadcast/phone/keep/files.ts';
import { SavedState } from '../../../web/features/broadcast/phone/keep/saved-state.ts';
import { readIndex, writeLine } from '../../../web/features/broadcast/phone/keep/segment-index.ts';
import { SegmentStore } from '../../../web/features/broadcast/phone/keep/segment-store.ts';
import { cases } from '../../support/test-profile.ts';

const publisher = '01KPHONE';
const key = (number: number) => ({ publisher, number, rendition: 'main' as const });
const at = (index: number) => 1_000_000 + 3_000 * index;
const picture = (index: number, isKey = false): Packet => ({
  track: 'picture',
  isKey,
  at: at(index),
  data: new Uint8Array([index & 255, 1, 2]),
});

/** A disk with a size; `kill` ends all writing in the middle of the last write, as a dead battery does. */
class Disk {
  room = Number.POSITIVE_INFINITY;
  /** Files open only after this. */
  slow: Promise<void> | undefined;
  contents = new Map<string, Uint8Array>();
  readonly open = new Set<string>();
  #isDead = false;
  #last: string | undefined;

  /** Returns the disk after a kill that tore up to `torn` bytes off the last write. */
  kill(torn: number): Disk {
    this.#isDead = true;
    const next = new Disk();
    next.contents = new Map(this.contents);
    const last = this.#last === undefined ? undefined : next.contents.get(this.#last);
    if (this.#last !== undefined && last)
      next.contents.set(this.#last, last.subarray(0, Math.max(0, last.length - torn)));
    return next;
  }

  get files(): Files {
    return {
      open: async (name) => {
        const file = this.#openFile(name);
        await this.slow;
        return file;
      },
      remove: async (name) => {
        if (this.open.has(name)) throw new DOMException('Locked', 'NoModificationAllowedError');
        if (!this.#isDead) this.contents.delete(name);
      },
      names: async () => [...this.contents.keys()],
    };
  }

  #openFile(name: string): SyncFile {
    if (this.open.has(name)) throw new DOMException('Locked', 'NoModificationAllowedError');
    if (!this.contents.has(name)) this.contents.set(name, new Uint8Array());
    this.open.add(name);
    return {
      read: () => this.contents.get(name) ?? new Uint8Array(),
      append: (bytes) => {
        if (this.#isDead) return;
        if (bytes.length > this.room) throw new DOMException('Full', 'QuotaExceededError');
        this.room -= bytes.length;
        this.contents.set(name, joinBytes([this.contents.get(name) ?? new Uint8Array(), bytes]));
        this.#last = name;
      },
      flush: () => undefined,
      close: () => void this.open.delete(name),
    };
  }
}

const openStore = (disk: Disk) => SegmentStore.open(disk.files, () => undefined);

/** Waits for files that a store opens by the way. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function writeSegment(store: SegmentStore, number: number, count = 3): Promise<void> {
  const sink = store.createSink({ publisher, rendition: 'main' });
  sink.begin(number);
  await settle();
  for (let index = 0; index < count; index += 1) sink.append(number, picture(100 * number + index, index === 0));
  sink.end(number, { startMs: at(100 * number) / 90, durationMs: 100 });
}

test('[G-PHONE-3] the index loses its last line at most', () => {
  const lines = [
    writeLine({ is: 'kept', ...key(0), startMs: 1, durationMs: 2 }),
    writeLine({ is: 'sent', ...key(0), etag: '"a"' }),
    writeLine({ is: 'kept', ...key(1), startMs: 3, durationMs: 4 }),
    writeLine({ is: 'done', ...key(0) }),
  ].join('');
  expect(readIndex(lines).segments).toEqual([{ ...key(1), startMs: 3, durationMs: 4 }]);
  expect(readIndex(lines.slice(0, -5)).segments).toEqual([
    { ...key(0), startMs: 1, durationMs: 2, etag: '"a"' },
    { ...key(1), startMs: 3, durationMs: 4 },
  ]);
  expect(readIndex('null\n{}\nnonsense\n').segments).toEqual([]);
});

describe('the state', () => {
  test('[G-PHONE-3] is there after a kill in the next moment, or as it was before', async () => {
    const disk = new Disk();
    const state = await SavedState.open(disk.files);
    expect(state.current).toEqual({ isLive: false });
    state.change({ publisher: 'P' });
    state.change({ isLive: true });
    const torn = disk.kill(4);
    const before = await SavedState.open(torn.files);
    expect(before.current).toEqual({ isLive: false, publisher: 'P' });
    before.change({ isLive: true });
    expect((await SavedState.open(torn.kill(0).files)).current).toEqual({ isLive: true, publisher: 'P' });
  });

  test('[G-PHONE-3] tells the server the end of a broadcast, though the page was killed while it ended', async () => {
    const disk = new Disk();
    const state = await SavedState.open(disk.files);
    state.change({ isLive: true, publisher: 'P' });
    state.change({ isLive: false, hasEnded: true });
    const { current } = await SavedState.open(disk.kill(0).files);
    expect(current).toEqual({ isLive: false, hasEnded: true, ending: 'P' });
  });
});

describe('the store', () => {
  test('[G-PHONE-3] moves segments filmed by the phone’s own clock once, after a kill too', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    await writeSegment(store, 0);
    store.isAssumed = true;
    await writeSegment(store, 1);
    store.createSink({ publisher, rendition: 'main' }).begin(2);
    await settle();
    store.createSink({ publisher, rendition: 'main' }).append(2, picture(200, true));
    const killed = disk.kill(0);
    const again = await SegmentStore.open(killed.files, () => undefined, true);
    expect(again.segments.map(({ isAssumed = false }) => isAssumed)).toEqual([false, true, true]);
    again.moveAssumed(-4_000);
    const check = async (last: SegmentStore) => {
      const moves = last.segments.map(({ movedMs = 0, isAssumed }) => [movedMs, isAssumed]);
      expect(moves).toEqual([
        [0, undefined],
        [-4_000, undefined],
        [-4_000, undefined],
      ]);
      expect((await last.read(key(1)))[0]?.at).toBe(at(100) - 360_000);
      expect(last.segments[2]?.startMs).toBe(Math.round(at(200) / 90) - 4_000);
    };
    await check(again);
    const third = await openStore(killed.kill(0));
    await check(third);
    third.moveAssumed(-4_000);
    await check(third);
  });

  test('[G-PHONE-3] keeps a segment until the server has settled it', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    await writeSegment(store, 0);
    await writeSegment(store, 1);
    store.noteSent(key(0), '"a"');
    const again = await openStore(disk.kill(0));
    expect(again.segments.map(({ number, etag }) => [number, etag])).toEqual([
      [0, '"a"'],
      [1, undefined],
    ]);
    expect(await again.read(key(1))).toHaveLength(3);
    await again.forget(key(0));
    expect(again.segments.map(({ number }) => number)).toEqual([1]);
    expect(again.findNext(publisher)).toBe(2);
    expect(again.findNext('other')).toBe(0);
  });

  test('[G-PHONE-3] finds the segment that a killed page was writing, with all pictures but the torn one', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    const sink = store.createSink({ publisher, rendition: 'main' });
    await store.prepare(key(0));
    sink.begin(0);
    for (let index = 0; index < 40; index += 1) sink.append(0, picture(index, index === 0));
    const again = await openStore(disk.kill(2));
    expect(await again.read(key(0))).toHaveLength(39);
    expect(again.segments).toEqual([{ ...key(0), startMs: Math.round(at(0) / 90), durationMs: 1_300 }]);
    expect(again.findNext(publisher)).toBe(1);
  });

  test('[G-PHONE-3] knows which slots are free, whatever has been sent, after a kill too', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    expect(store.findFreeFrom(publisher)).toBeUndefined();
    await writeSegment(store, 0);
    const free = slotStart(toSlot(at(0) / 90) + 1);
    expect(store.findFreeFrom(publisher)).toBe(free);
    await store.forget(key(0));
    expect((await openStore(disk.kill(0))).findFreeFrom(publisher)).toBe(free);
  });

  test('takes numbers of empty files again, which it opens in advance', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    await writeSegment(store, 0);
    await settle();
    const again = await openStore(disk.kill(0));
    expect(again.findNext(publisher)).toBe(1);
    expect(again.segments).toHaveLength(1);
  });

  test('[G-PHONE-3] writes pictures that came before a slow disk had opened their file, in progress and ended', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    let open = (): void => undefined;
    disk.slow = new Promise((resolve) => {
      open = resolve;
    });
    const sink = store.createSink({ publisher, rendition: 'main' });
    for (const number of [0, 1]) {
      sink.begin(number);
      sink.append(number, picture(number, true));
      if (number === 0) sink.end(0, { startMs: at(0) / 90, durationMs: 33 });
    }
    expect((await store.read(key(0))).map(({ at: time }) => time)).toEqual([at(0)]);
    open();
    await settle();
    expect(store.isFull).toBe(false);
    sink.append(1, picture(2));
    const again = await openStore(disk.kill(0));
    const kept = await Promise.all(again.segments.map((segment) => again.read(segment)));
    expect(kept.map((packets) => packets.map(({ at: time }) => time))).toEqual([[at(0)], [at(1), at(2)]]);
  });

  test('[G-PHONE-3] writes what the browser refused for a moment with the next picture', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    const sink = store.createSink({ publisher, rendition: 'main' });
    sink.begin(0);
    await settle();
    sink.append(0, picture(0, true));
    disk.room = 0;
    sink.append(0, picture(1));
    expect(store.isFull).toBe(true);
    disk.room = Number.POSITIVE_INFINITY;
    sink.append(0, picture(2));
    const again = await openStore(disk.kill(0));
    expect((await again.read(key(0))).map(({ at: time }) => time)).toEqual([at(0), at(1), at(2)]);
  });

  test('[G-PHONE-6] goes on in memory while the disk is full, and says so', async () => {
    const disk = new Disk();
    const store = await openStore(disk);
    await writeSegment(store, 0);
    disk.room = 50;
    await writeSegment(store, 1, 10);
    expect(store.isFull).toBe(true);
    expect((await store.read(key(1))).map(({ at: time }) => time)).toEqual(
      Array.from({ length: 10 }, (_, index) => at(100 + index)),
    );
    expect(store.segments.map(({ number }) => number)).toEqual([0, 1]);
    disk.room = Number.POSITIVE_INFINITY;
    await store.forget(key(0));
    await store.forget(key(1));
    expect(store.isFull).toBe(false);
  });

  test('[G-PHONE-3] loses no picture and doubles none, wherever the page is killed', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constant('picture' as const) },
      { weight: 2, arbitrary: fc.constant('segment' as const) },
      { weight: 2, arbitrary: fc.constant('settle' as const) },
      { weight: 1, arbitrary: fc.constant('kill' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let disk = new Disk();
        let store = await openStore(disk);
        let sink = store.createSink({ publisher, rendition: 'main' });
        let number: number | undefined;
        let [written, first] = [0, 0];
        const settled: number[] = [];
        const end = () => {
          if (number !== undefined) sink.end(number, { startMs: at(first) / 90, durationMs: 33 * (written - first) });
          number = undefined;
        };
        for (const one of [...steps, 'kill']) {
          if (one === 'picture') {
            if (number === undefined) {
              number = store.findNext(publisher);
              first = written;
              sink.begin(number);
              await settle();
            }
            sink.append(number, picture(written, written === first));
            written += 1;
          } else if (one === 'segment') end();
          else if (one === 'settle') {
            const [segment] = store.segments;
            if (segment) {
              settled.push(...(await store.read(segment)).map(({ at: time }) => time));
              await store.forget(segment);
            }
          } else {
            disk = disk.kill(0);
            store = await openStore(disk);
            sink = store.createSink({ publisher, rendition: 'main' });
            number = undefined;
          }
        }
        const kept = (await Promise.all(store.segments.map((segment) => store.read(segment)))).flat();
        expect([...settled, ...kept.map(({ at: time }) => time)].sort((a, b) => a - b)).toEqual(
          Array.from({ length: written }, (_, index) => at(index)),
        );
      }),
      cases(60),
    );
  });
});
