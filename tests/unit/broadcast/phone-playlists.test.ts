/** Playlists of a phone's broadcast: the live window, the whole broadcast, the recording. */
import { describe, expect, test } from 'vitest';
import type { ListedSegment } from '../../../functions/broadcast/phone/listed-slots.ts';
import {
  buildGrowingPlaylist,
  buildLiveMaster,
  buildLivePlaylist,
  buildMasterPlaylist,
  buildRecordedPlaylist,
  selectOnTime,
} from '../../../functions/broadcast/phone/playlists.ts';

const fromSlot = 900_000_000;
const part = { id: 'part', fromSlot };
const start = fromSlot * 2000;
const slotEnd = (slot: number) => start + 2000 * (slot + 1);

interface Given {
  /** Milliseconds after the end of its slot at which it is listed. */
  after?: number;
  form?: string;
  startMs?: number;
  durationMs?: number;
}

const segment = (slot: number, { after = 500, form = 'a', ...more }: Given = {}): ListedSegment => ({
  startMs: start + 2000 * slot,
  durationMs: 2000,
  bytes: 500_000,
  width: 1280,
  height: 720,
  framesPerSecond: 30,
  codecs: 'avc1.42e01f,mp4a.40.2',
  form,
  number: slot,
  listedAt: slotEnd(slot) + after,
  ...more,
});

const list = (slots: readonly (number | [number, Given])[]) =>
  new Map(
    slots.map((one) => {
      const [slot, given] = typeof one === 'number' ? [one, {}] : one;
      return [fromSlot + slot, segment(slot, given)] as const;
    }),
  );
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Segments that were listed at a time. */
const listedAt = (segments: ReadonlyMap<number, ListedSegment>, now: number) =>
  new Map([...segments].filter(([, { listedAt }]) => listedAt <= now));

const live = (
  segments: ReadonlyMap<number, ListedSegment>,
  now: number,
  withdrawn = [] as { from: number; to: number }[],
) => buildLivePlaylist({ part, segments: listedAt(segments, now), now }, { withdrawn, isOver: false });
const read = (playlist = '') => ({
  sequence: Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]),
  discontinuity: Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(playlist)?.[1]),
  entries: [...playlist.matchAll(/^(?!#)(\S+)$/gm)].map(([, uri = '']) => (uri.startsWith('gap') ? 'gap' : uri)),
  seconds: [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, value]) => Number(value)),
});

describe('the live playlist of a phone', () => {
  test('[G-PHONE-4] is a window of the newest segments, whose sequence is the number of its first slot', () => {
    const segments = list(range(0, 30));
    const found = live(segments, slotEnd(30) + 600) ?? '';
    expect(read(found)).toMatchObject({ sequence: 21, discontinuity: 0 });
    expect(read(found).entries).toEqual(range(21, 30).map((slot) => `${slot}-${slot}.ts`));
    expect(found).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(start + 42_000).toISOString()}\n#EXTINF:2.000,`);
    expect(found).toContain('#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:2\n');
    expect(found).not.toContain('ENDLIST');
  });

  test('[G-PHONE-4] waits 6 s for a segment, and shows a gap then', () => {
    const segments = list([...range(0, 10), ...range(12, 20)]);
    expect(read(live(segments, slotEnd(13) + 600)).entries.at(-1)).toBe('10-10.ts');
    expect(read(live(segments, slotEnd(11) + 5_999)).entries.at(-1)).toBe('10-10.ts');
    const after = read(live(segments, slotEnd(11) + 6_000));
    expect(after.entries.slice(-4)).toEqual(['10-10.ts', 'gap', '12-12.ts', '13-13.ts']);
    expect(after.seconds.every((one) => one < 2.5)).toBe(true);
  });

  test('[G-PHONE-4] never begins with a gap, nor with a segment that took the place of one', () => {
    const late = [5, { after: 60_000 }] as [number, Given];
    const segments = list([...range(0, 4), late, ...range(6, 60)]);
    // The window would begin with the gap, and once it is filled still does not go back.
    expect(read(live(segments, slotEnd(14) + 600))).toMatchObject({ sequence: 6 });
    for (let slot = 1; slot < 60; slot += 1)
      expect(read(live(segments, slotEnd(slot) + 600)).entries[0]).not.toBe('gap');
    expect(selectOnTime(segments).has(fromSlot + 5)).toBe(false);
  });

  test('[G-PHONE-4] fills a gap with a late segment where it still lies in the window', () => {
    const segments = list([...range(0, 10), [11, { after: 9_000 }], ...range(12, 20)]);
    expect(read(live(segments, slotEnd(11) + 8_900)).entries).toContain('gap');
    const after = read(live(segments, slotEnd(11) + 9_100));
    expect(after.entries).not.toContain('gap');
    expect(after.entries).toContain('11-11.ts');
  });

  test('[G-PHONE-2] begins anew only where the form changes, also for who joins later', () => {
    const segments = list([...range(0, 10), ...range(11, 40).map((slot) => [slot, { form: 'b' }] as [number, Given])]);
    const during = live(segments, slotEnd(14) + 600) ?? '';
    expect(during.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
    expect(during.indexOf('#EXT-X-DISCONTINUITY\n')).toBeGreaterThan(during.indexOf('10-10.ts'));
    expect(read(during).discontinuity).toBe(0);
    expect(read(live(segments, slotEnd(30) + 600)).discontinuity).toBe(1);
  });

  test('[G-PHONE-4] shows a gap instead of what was taken out', () => {
    const withdrawn = [{ from: start + 25_000, to: start + 27_000 }];
    const found = read(live(list(range(0, 20)), slotEnd(20) + 600, withdrawn));
    expect(found.entries).toEqual(['11-11.ts', 'gap', 'gap', ...range(14, 20).map((slot) => `${slot}-${slot}.ts`)]);
  });

  test('[G-PHONE-3] has one time line over a reload that lost some seconds', () => {
    const again = { startMs: start + 2000 * 15 + 700, durationMs: 1300 };
    const segments = list([...range(0, 10), [15, again], ...range(16, 20)]);
    const found = read(live(segments, slotEnd(20) + 600));
    expect(found.sequence).toBe(15);
    const whole = buildGrowingPlaylist({ part, segments, now: slotEnd(20) + 600 });
    const { seconds, entries } = read(whole);
    expect(entries.slice(10, 17)).toEqual(['10-10.ts', 'gap', 'gap', 'gap', 'gap', '15-15.ts', '16-16.ts']);
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBeCloseTo(42, 2);
  });

  test('[G-PHONE-4] never goes back, and no gap is young, over thousands of orders of arrival', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 20; round += 1) {
      const given = range(0, 60).filter(() => random() > 0.1);
      const segments = list(given.map((slot) => [slot, { after: random() < 0.7 ? 500 : random() * 30_000 }]));
      let [last, lastEnd] = [0, 0];
      for (let now = start; now < slotEnd(90); now += 500) {
        const playlist = live(segments, now);
        if (!playlist) continue;
        const { sequence, entries } = read(playlist);
        expect(sequence).toBeGreaterThanOrEqual(last);
        expect(sequence + entries.length).toBeGreaterThanOrEqual(lastEnd);
        expect([entries[0], entries.at(-1)]).not.toContain('gap');
        for (const [index, entry] of entries.entries())
          if (entry === 'gap') expect(now).toBeGreaterThanOrEqual(slotEnd(sequence + index) + 6_000);
        [last, lastEnd] = [sequence, sequence + entries.length];
      }
    }
  });
});

describe('the other playlists of a phone', () => {
  test('[G-PHONE-3] the recording has all segments, no gaps, and marks where time does not follow on', () => {
    const segments = list([...range(0, 3), [4, { after: 3_600_000 }], ...range(7, 9)]);
    const recorded = buildRecordedPlaylist(part, segments);
    expect(read(recorded).entries).toEqual([...range(0, 4), ...range(7, 9)].map((slot) => `${slot}-${slot}.ts`));
    expect(recorded).not.toContain('GAP');
    expect(recorded.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  });

  test('[G-PHONE-4] the master names one rendition, or two while the phone sends both', () => {
    const slots = range(0, 9).map((slot) => ({ slot: fromSlot + slot, main: segment(slot) }));
    const alone = [
      '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=2000000,CODECS="avc1.42e01f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000',
      'main_live/playlist.m3u8\n',
    ].join('\n');
    expect(buildLiveMaster(slots, '_live')).toBe(alone);
    const small = { ...segment(0), width: 640, height: 360, bytes: 100_000 };
    const withSmall = (from: number, to: number) =>
      slots.map((one) => ({ ...one, ...(one.slot >= fromSlot + from && one.slot <= fromSlot + to && { small }) }));
    const both = buildLiveMaster(withSmall(4, 9), '_live') ?? '';
    expect(both).toContain('BANDWIDTH=400000');
    expect(both).toContain('small_live/playlist.m3u8');
    // One that the phone has given up.
    expect(buildLiveMaster(withSmall(0, 4), '_live')).toBe(alone);
    // The main rendition is recorded, and viewers rewind in it.
    expect(buildMasterPlaylist(withSmall(0, 9))).toBe(alone.replace('main_live', 'main'));
    expect(buildMasterPlaylist([])).toBeUndefined();
  });

  test('[G-PHONE-4] a rendition that the phone has given up ends in gaps, at which players change to the main one', () => {
    const main = list(range(0, 20));
    const small = list(range(4, 10));
    const now = slotEnd(16) + 600;
    const found = buildLivePlaylist(
      { part, segments: small, main: listedAt(main, now), now },
      { withdrawn: [], isOver: false },
    );
    // A gap is at least 6 s old here too.
    expect(read(found).entries).toEqual([...range(4, 10).map((slot) => `${slot}-${slot}.ts`), 'gap', 'gap', 'gap']);
    expect(read(found).sequence).toBe(4);
    expect(found).not.toContain('ENDLIST');
  });
});
