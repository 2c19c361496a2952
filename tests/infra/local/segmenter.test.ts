/** Where a live is cut: at key frames in time, and never longer than was declared. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { type Cut, Segmenter, toTargetDuration } from '../../../infra/local/ivs/segmenter.ts';

/** A stream with a key frame at each of these seconds. */
async function stream(keyFrames: number[], seconds: number, more: string[] = []): Promise<Buffer> {
  const made = spawnSync(
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
  return made.stdout;
}

/** Comes in pieces of any size, as from a pipe. */
function cut(bytes: Buffer, target?: number): Cut[] {
  const segmenter = new Segmenter(target);
  const cuts: Cut[] = [];
  for (let at = 0; at < bytes.length; at += 777) cuts.push(...segmenter.push(bytes.subarray(at, at + 777)));
  return [...cuts, ...segmenter.end()];
}

const shape = (cuts: Cut[]) => cuts.map(({ seconds, independent }) => [Number(seconds.toFixed(2)), independent]);

test('segments begin with key frames, and nothing of the stream is lost between them', async () => {
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
  // Each names its programme first.
  for (const { data } of cuts) expect(data.readUInt16BE(1) & 0x1fff).toBeLessThanOrEqual(0x11);
});

test('11.24 key frames that get further apart make no segment longer than was declared', async () => {
  const cuts = cut(await stream([0, 1, 2, 6], 9));
  const target = toTargetDuration(cuts[0]?.seconds ?? 0);
  expect(target).toBe(1);
  for (const { seconds } of cuts) expect(Math.round(seconds)).toBeLessThanOrEqual(target);
  expect(cuts.some(({ independent }) => !independent)).toBe(true);
  // The next key frame begins a segment again.
  expect(cuts.some(({ start, independent }) => independent && Math.abs(start - 6) < 0.01)).toBe(true);
  expect(cuts.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(9, 1);
});

test('a first key frame that does not come is not waited for', async () => {
  const cuts = cut(await stream([0], 10));
  expect(cuts.length).toBeGreaterThan(2);
  for (const { seconds } of cuts)
    expect(Math.round(seconds)).toBeLessThanOrEqual(toTargetDuration(cuts[0]?.seconds ?? 0));
});

test('a clock that leaps makes a discontinuity, and no long segment', async () => {
  const hole = ['-vf', "setpts='PTS+if(gte(T,1.48),7/TB,0)'", '-fps_mode', 'passthrough'];
  const cuts = cut(await stream([0, 1], 10, [...hole, '-an']));
  expect(cuts.filter(({ isAfterJump: afterLeap }) => afterLeap)).toHaveLength(1);
  for (const { seconds } of cuts) expect(Math.round(seconds)).toBeLessThanOrEqual(1);
});
