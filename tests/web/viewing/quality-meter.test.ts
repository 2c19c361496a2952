import { describe, expect, test } from 'vitest';
import { QualityReport } from '../../../shared/domain/quality-report.ts';
import {
  begin,
  confirm,
  createMeter,
  FramelessVideo,
  pass,
  replaceVideo,
  seconds,
  setAway,
  stall,
  startPlaying,
  stop,
  video,
} from './metered-video.ts';

describe('the first picture', () => {
  test('is timed from the intention to the first frame, once', () => {
    const meter = createMeter();
    begin(700);
    pass(3_000);
    const [report] = meter.take();
    expect(report).toMatchObject({ msd: 700, bsd: [], jumps: [], ec: [], isAbandoned: false, sn: 1 });
    confirm(meter, 1);
    pass(60_000);
    expect(meter.take()[0]?.msd).toBeUndefined();
  });

  test('begins with the press of play where the browser does not start by itself', () => {
    video.paused = true;
    const meter = createMeter();
    pass(5_000);
    video.emit('canplay');
    video.showFrame();
    pass(20_000);
    video.paused = false;
    video.emit('play');
    begin(300);
    expect(meter.take()[0]?.msd).toBe(300);
  });

  test('counts from before the code of the player had loaded', () => {
    const openedAt = performance.now();
    pass(400, false);
    const meter = createMeter({ openedAt });
    begin(600);
    expect(meter.take()[0]?.msd).toBe(1000);
  });

  test('is not timed in a hidden tab', () => {
    const meter = createMeter();
    setAway(true);
    pass(2_000, false);
    setAway(false);
    begin(1_000);
    pass(60_000);
    expect(meter.take()[0]).not.toHaveProperty('msd');
  });

  test('uses the event where a browser has no frame callbacks', () => {
    replaceVideo(new FramelessVideo());
    const meter = createMeter();
    pass(900, false);
    video.emit('playing');
    expect(meter.take()[0]?.msd).toBe(900);
  });

  test('is abandoned by a viewer who leaves after two seconds, and not before', () => {
    const meter = createMeter();
    pass(1_500, false);
    expect(meter.take({ isLast: true })).toEqual([]);
    stop?.();
    const later = createMeter();
    pass(4_000, false);
    expect(later.take({ isLast: true })[0]).toMatchObject({ isAbandoned: true });
  });
});

describe('stalls', () => {
  test('counts each with its milliseconds', () => {
    const meter = startPlaying(5_000);
    stall(2_500);
    video.emit('playing');
    pass(55_000);
    const [report] = meter.take();
    expect(report?.bsd).toEqual([2_500]);
    expect(seconds(report)).toBe(60);
  });

  test('counts a frozen picture although the browser fires no event', () => {
    const meter = startPlaying(3_000);
    pass(4_000, false);
    pass(1_000);
    const stalls = meter.take()[0]?.bsd ?? [];
    expect(stalls).toHaveLength(1);
    expect(stalls[0]).toBeGreaterThan(3_000);
    expect(stalls[0]).toBeLessThan(5_500);
  });

  test('ends at a pause, and the pause counts as nothing', () => {
    const meter = startPlaying(1_000);
    stall(1_000);
    video.paused = true;
    video.emit('pause');
    pass(600_000);
    video.paused = false;
    video.emit('play', 'playing');
    pass(1_000);
    const [report] = meter.take();
    expect(report?.bsd).toEqual([1_000]);
    expect(seconds(report)).toBe(2);
  });

  test('does not count a hidden tab, nor the sleep of a machine', () => {
    const meter = startPlaying(1_000);
    setAway(true);
    document.dispatchEvent(new Event('visibilitychange'));
    stall(30_000);
    setAway(false);
    document.dispatchEvent(new Event('visibilitychange'));
    pass(1_000);
    const [report] = meter.take();
    expect(report?.bsd).toEqual([]);
    expect(seconds(report)).toBe(2);
  });

  test('goes on through the reconnection of a live', () => {
    const meter = startPlaying(1_000);
    stall(3_000);
    video.emit('emptied');
    video.currentTime = 0;
    pass(2_000, false);
    video.emit('seeking', 'seeked', 'playing');
    pass(1_000);
    expect(meter.take()[0]?.bsd).toEqual([5_000]);
  });

  test('ignores a stall too short to notice', () => {
    const meter = startPlaying(1_000);
    stall(60);
    video.emit('playing');
    pass(500);
    expect(meter.take()[0]?.bsd).toEqual([]);
  });
});

describe('jumps', () => {
  const jump = (to: number, waited: number) => {
    video.seeking = true;
    video.currentTime = to;
    video.emit('seeking', 'waiting');
    pass(waited, false);
    video.seeking = false;
    video.emit('seeked', 'playing');
  };

  test('times the wait after a jump separately from stalls', () => {
    const meter = startPlaying(1_000);
    jump(600, 400);
    pass(1_000);
    expect(meter.take()[0]).toMatchObject({ bsd: [], jumps: [400] });
  });

  test.each([
    ['ends a stall that the viewer jumps out of', { live: false }, { bsd: [800], jumps: [300] }],
    ['counts a live’s stall although the player skips to the edge', { live: true }, { bsd: [1_100], jumps: [] }],
  ])('%s', (_, options, expected) => {
    const meter = startPlaying(2_000, options);
    stall(800);
    jump(600, 300);
    pass(1_000);
    expect(meter.take()[0]).toMatchObject(expected);
  });

  test('times rewinding a live, which changes the source', () => {
    const meter = startPlaying(2_000);
    meter.jump();
    video.emit('emptied', 'waiting');
    pass(900, false);
    video.emit('playing');
    pass(1_000);
    expect(meter.take()[0]).toMatchObject({ bsd: [], jumps: [900] });
  });
});

describe('rungs, bytes and failures', () => {
  test('weighs rungs by the seconds played, and sums bytes', () => {
    const meter = createMeter();
    meter.setRung({ pb: 800, height: 360 });
    begin();
    pass(10_000);
    meter.setRung({ pb: 2_500, height: 720 });
    meter.addBytes(1_000);
    meter.addBytes(500);
    meter.setThroughput(5_340_000);
    pass(50_000);
    const [report] = meter.take();
    expect(report?.played).toEqual([
      { pb: 2_500, height: 720, seconds: 50 },
      { pb: 800, height: 360, seconds: 10 },
    ]);
    expect(report).toMatchObject({ bytes: 1_500, mtp: 5_300 });
  });

  test('omits unknown bytes, and reads the height from the picture', () => {
    const meter = startPlaying(2_000);
    const [report] = meter.take();
    expect(report).not.toHaveProperty('bytes');
    expect(report?.played).toEqual([{ pb: 0, height: 720, seconds: 2 }]);
  });

  test('counts a failure once during retries, and again after a picture', () => {
    const meter = startPlaying(1_000);
    meter.fail('segment');
    meter.fail('segment');
    pass(10_000, false);
    expect(meter.take()[0]).toMatchObject({ ec: ['segment'], bsd: [] });
    confirm(meter, 1);
    video.emit('playing');
    pass(1_000);
    meter.fail('decoding');
    expect(meter.take()[0]?.ec).toEqual(['decoding']);
  });
});

describe('reports', () => {
  test('go once a minute, at once with the first picture, and with everything at the end', () => {
    const meter = createMeter();
    expect(meter.take()).toEqual([]);
    begin();
    pass(500);
    expect(meter.take()).toHaveLength(1);
    confirm(meter, 1);
    pass(20_000);
    expect(meter.take()).toEqual([]);
    pass(20_000);
    expect(meter.take()).toEqual([]);
    pass(20_000);
    expect(seconds(meter.take()[0])).toBe(60);
    confirm(meter, 2);
    pass(5_000);
    expect(seconds(meter.take({ isLast: true })[0])).toBe(5);
  });

  test('repeat a report that was not confirmed as it was, with its age', () => {
    const meter = startPlaying(1_000);
    const [first] = meter.take();
    pass(40_000);
    expect(meter.take()).toEqual([{ ...first, age: 40 }]);
    const last = meter.take({ isLast: true });
    expect(last.map(({ sn }) => sn)).toEqual([1, 2]);
    confirm(meter, 1);
    confirm(meter, 2);
    expect(meter.take({ isLast: true })).toEqual([]);
  });

  test('fit the server’s limits after a long time offline', () => {
    const meter = startPlaying(1_000);
    meter.take();
    for (let rung = 1; rung < 20; rung += 1) {
      meter.setRung({ pb: rung * 100, height: rung * 10 });
      pass(120_000);
    }
    const reports = meter.take({ isLast: true });
    for (const report of reports) expect(QualityReport.safeParse(report).error).toBeUndefined();
  });

  test('keep the figures from before a camera change, with a session id per playback', () => {
    const first = createMeter({ token: 'one' });
    begin();
    pass(3_000);
    stop?.();
    replaceVideo();
    const second = createMeter({ token: 'two' });
    begin(500);
    pass(1_000);
    const [left] = first.take({ isLast: true });
    const [now] = second.take();
    expect(left).toMatchObject({ token: 'one', msd: 700, bsd: [] });
    expect(now).toMatchObject({ token: 'two', msd: 500, bsd: [] });
    expect(left?.sid).not.toBe(now?.sid);
  });
});
