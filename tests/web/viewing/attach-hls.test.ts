/** The player's reactions to hls.js errors; the end-to-end tests cause such errors with real video. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeHls } from './fake-hls.ts';

vi.mock('hls.js/light', async () => ({ default: (await import('./fake-hls.ts')).FakeHls }));

const { attachHls } = await import('../../../web/player/attach-hls.ts');
const { storeBandwidth } = await import('../../../web/player/media-prefetch.ts');

const address = (token: string) => `https://media.test/vods/1/hls/index.m3u8?token=${token}`;
const on = { onProblem: vi.fn(), onInterrupted: vi.fn(), renew: vi.fn(), onRenditions: vi.fn() };
const getPlayer = () => FakeHls.instances.at(-1)!;
let video: HTMLVideoElement;
let detach: () => void = () => undefined;

function start(live = false, startAt?: number) {
  video = document.createElement('video');
  video.play = async () => undefined;
  video.pause = () => undefined;
  detach = attachHls(video, { url: address('old'), live, ...(startAt && { startAt }) }, on);
  return getPlayer();
}

function findRequestedUrl(hls: FakeHls, wanted: string): string {
  const open = vi.fn();
  hls.config.xhrSetup({ open }, wanted);
  return open.mock.calls[0]?.[1];
}

beforeEach(() => {
  vi.useFakeTimers();
  // Resource timing exists neither in jsdom nor in fake timers.
  vi.stubGlobal('performance', Object.assign(Object.create(performance), { getEntriesByType: () => [] }));
  on.renew.mockResolvedValue(address('new'));
});
afterEach(() => {
  detach();
  FakeHls.instances = [];
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a recording', () => {
  test('stops and reports that another device is watching', () => {
    const hls = start();
    hls.emit('error', { response: { code: 409 } });
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('conflict');
    expect(hls.destroyed).toBe(true);
  });

  test('renews an expired token of a playlist or key without interrupting playback', async () => {
    const hls = start();
    const key = 'https://media.test/vods/1/hls/x.key?token=old';
    hls.emit('error', { response: { code: 401 }, details: 'keyLoadError', fatal: true });
    await vi.runAllTimersAsync();
    expect([hls.destroyed, hls.starts, FakeHls.instances.length]).toEqual([false, 1, 1]);
    expect(findRequestedUrl(hls, key)).toBe('https://media.test/vods/1/hls/x.key?token=new');
    const segment = 'https://media.test/vods/1/g/a.ts?Policy=p&Signature=s';
    expect(findRequestedUrl(hls, segment)).toBe(segment);
  });

  test('reloads the playlist after a rejected segment, then its token; a third rejection is final', async () => {
    const hls = start();
    hls.emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    // Playback continues from the buffer: the same player loads the playlist of each rendition again.
    expect([hls.destroyed, hls.starts, hls.levels[0]?.details]).toEqual([false, 1, undefined]);
    hls.emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    await vi.runAllTimersAsync();
    expect([FakeHls.instances.length, getPlayer().source]).toEqual([2, address('new')]);
    getPlayer().emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    await vi.runAllTimersAsync();
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('load');
  });

  describe('[F-TAKE-2] with withdrawn seconds', () => {
    const buffer = (end: number) =>
      vi.spyOn(video, 'buffered', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => end });
    const refuse = (hls: FakeHls, from: number) =>
      hls.emit('error', { response: { code: 410 }, details: 'fragLoadError', fatal: true, frag: { start: from } });

    test('continues from the buffer with a playlist without them', () => {
      const hls = start();
      buffer(40);
      refuse(hls, 40);
      expect([hls.destroyed, hls.starts, hls.levels[0]?.details]).toEqual([false, 1, undefined]);
      expect(on.onProblem).not.toHaveBeenCalled();
    });

    test('continues after them if the viewer has rewound to them', async () => {
      const hls = start();
      buffer(90);
      video.currentTime = 45;
      refuse(hls, 40);
      await vi.runAllTimersAsync();
      expect([hls.destroyed, getPlayer().source, getPlayer().config.startPosition]).toEqual([true, address('new'), 40]);
    });

    test('retries after a while, because the edge follows an undo within seconds', async () => {
      const hls = start();
      buffer(40);
      refuse(hls, 40);
      refuse(hls, 40);
      expect(hls.starts).toBe(1);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(hls.starts).toBe(2);
    });
  });

  test('waits for the network and resumes where it was', () => {
    const hls = start();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    hls.emit('error', { type: 'network', details: 'fragLoadError', fatal: true });
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    expect(on.onProblem).not.toHaveBeenCalled();
    dispatchEvent(new Event('online'));
    expect([hls.starts, hls.destroyed]).toEqual([1, false]);
    video.dispatchEvent(new Event('playing'));
    expect(on.onInterrupted).toHaveBeenLastCalledWith(false);
  });

  test('plays the buffer without a network and shows the notice at its end', () => {
    const hls = start();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    Object.defineProperty(video, 'readyState', { value: 4 });
    hls.emit('error', { type: 'network', details: 'fragLoadError', fatal: true });
    expect(on.onInterrupted).not.toHaveBeenCalled();
    video.dispatchEvent(new Event('waiting'));
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
  });

  test('recovers once from a media error, then reports it', () => {
    const hls = start();
    hls.emit('error', { type: 'media', fatal: true });
    expect([hls.recoveries, on.onProblem.mock.calls.length]).toEqual([1, 0]);
    hls.emit('error', { type: 'media', fatal: true });
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('load');
  });

  test('[E-PLAYER-6] resumes after a media error in the first second if playback was there, else at the start position', () => {
    const hls = start(false, 300);
    hls.emit('error', { type: 'media', fatal: true });
    expect(hls.startedAt).toBe(300);
    hls.emit('buffered', {});
    video.dispatchEvent(new Event('loadedmetadata'));
    video.currentTime = 0;
    hls.emit('error', { type: 'media', fatal: true });
    expect(hls.startedAt).toBe(0);
  });

  test('starts with the rendition that loads within a second and fits the screen', () => {
    const levels = [100, 500, 900].map((kilobits) => ({ height: kilobits, bitrate: 1000 * kilobits }));
    const hls = start();
    storeBandwidth(2_000_000);
    hls.emit('parsed', { levels });
    expect(hls.startLevel).toBe(1);
    hls.maxAutoLevel = 0;
    hls.emit('parsed', { levels });
    expect(hls.startLevel).toBe(0);
  });

  test("[A-SIGNUP-2] starts at the stored position once, despite the library's gap handling", () => {
    start(false, 40);
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(40);
    video.currentTime = 7;
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(7);
  });

  test('buffers only the target for half a second after a seek', () => {
    const { config } = start();
    const { maxMaxBufferLength } = config;
    const jump = () => video.dispatchEvent(new Event('seeking'));
    jump();
    jump();
    expect(config.maxMaxBufferLength).toBeLessThan(1);
    video.dispatchEvent(new Event('seeked'));
    expect(config.maxMaxBufferLength).toBe(maxMaxBufferLength);
    jump();
    vi.advanceTimersByTime(500);
    expect(config.maxMaxBufferLength).toBe(maxMaxBufferLength);
  });

  test('keeps the chosen quality after a restart', async () => {
    start().emit('parsed', { levels: [{ height: 360 }, { height: 720 }] });
    expect(on.onRenditions).toHaveBeenLastCalledWith(expect.objectContaining({ heights: [360, 720], chosen: -1 }));
    on.onRenditions.mock.lastCall?.[0].choose(1);
    getPlayer().emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    await vi.runAllTimersAsync();
    getPlayer().emit('parsed', { levels: [{ height: 360 }, { height: 720 }] });
    expect(getPlayer().nextLevel).toBe(1);
    expect(on.onRenditions).toHaveBeenLastCalledWith(expect.objectContaining({ chosen: 1 }));
  });
});

describe('a rewound live', () => {
  const from = Date.parse('2026-11-21T17:00:00Z');
  const fragments = [0, 10, 20].map((start) => ({ start, duration: 10, programDateTime: from + 1000 * start }));

  test('[D-DVR-1] starts at the requested instant', () => {
    video = document.createElement('video');
    detach = attachHls(video, { url: address('old'), live: false, from: from + 12_000 }, on);
    expect(getPlayer().config.startPosition).toBe(0);
    getPlayer().emit('level', { details: { fragments } });
    expect(getPlayer().startedAt).toBe(12);
  });
});

describe('a live', () => {
  test('reconnects after a drop with growing delays', async () => {
    start(true).emit('error', { type: 'network', fatal: true, response: { code: 404 } });
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect([FakeHls.instances.length, getPlayer().config.startPosition]).toEqual([2, -1]);
    getPlayer().emit('error', { type: 'network', fatal: true });
    await vi.advanceTimersByTimeAsync(1999);
    expect(FakeHls.instances).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeHls.instances).toHaveLength(3);
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('reconnects after a rejection, with or without a new address', async () => {
    on.renew.mockResolvedValueOnce(undefined);
    start(true).emit('error', { response: { code: 403 }, details: 'levelLoadError', fatal: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(getPlayer().source).toBe(address('new'));
    getPlayer().emit('error', { response: { code: 401 }, details: 'manifestLoadError', fatal: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeHls.instances).toHaveLength(3);
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('[D-DVR-1] announces nothing once another source plays', async () => {
    start(true);
    video.dispatchEvent(new Event('waiting'));
    detach();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(on.onInterrupted).not.toHaveBeenCalled();
    expect(FakeHls.instances).toHaveLength(1);
  });

  test('announces a stall after 3 s and reloads after 12', async () => {
    start(true);
    Object.defineProperty(video, 'paused', { value: false });
    video.dispatchEvent(new Event('waiting'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeHls.instances).toHaveLength(2);
  });

  test('shows nothing twice after a drop: waits for new segments and starts with them', async () => {
    const began = Date.parse('2026-11-21T10:00:00Z');
    /** Seconds 0 to 7 of the live, then those after a gap. */
    const fragments = (...seconds: number[]) => ({
      fragments: seconds.map((at, start) => ({ programDateTime: began + at * 1000, duration: 1, start })),
    });
    const hls = start(true);
    hls.playingDate = new Date(began + 7_900);
    hls.emit('error', { type: 'network', fatal: true });
    await vi.advanceTimersByTimeAsync(1000);
    const waiting = getPlayer();
    waiting.emit('level', { details: fragments(0, 1, 2, 3, 4, 5, 6, 7) });
    expect([waiting.destroyed, waiting.startedAt]).toEqual([true, undefined]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(getPlayer()).not.toBe(waiting);
    getPlayer().emit('level', { details: fragments(3, 4, 5, 6, 7, 33, 34) });
    expect([getPlayer().destroyed, getPlayer().startedAt]).toEqual([false, 5]);
  });

  test('[G-PHONE-5] asks again when its playlist ends, since the match may show this feed again', async () => {
    start(true);
    video.dispatchEvent(new Event('ended'));
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect([FakeHls.instances.length, getPlayer().source]).toEqual([2, address('new')]);
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('ignores the local state while playing on a television', async () => {
    start(true);
    Object.defineProperty(video, 'remote', { value: { state: 'connected' } });
    video.dispatchEvent(new Event('waiting'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(on.onInterrupted).not.toHaveBeenCalled();
    expect(FakeHls.instances).toHaveLength(1);
  });
});
