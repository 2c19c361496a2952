/** Timed metadata in a transport stream, read with ffmpeg. */
import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { TransportStream, ticksPerMs } from '../../../functions/recordings/packing/transport-stream.ts';
import { findFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { LiveMuxer } from '../../../infra/local/ivs/mux/muxer.ts';
import { type Cut, Segmenter } from '../../../infra/local/ivs/segmenter.ts';
import { createCueTag, createTimeTag } from '../../../infra/local/ivs/timed-metadata.ts';
import { makeTags, type Tag } from '../../support/scripted-encoder.ts';

let tags: Tag[];

beforeAll(async () => {
  tags = await makeTags({ seconds: 3 });
});

const ffmpeg = async (args: string[], input: Buffer) =>
  spawnSync(await findFfmpeg(), ['-hide_banner', ...args], { input, maxBuffer: 64 * 1024 * 1024 });

function createSegments(): { transport: TransportStream; cuts: Cut[] } {
  const transport = new TransportStream();
  const muxer = new LiveMuxer({ transport, startMs: 1000 });
  const segmenter = new Segmenter(undefined);
  const frames = tags
    .filter(({ type }) => type !== 18)
    .flatMap(({ type, ...tag }) => muxer.push({ ...tag, kind: type === 9 ? 'video' : 'audio' }, 0));
  return { transport, cuts: [...frames.flatMap((frame) => [...segmenter.push(frame)]), ...segmenter.end()] };
}

const readMedia = async (stream: Buffer) =>
  (
    await ffmpeg(['-i', 'pipe:0', '-map', '0:v', '-map', '0:a', '-c', 'copy', '-f', 'framemd5', 'pipe:1'], stream)
  ).stdout
    .toString()
    .replaceAll(/^#.*$/gm, '');

/** Reads texts of ID3 frames by their lengths, because ffmpeg before 6 omits the first bytes of each tag. */
function readFrameTexts(data: Buffer): string[] {
  const found: string[] = [];
  for (const { index: at } of data.toString('latin1').matchAll(/TXXX|PRIV/g)) {
    const length = data.subarray(at + 4, at + 8).reduce((sum, byte) => (sum << 7) | byte, 0);
    found.push(data.subarray(at + 10, at + 10 + length).toString());
  }
  return found;
}

test('[D-SCORE-4] metadata has its timestamp and leaves audio and video unchanged', async () => {
  const { transport, cuts } = createSegments();
  expect(cuts).toHaveLength(3);
  const long = `{"score":"${'á'.repeat(480)}"}`;
  const cues = [[], [{ text: 'uno', ms: 2400 }], [{ text: long, ms: 3600 }]];
  const write = ({ data, startMs }: Cut, index: number) => [
    transport.writeTables(),
    transport.writeMetadata(startMs * ticksPerMs, createTimeTag(1_795_000_000_000 + index)),
    data,
    ...(cues[index] ?? []).map(({ text, ms }) => transport.writeMetadata(ms * ticksPerMs, createCueTag(text))),
  ];
  const stream = Buffer.concat(cuts.flatMap(write));
  expect(stream.length % 188).toBe(0);
  const plain = Buffer.concat([new TransportStream().writeTables(), ...cuts.map(({ data }) => data)]);
  expect(await readMedia(stream)).toBe(await readMedia(plain));

  const read = await ffmpeg(['-i', 'pipe:0', '-map', '0:d', '-c', 'copy', '-f', 'data', 'pipe:1'], stream);
  expect(read.stderr.toString()).toMatch(/Stream #0:2.*Data: timed_id3 \(ID3 /);
  expect(read.stderr.toString()).not.toMatch(/CRC|corrupt|discontinuity/i);
  const found = readFrameTexts(read.stdout);
  const time = (index: number) =>
    `metadata\0{"cmd":"ld_lat_data","transc_r":179500000000${index},"transc_s":179500000000${index}}`;
  expect(found.map((tag) => tag.slice(tag.indexOf('metadata')))).toEqual([
    time(0),
    time(1),
    'metadata.live-video.net\0uno',
    time(2),
    `metadata.live-video.net\0${long}`,
  ]);
  const times = await ffmpeg(
    ['-copyts', '-i', 'pipe:0', '-map', '0:d', '-c', 'copy', '-f', 'framecrc', 'pipe:1'],
    stream,
  );
  const at = times.stdout.toString().match(/^0, .*$/gm) ?? [];
  const [first = 0, second = 0, third = 0] = cuts.map(({ startMs }) => startMs);
  expect(at.map((line) => Number(line.split(',')[2]) / ticksPerMs)).toEqual([first, second, 2400, third, 3600]);
});

test('[D-SCORE-4] every segment declares the metadata stream, also without cues', async () => {
  const { transport, cuts } = createSegments();
  for (const { data } of cuts) {
    const { stderr } = await ffmpeg(['-i', 'pipe:0'], Buffer.concat([transport.writeTables(), data]));
    expect(stderr.toString()).toContain('timed_id3');
    expect(stderr.toString()).toContain('Video: h264');
    expect(stderr.toString()).toContain('Audio: aac');
  }
});
