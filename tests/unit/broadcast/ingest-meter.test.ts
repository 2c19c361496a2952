/** Key-frame interval as the emulator measures it. */
import { expect, test } from 'vitest';
import { IngestMeter } from '../../../infra/local/ivs/rtmp/meter.ts';

/** Measures key frames with these timestamps and arrival times, both in seconds. */
function readInterval(keyFrames: [timestamp: number, at: number][], now: number) {
  const meter = new IngestMeter();
  for (const [timestamp, at] of keyFrames) meter.record('video', 1000, 1000 * timestamp, true, 1000 * at);
  return meter.read(1000 * now).keyframeInterval;
}

test.each<[string, [number, number][], number, number | undefined]>([
  ['is unknown after one key frame', [[0, 0]], 2, undefined],
  [
    'follows the timestamps',
    [
      [0, 0],
      [2, 2.4],
    ],
    3,
    2,
  ],
  [
    'is longer once the next key frame is overdue',
    [
      [0, 0],
      [2, 2],
    ],
    12,
    10,
  ],
  ['counts while a second one never comes', [[0, 0]], 8, 8],
  [
    'follows the wall clock where the encoder’s clock was set',
    [
      [40, 0],
      [12, 2],
    ],
    3,
    2,
  ],
])('[B-CAM-8] the key-frame interval %s', (_, keyFrames, now, expected) => {
  expect(readInterval(keyFrames, now)).toBe(expected);
});
