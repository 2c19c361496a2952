/** Segmentation of a live stream: at key frames, and never longer than declared. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { type Cut, Segmenter, toTargetDuration } from '../../../infra/local/ivs/segmenter.ts';

/** Creates a stream with key frames at these seconds. */
async function stream(keyFrames: number[], seconds: number, more: string[] = []): Promise<Buffer> {
  const ffmpeg = spawnSync(
    await findFfmpeg(),
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440', '-t', String(seconds)],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '9999', '-force_key_frames', keyFrames.join(',')],
      ...['-c:a', 'aac', ...more, '-f', 'mpegts', '-mpegts_flags', '+pat_pmt_at_frames', '-pes_payload_size', '0'],
      'pipe:1',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return ffmpeg.stdout;
}

/** Splits data into chunks of any size, as from a pipe. */
function cut(bytes: Buffer, target?: number): Cut[] {
  const segmenter = new Segmenter(target);
  const cuts: Cut[] = [];
  for (let at = 0; at < bytes.length; at += 777) cuts.push(...segmenter.push(bytes.subarray(at, at + 777)));
  return [...cuts, ...segmenter.end()];
}

const shape = (cuts: Cut[]) => cuts.map(({ seconds, independent }) => [Number(seconds.toFixed(2)), independent]);

test('segments start with key frames and lose no data', async () => {
  const bytes = await stream([0, 1, 2, 3], 4);
  const cuts = cut(bytes);
  expect(shape(cuts)).toEqual([
    [1, true],
    [1, true],
    [1, true],
    [1, true],
  ]);
  expect(cuts.map(({ start }) => Math.round(start))).toEqual([0, 1, 2, 3]);
  expect(Buffer.concat(cuts.map(({ data }) => data)).equals(bytes)).toBe(true);
  // Each segment starts with PAT and PMT.
  for (const { data } of cuts) expect(data.readUInt16BE(1) & 0x1fff).toBeLessThanOrEqual(0x11);
});

test('11.24 a growing key frame interval makes no segment longer than declared', async () => {
  const cuts = cut(await stream([0, 1, 2, 6], 9));
  const target = toTargetDuration(cuts[0]?.seconds ?? 0);
  expect(target).toBe(1);
  for (const { seconds } of cuts) expect(Math.round(seconds)).toBeLessThanOrEqual(target);
  expect(cuts.some(({ independent }) => !independent)).toBe(true);
  // The next key frame starts a segment again.
  expect(cuts.some(({ start, independent }) => independent && Math.abs(start - 6) < 0.01)).toBe(true);
  expect(cuts.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(9, 1);
});

test('cuts the first segment where the next key frame is late', async () => {
  const cuts = cut(await stream([0], 10));
  expect(cuts.length).toBeGreaterThan(2);
  for (const { seconds } of cuts)
    expect(Math.round(seconds)).toBeLessThanOrEqual(toTargetDuration(cuts[0]?.seconds ?? 0));
});

test('a timestamp jump makes a discontinuity, and no long segment', async () => {
  const hole = ['-vf', "setpts='PTS+if(gte(T,1.48),7/TB,0)'", '-fps_mode', 'passthrough'];
  const cuts = cut(await stream([0, 1], 10, [...hole, '-an']));
  expect(cuts.filter(({ isAfterJump }) => isAfterJump)).toHaveLength(1);
  for (const { seconds } of cuts) expect(Math.round(seconds)).toBeLessThanOrEqual(1);
});
