/** Timed metadata in segments, read with ffmpeg. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { Segmenter } from '../../../infra/local/ivs/segmenter.ts';
import { insertMetadata } from '../../../infra/local/ivs/timed-metadata.ts';

const ffmpeg = async (args: string[], input?: Buffer) =>
  spawnSync(await findFfmpeg(), ['-hide_banner', ...args], { input, maxBuffer: 64 * 1024 * 1024 });

async function segments() {
  const { stdout } = await ffmpeg([
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '3', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25'],
    ...['-c:a', 'aac', '-f', 'mpegts', '-mpegts_flags', '+pat_pmt_at_frames', '-pes_payload_size', '0', 'pipe:1'],
  ]);
  const segmenter = new Segmenter(undefined);
  return [...segmenter.push(stdout), ...segmenter.end()];
}

/** Hashes and timestamps of audio and video packets. */
const media = async (stream: Buffer) =>
  (
    await ffmpeg(['-i', 'pipe:0', '-map', '0:v', '-map', '0:a', '-c', 'copy', '-f', 'framemd5', 'pipe:1'], stream)
  ).stdout
    .toString()
    .replaceAll(/^#.*$/gm, '');

/** Reads texts of ID3 frames by their lengths, because ffmpeg before 6 omits the first bytes of each tag. */
function framesIn(data: Buffer): string[] {
  const found: string[] = [];
  for (const { index: at } of data.toString('latin1').matchAll(/TXXX|PRIV/g)) {
    const length = data.subarray(at + 4, at + 8).reduce((sum, byte) => (sum << 7) | byte, 0);
    found.push(data.subarray(at + 10, at + 10 + length).toString());
  }
  return found;
}

test('[D-SCORE-4] metadata has its timestamp and leaves audio and video unchanged', async () => {
  const plain = await segments();
  expect(plain).toHaveLength(3);
  const counter = { next: 14 };
  const long = `{"score":"${'á'.repeat(480)}"}`;
  const cues = [[], [{ text: 'uno', pts: 3.2 * 90_000 }], [{ text: long, pts: 4 * 90_000 }]];
  const withMetadata = plain.map(({ data, pts }, index) =>
    insertMetadata(data, { pts, at: 1_795_000_000_000 + index }, cues[index] ?? [], counter),
  );
  const stream = Buffer.concat(withMetadata);
  expect(stream.length % 188).toBe(0);
  expect(await media(stream)).toBe(await media(Buffer.concat(plain.map(({ data }) => data))));

  const read = await ffmpeg(['-i', 'pipe:0', '-map', '0:d', '-c', 'copy', '-f', 'data', 'pipe:1'], stream);
  expect(read.stderr.toString()).toMatch(/Stream #0:2.*Data: timed_id3 \(ID3 /);
  expect(read.stderr.toString()).not.toMatch(/CRC|corrupt|discontinuity/i);
  const tags = framesIn(read.stdout);
  const time = (index: number) =>
    `metadata\0{"cmd":"ld_lat_data","transc_r":179500000000${index},"transc_s":179500000000${index}}`;
  expect(tags.map((tag) => tag.slice(tag.indexOf('metadata')))).toEqual([
    ...[time(0), time(1), 'metadata.live-video.net\0uno', time(2), `metadata.live-video.net\0${long}`],
  ]);
  const times = await ffmpeg(
    ['-copyts', '-i', 'pipe:0', '-map', '0:d', '-c', 'copy', '-f', 'framecrc', 'pipe:1'],
    stream,
  );
  const at = times.stdout.toString().match(/^0, .*$/gm) ?? [];
  const [first = 0, second = 0, third = 0] = plain.map(({ pts }) => pts);
  expect(at.map((line) => Number(line.split(',')[2]))).toEqual([first, second, 3.2 * 90_000, third, 4 * 90_000]);
});

test('[D-SCORE-4] every segment declares the metadata stream, also without cues', async () => {
  for (const { data, pts } of await segments()) {
    const { stderr } = await ffmpeg(['-i', 'pipe:0'], insertMetadata(data, { pts, at: 0 }, [], { next: 0 }));
    expect(stderr.toString()).toContain('timed_id3');
    expect(stderr.toString()).toContain('Video: h264');
    expect(stderr.toString()).toContain('Audio: aac');
  }
});
