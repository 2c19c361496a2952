/** What the player does when hls.js reports trouble; the end-to-end tests make such trouble with real video. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Listener = (name: string, details: unknown) => void;

/** hls.js as far as the player talks to it. */
const { FakeHls } = vi.hoisted(() => {
  const policy = () => ({ default: { errorRetry: { maxNumRetry: 1 } } });
  class FakeHls {
    static instances: FakeHls[] = [];
    static isSupported = () => true;
    static Events = {
      MANIFEST_PARSED: 'parsed',
      MEDIA_ATTACHED: 'attached',
      FRAG_BUFFERED: 'buffered',
      LEVEL_LOADED: 'level',
      ERROR: 'error',
    };
    static ErrorTypes = { NETWORK_ERROR: 'network', MEDIA_ERROR: 'media' };
    static ErrorDetails = { LEVEL_LOAD_ERROR: 'levelLoadError', KEY_LOAD_ERROR: 'keyLoadError' };
    static DefaultConfig = {
      loader: class {},
      fragLoadPolicy: policy(),
      keyLoadPolicy: policy(),
      playlistLoadPolicy: policy(),
    };
    config: { startPosition: number; maxMaxBufferLength: number; xhrSetup: (xhr: unknown, address: string) => void };
    listeners = new Map<string, Listener>();
    source = '';
    nextLevel = -1;
    startLevel = -1;
    maxAutoLevel = 9;
    starts = 0;
    startedAt: number | undefined;
    playingDate: Date | null = null;
    recoveries = 0;
    destroyed = false;
    constructor(config: FakeHls['config']) {
      this.config = config;
      FakeHls.instances.push(this);
    }
    on(name: string, listener: Listener) {
      this.listeners.set(name, listener);
    }
    once(name: string, listener: Listener) {
      this.listeners.set(name, listener);
    }
    emit(name: string, details: unknown = {}) {
      this.listeners.get(name)?.(name, details);
    }
    loadSource(source: string) {
      this.source = source;
    }
    attachMedia() {}
    startLoad(position?: number) {
      this.starts += 1;
      this.startedAt = position;
    }
    recoverMediaError() {
      this.recoveries += 1;
    }
    destroy() {
      this.destroyed = true;
    }
  }
  return { FakeHls };
});
vi.mock('hls.js/light', () => ({ default: FakeHls }));

const { attachHls } = await import('../../../web/player/attach-hls.ts');
const { rememberLine } = await import('../../../web/player/bandwidth.ts');

const address = (token: string) => `https://media.test/vods/1/hls/index.m3u8?token=${token}`;
const on = { onProblem: vi.fn(), onInterrupted: vi.fn(), renew: vi.fn(), onRenditions: vi.fn() };
const current = () => FakeHls.instances.at(-1)!;
let video: HTMLVideoElement;
let detach: () => void = () => undefined;

function start(live = false, startAt?: number) {
  video = document.createElement('video');
  video.play = async () => undefined;
  video.pause = () => undefined;
  detach = attachHls(video, { url: address('old'), live, ...(startAt && { startAt }) }, on);
  return current();
}

/** The address that is really asked for. */
function asked(hls: InstanceType<typeof FakeHls>, wanted: string): string {
  const open = vi.fn();
  hls.config.xhrSetup({ open }, wanted);
  return open.mock.calls[0]?.[1];
}

beforeEach(() => {
  vi.useFakeTimers();
  // Neither jsdom nor a clock of tests knows what the page has loaded.
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
  test('another device: the player stops and says so', () => {
    const hls = start();
    hls.emit('error', { response: { code: 409 } });
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('conflict');
    expect(hls.destroyed).toBe(true);
  });

  test('an old token of a playlist or key: the next requests carry a new one, and the picture stays', async () => {
    const hls = start();
    const key = 'https://media.test/vods/1/hls/x.key?token=old';
    hls.emit('error', { response: { code: 401 }, details: 'keyLoadError', fatal: true });
    await vi.runAllTimersAsync();
    expect([hls.destroyed, hls.starts, FakeHls.instances.length]).toEqual([false, 1, 1]);
    expect(asked(hls, key)).toBe('https://media.test/vods/1/hls/x.key?token=new');
    const segment = 'https://media.test/vods/1/g/a.ts?Policy=p&Signature=s';
    expect(asked(hls, segment)).toBe(segment);
  });

  test('a segment that is refused needs a new playlist; a second refusal at once is final', async () => {
    start().emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    await vi.runAllTimersAsync();
    expect([FakeHls.instances.length, current().source]).toEqual([2, address('new')]);
    current().emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    await vi.runAllTimersAsync();
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('load');
  });

  test('without any network it waits for it, and goes on where it was', () => {
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

  test('what is buffered plays on without a network; the notice comes when it has come to its end', () => {
    const hls = start();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    Object.defineProperty(video, 'readyState', { value: 4 });
    hls.emit('error', { type: 'network', details: 'fragLoadError', fatal: true });
    expect(on.onInterrupted).not.toHaveBeenCalled();
    video.dispatchEvent(new Event('waiting'));
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
  });

  test('a broken picture is mended once, then it is a problem', () => {
    const hls = start();
    hls.emit('error', { type: 'media', fatal: true });
    expect([hls.recoveries, on.onProblem.mock.calls.length]).toEqual([1, 0]);
    hls.emit('error', { type: 'media', fatal: true });
    expect(on.onProblem).toHaveBeenCalledExactlyOnceWith('load');
  });

  test('[E-PLAYER-6] a picture that breaks in the first second goes on there, and one that has not begun where it is to', () => {
    const hls = start(false, 300);
    hls.emit('error', { type: 'media', fatal: true });
    expect(hls.startedAt).toBe(300);
    hls.emit('buffered', {});
    video.dispatchEvent(new Event('loadedmetadata'));
    video.currentTime = 0;
    hls.emit('error', { type: 'media', fatal: true });
    expect(hls.startedAt).toBe(0);
  });

  test('it begins with what a second of the line carries, and with no more than the screen shows', () => {
    const levels = [100, 500, 900].map((kilobits) => ({ height: kilobits, bitrate: 1000 * kilobits }));
    const hls = start();
    rememberLine(2_000_000);
    hls.emit('parsed', { levels });
    expect(hls.startLevel).toBe(1);
    hls.maxAutoLevel = 0;
    hls.emit('parsed', { levels });
    expect(hls.startLevel).toBe(0);
  });

  test('[A-SIGNUP-2] it begins where it was left, whatever the library makes of the first picture, and only once', () => {
    start(false, 40);
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(40);
    video.currentTime = 7;
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(7);
  });

  test('after a jump its picture comes before more is fetched, for half a second at most', () => {
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

  test('the quality that somebody chose stays after a new start', async () => {
    start().emit('parsed', { levels: [{ height: 360 }, { height: 720 }] });
    expect(on.onRenditions).toHaveBeenLastCalledWith(expect.objectContaining({ heights: [360, 720], chosen: -1 }));
    on.onRenditions.mock.lastCall?.[0].choose(1);
    current().emit('error', { response: { code: 403 }, details: 'fragLoadError', fatal: true });
    await vi.runAllTimersAsync();
    current().emit('parsed', { levels: [{ height: 360 }, { height: 720 }] });
    expect(current().nextLevel).toBe(1);
    expect(on.onRenditions).toHaveBeenLastCalledWith(expect.objectContaining({ chosen: 1 }));
  });
});

describe('a live that was wound back', () => {
  const from = Date.parse('2026-11-21T17:00:00Z');
  const fragments = [0, 1, 2].map((index) => ({
    start: 10 * index,
    duration: 10,
    programDateTime: from + 10_000 * index,
  }));

  test('[D-DVR-1] begins with the picture of the instant that was asked for', () => {
    video = document.createElement('video');
    detach = attachHls(video, { url: address('old'), live: false, from: from + 12_000 }, on);
    expect(current().config.startPosition).toBe(0);
    current().emit('level', { details: { fragments } });
    expect(current().startedAt).toBe(12);
  });
});

describe('a live', () => {
  test('a drop is no problem: it comes back by itself, ever more calmly', async () => {
    start(true).emit('error', { type: 'network', fatal: true, response: { code: 404 } });
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect([FakeHls.instances.length, current().config.startPosition]).toEqual([2, -1]);
    current().emit('error', { type: 'network', fatal: true });
    await vi.advanceTimersByTimeAsync(1999);
    expect(FakeHls.instances).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeHls.instances).toHaveLength(3);
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('one that is refused is waited for as well, with or without a new address', async () => {
    on.renew.mockResolvedValueOnce(undefined);
    start(true).emit('error', { response: { code: 403 }, details: 'levelLoadError', fatal: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(current().source).toBe(address('new'));
    current().emit('error', { response: { code: 401 }, details: 'manifestLoadError', fatal: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeHls.instances).toHaveLength(3);
    expect(on.onProblem).not.toHaveBeenCalled();
  });

  test('[D-DVR-1] nothing of it is announced once something else plays in its place', async () => {
    start(true);
    video.dispatchEvent(new Event('waiting'));
    detach();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(on.onInterrupted).not.toHaveBeenCalled();
    expect(FakeHls.instances).toHaveLength(1);
  });

  test('a picture that stands still is announced after 3 s and loaded again after 12', async () => {
    start(true);
    Object.defineProperty(video, 'paused', { value: false });
    video.dispatchEvent(new Event('waiting'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(on.onInterrupted).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeHls.instances).toHaveLength(2);
  });

  test('after a drop nothing is shown twice: it waits for what is new, and begins with that', async () => {
    const began = Date.parse('2026-11-21T10:00:00Z');
    /** Seconds 0 to 7 of the live, then those after a gap. */
    const fragments = (...seconds: number[]) => ({
      fragments: seconds.map((at, start) => ({ programDateTime: began + at * 1000, duration: 1, start })),
    });
    const hls = start(true);
    hls.playingDate = new Date(began + 7_900);
    hls.emit('error', { type: 'network', fatal: true });
    await vi.advanceTimersByTimeAsync(1000);
    const waiting = current();
    waiting.emit('level', { details: fragments(0, 1, 2, 3, 4, 5, 6, 7) });
    expect([waiting.destroyed, waiting.startedAt]).toEqual([true, undefined]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(current()).not.toBe(waiting);
    current().emit('level', { details: fragments(3, 4, 5, 6, 7, 33, 34) });
    expect([current().destroyed, current().startedAt]).toEqual([false, 5]);
  });

  test('while it plays on a television nothing here is judged', async () => {
    start(true);
    Object.defineProperty(video, 'remote', { value: { state: 'connected' } });
    video.dispatchEvent(new Event('waiting'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(on.onInterrupted).not.toHaveBeenCalled();
    expect(FakeHls.instances).toHaveLength(1);
  });
});
