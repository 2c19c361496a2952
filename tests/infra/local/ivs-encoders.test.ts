/** Broadcasts of encoders in the field stay on air, and their recordings are complete. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { writeMessage } from '../../../infra/local/ivs/rtmp/chunks.ts';
import { eventually } from '../../support/eventually.ts';
import {
  isHeader,
  isKeyFrame,
  isPicture,
  isSound,
  makeTags,
  type ScriptedEncoder,
  type Tag,
} from '../../support/scripted-encoder.ts';
import { pickSome } from '../../support/test-profile.ts';
import { findRecordedPath, readRecordingEvent } from './ivs-service.ts';
import { broadcast, filmSeconds, goLive, readRecording } from './scripted-broadcast.ts';

/** Twelve seconds with a key frame and a tone in each. */
const film = await makeTags({ seconds: filmSeconds });
const startSeconds = 3;
/** The first seconds of `film`. */
const start = film.filter(({ timestamp }) => timestamp < 1000 * startSeconds);

/** Finds the longest gap between two neighbouring times, in seconds. */
const findWidestGap = (times: readonly number[]) =>
  Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));

const shift = (tags: readonly Tag[], ms: number, applies: (tag: Tag, at: number) => boolean) =>
  tags.map((tag) => (applies(tag, tag.timestamp) ? { ...tag, timestamp: tag.timestamp + ms } : tag));
const startAt = (tags: readonly Tag[], ms: number) => shift(tags, ms, () => true);

describe('[B-CAM-23] a broadcast', () => {
  const encoders: [string, (tags: Tag[]) => Tag[]][] = [
    ['nothing is unusual', (tags) => tags],
    [
      'the encoder’s clock jumps half a minute back',
      (tags) =>
        startAt(
          shift(tags, -30_000, (_, at) => at >= 7000),
          40_000,
        ),
    ],
    ['its clock jumps an hour ahead', (tags) => shift(tags, 3_600_000, (_, at) => at >= 7000)],
    ['its timestamps begin shortly before they wrap', (tags) => startAt(tags, 2 ** 32 - 5000)],
    [
      'one picture is stamped hours ahead',
      (tags) => shift(tags, 9_000_000, (tag, at) => isPicture(tag) && at === 5200),
    ],
    [
      'several frames of sound have one timestamp',
      (tags) => tags.map((tag) => (isSound(tag) ? { ...tag, timestamp: tag.timestamp - (tag.timestamp % 92) } : tag)),
    ],
    [
      'a picture claims to be shown an hour later',
      (tags) =>
        tags.map((tag) => {
          if (!isPicture(tag) || tag.timestamp !== 5200) return tag;
          const payload = Buffer.from(tag.payload);
          payload.writeIntBE(3_600_000, 2, 3);
          return { ...tag, payload };
        }),
    ],
    [
      'it names its codecs by four letters, and adds packets without media',
      (tags) =>
        tags.flatMap((tag) => {
          if (tag.type === 18) return [tag];
          const [first = 0, packet = 0] = tag.payload;
          const name = Buffer.from(isSound(tag) ? 'mp4a' : 'avc1');
          const kind = isSound(tag) ? 0x90 : 0x80 | (first & 0x70);
          // A header has no delay, and frames may omit a delay of zero.
          const hasDelay = !isSound(tag) && packet === 1;
          const toTag = (code: number, rest: Buffer) => ({
            ...tag,
            payload: Buffer.concat([Buffer.from([kind | code]), name, rest]),
          });
          const rest = tag.payload.subarray(isSound(tag) ? 2 : 5);
          return [toTag(4, Buffer.from([2, 0, 0])), toTag(hasDelay ? 3 : packet, rest)];
        }),
    ],
    ['picture and sound have clocks of their own', (tags) => shift(tags, 800_000, isSound)],
    [
      'data messages are of AMF3, unknown or broken',
      (tags) => [
        ...tags.slice(0, 100),
        ...[Buffer.from([0, 0x11, 0x0a, 1]), Buffer.from([0]), Buffer.alloc(0), Buffer.from([0xff, 1, 2])].flatMap(
          (payload) => [15, 16, 17, 18, 19, 20].map((type) => ({ type, timestamp: 1000, payload })),
        ),
        ...tags.slice(100),
      ],
    ],
    [
      'a drone adds empty units and sound of a format of its own',
      (tags) =>
        tags.flatMap((tag) => {
          const empty = Buffer.alloc(4);
          const head = tag.payload.subarray(0, 5);
          const picture = { ...tag, payload: Buffer.concat([head, empty, tag.payload.subarray(5), empty]) };
          const own = { type: 8, timestamp: tag.timestamp, payload: Buffer.from([0xff, 1, 2, 3]) };
          return isPicture(tag) ? [own, picture] : [tag];
        }),
    ],
    [
      'pictures are commands, ends of sequence or empty',
      (tags) =>
        tags.flatMap((tag) =>
          isKeyFrame(tag)
            ? [
                tag,
                ...[[0x57, 0], [0x17, 2, 0, 0, 0], [0x27, 1, 0, 0, 0], [0x27]].map((bytes) => ({
                  ...tag,
                  payload: Buffer.from(bytes),
                })),
              ]
            : [tag],
        ),
    ],
  ];
  test.concurrent.each(pickSome(encoders, 2))('goes on, and its recording is complete, when %s', async (_, change) => {
    const recording = await broadcast(change(film));
    expect(recording).toMatchObject({ errors: [], silences: [], breaks: 0 });
    expect(recording.pictures).toHaveLength(25 * filmSeconds);
    expect(recording.seconds).toBeCloseTo(filmSeconds, 0);
    expect(findWidestGap(recording.pictures)).toBeLessThan(0.2);
    expect(findWidestGap(recording.sound)).toBeLessThan(0.2);
    expect(recording.longest).toBeLessThan(1.5);
  });
});

test.concurrent('[B-CAM-23] records an encoder that sends `publish`, the stream description and the first tags in one packet', async () => {
  const { encoder, channelArn, readWatchedSeconds } = await goLive();
  encoder.publish(start.slice(0, 7));
  await encoder.send(start.slice(7), { seconds: startSeconds });
  await eventually(readWatchedSeconds, Boolean);
  encoder.close();
  const recording = await readRecording(channelArn);
  expect(recording.pictures).toHaveLength(25 * startSeconds);
  expect(recording.silences).toEqual([]);
});

describe('[B-CAM-23] sound', () => {
  const keepSoundFrom = (from: number) => (tag: Tag) => !isSound(tag) || tag.timestamp >= from;

  test.concurrent.each<[string, (tags: Tag[]) => Tag[]]>([
    ['comes eight seconds after the first picture', (tags) => tags.filter(keepSoundFrom(8000))],
    ['comes late after its header', (tags) => tags.filter((tag) => isHeader(tag) || keepSoundFrom(8000)(tag))],
    ['pauses for four seconds', (tags) => tags.filter((tag) => keepSoundFrom(8000)(tag) || tag.timestamp < 4000)],
  ])('is heard as soon as it arrives if it %s', async (_, change) => {
    const header = film.find((tag) => isSound(tag) && isHeader(tag)) as Tag;
    const tags = change(film);
    const first = tags.findIndex((tag) => isSound(tag));
    const announced = tags.some((tag) => isSound(tag) && isHeader(tag));
    const recording = await broadcast(
      announced ? tags : [...tags.slice(0, first), { ...header, timestamp: 8000 }, ...tags.slice(first)],
    );
    expect(recording).toMatchObject({ errors: [], pictures: { length: 25 * filmSeconds } });
    expect(recording.silences.map(({ to }) => Math.round(to))).toEqual([8]);
    expect(findWidestGap(recording.sound)).toBeLessThan(0.2);
  });

  test.concurrent('is followed by silence if it stops, without a delay of the pictures', async () => {
    const recording = await broadcast(film.filter((tag) => !isSound(tag) || tag.timestamp < 4000));
    expect(recording).toMatchObject({ errors: [], pictures: { length: 25 * filmSeconds } });
    expect(Math.max(...recording.sound)).toBeGreaterThan(filmSeconds - 1);
  });

  test.concurrent('goes on after the next key frame if it changes from 48 kHz stereo to 22 kHz mono', async () => {
    const stereo = await makeTags({ seconds: 6, hertz: 48_000, channels: 2 });
    const mono = startAt(await makeTags({ seconds: 6, hertz: 22_050, channels: 1 }), 6000);
    const sound = mono.filter(isSound);
    const pictures = startAt(await makeTags({ seconds: 6 }), 6000).filter((tag) => isPicture(tag));
    const second = [...sound, ...pictures].toSorted((a, b) => a.timestamp - b.timestamp);
    const recording = await broadcast([...stereo, ...second]);
    expect(recording).toMatchObject({ breaks: 1, pictures: { length: 300 } });
    for (const { from, to } of recording.silences) expect(to - from).toBeLessThan(1.3);
    expect(recording.silences.length).toBeLessThanOrEqual(1);
  });
});

describe('[B-CAM-23] pictures', () => {
  test.concurrent('are replaced by the last key frame while they pause and the sound goes on', async () => {
    const paused = film.filter((tag) => !isPicture(tag) || tag.timestamp < 4000 || tag.timestamp >= 9000);
    const recording = await broadcast(paused);
    expect(recording).toMatchObject({ errors: [], silences: [], breaks: 0 });
    expect(findWidestGap(recording.pictures)).toBeLessThan(1.6);
    expect(recording.seconds).toBeCloseTo(filmSeconds, 0);
  });

  test.concurrent('do not stop the sound when they stop', async () => {
    const untilThen = film.filter((tag) => !isPicture(tag) || tag.timestamp < 4000);
    const recording = await broadcast(untilThen, { watched: filmSeconds - 4 });
    expect(recording.seconds).toBeGreaterThan(filmSeconds - 2);
    expect(recording.silences).toEqual([]);
  });

  test.concurrent('are shown although the first key frame comes after 4.4 s and the others are as far apart', async () => {
    const sparse = await makeTags({ seconds: filmSeconds, keyFrames: 4.4 });
    const isBefore = (tag: Tag) => isPicture(tag) && tag.timestamp < 4000;
    const recording = await broadcast(
      sparse.filter((tag) => !isBefore(tag)),
      { watched: null },
    );
    expect(recording.errors).toEqual([]);
    expect(recording.pictures).toHaveLength(25 * filmSeconds - 110);
    expect(recording.silences).toEqual([]);
    expect(recording.longest).toBeLessThan(4.5);
  });

  test.concurrent('continue in their new size after the phone was turned', async () => {
    const upright = startAt(await makeTags({ seconds: 4, size: '90x160' }), 4000);
    const recording = await broadcast([...film.filter(({ timestamp }) => timestamp < 4000), ...upright], {
      seconds: 8,
    });
    expect(recording).toMatchObject({ errors: [], breaks: 1, pictures: { length: 200 } });
  });
});

test.concurrent('[B-CAM-23] thumbnails have the colours of their pictures', async () => {
  const colours = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
  const green = ['-vf', 'drawbox=color=0x008000:t=fill,format=gbrp,zscale=m=709:r=tv,format=yuv420p', ...colours];
  const { encoder, channelArn } = await goLive();
  encoder.publish();
  await encoder.send(await makeTags({ seconds: 2, output: green }), { seconds: 2 });
  encoder.close();
  const recording = await readRecordingEvent(channelArn, 'Recording End');
  const { channels } = await sharp(findRecordedPath(recording, 'latest_thumbnail/thumb.jpg') ?? '').stats();
  const apart = channels.map(({ mean }, index) => Math.abs(mean - (index === 1 ? 128 : 0)));
  expect(Math.max(...apart)).toBeLessThan(8);
});

describe('[B-CAM-23] chunks', () => {
  test.concurrent.each(pickSome([0x7fffffff, 1_500_000], 2))('are accepted with a size of %i bytes', async (bytes) => {
    const setUp = (encoder: ScriptedEncoder) => encoder.announceChunkSize(bytes);
    const recording = await broadcast(start, { seconds: startSeconds, setUp });
    expect(recording.pictures).toHaveLength(25 * startSeconds);
  });

  test.concurrent.each([1, 2, 3])('may open a chunk stream with a header of format %i', async (format) => {
    const { encoder, channelArn, readWatchedSeconds } = await goLive();
    encoder.publish(start.slice(0, 7));
    encoder.announceChunkSize(16_384);
    const ping = { type: 4, streamId: 0, timestamp: 0, payload: Buffer.from([0, 3, 0, 0, 0, 1, 0, 0, 0, 9]) };
    encoder.socket.write(writeMessage(ping, 16_384));
    const header = [ping.payload.length, ping.type];
    const short = { 1: [0, 0, 0, 0, 0, ...header], 2: [0, 0, 0], 3: [] }[format] ?? [];
    encoder.socket.write(Buffer.concat([Buffer.from([(format << 6) | 9, ...short]), ping.payload]));
    await encoder.send(start.slice(7), { seconds: startSeconds });
    await eventually(readWatchedSeconds, Boolean);
    expect(encoder.isClosed).toBe(false);
    encoder.close();
    expect((await readRecording(channelArn)).pictures).toHaveLength(25 * startSeconds);
  });
});
