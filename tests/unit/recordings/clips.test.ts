/** The part of a recording that a clip covers, also in frames, and its access rule. */
import { describe, expect, test } from 'vitest';
import {
  findPartAround,
  findPartFrom,
  isOver,
  isPublicClip,
  listParts,
  type StoredClip,
  sharesMoment,
} from '../../../functions/recordings/clips/rules.ts';
import { createJobSettings } from '../../../functions/recordings/media/job-settings.ts';
import { toTimecode } from '../../../functions/recordings/media/rules.ts';
import { computeMoments, createActionSecondFinder } from '../../../functions/recordings/moments/from-score.ts';
import { parseTimecode } from '../../../infra/local/mediaconvert/frame-rate.ts';

describe('a part of a recording', () => {
  test('[D-CLIP-1] lasts from 8 s before to 6 s after a moment, within the recording', () => {
    expect(findPartAround(100, 3600)).toEqual({ start: 92, seconds: 14, poster: 8 });
    expect(findPartAround(3, 3600)).toEqual({ start: 0, seconds: 9, poster: 3 });
    expect(findPartAround(0, 3600)).toEqual({ start: 0, seconds: 6, poster: 0.5 });
    expect(findPartAround(3598, 3600)).toEqual({ start: 3590, seconds: 10, poster: 8 });
    // A moment beyond the end of a recording, and recordings about as short as the shortest clip.
    expect(findPartAround(9999, 3600)).toEqual({ start: 3592, seconds: 8, poster: 7.5 });
    expect(findPartAround(1, 5)).toEqual({ start: 0, seconds: 5, poster: 1 });
    expect(findPartAround(1, 4.9)).toBeUndefined();
  });

  test('[D-CLIP-1] lasts 5 to 60 s within the recording if chosen by hand', () => {
    expect(findPartFrom(10.04, 12.26, 3600)).toEqual({ start: 10, seconds: 12.3, poster: 6.1 });
    expect(findPartFrom(0, 60, 60)).toMatchObject({ start: 0, seconds: 60 });
    // Tolerates a page whose duration is some tenths too long.
    expect(findPartFrom(3590, 10.4, 3600)).toMatchObject({ start: 3590, seconds: 10 });
    const refused = [findPartFrom(0, 4.9, 3600), findPartFrom(0, 60.1, 3600), findPartFrom(3596, 5, 3600)];
    expect([...refused, findPartFrom(3590, 20, 3600), findPartFrom(3600, 5, 3600)]).toEqual(Array(5).fill(undefined));
  });

  test.each([24, 25, 29.97, 30000 / 1001, 30, 50, 60000 / 1001, 60])(
    '[D-CLIP-1] maps to exact frames late in a match at %s frames a second',
    (rate) => {
      const start = parseTimecode(toTimecode(5400.4, rate), rate);
      // The clip contains the frame at its end.
      const end = parseTimecode(toTimecode(5400.4 + 14, rate, { last: true }), rate) + 1 / rate;
      expect(Math.abs(start - 5400.4)).toBeLessThan(1 / rate);
      expect(Math.abs(end - start - 14)).toBeLessThan(1.5 / rate);
    },
  );

  test('[D-CLIP-1] is in whole seconds if the frame rate is unknown', () => {
    expect(toTimecode(5400.4, undefined)).toBe('01:30:00:00');
    expect(toTimecode(5414.4, undefined, { last: true })).toBe('01:30:14:00');
  });

  test('[D-CLIP-1] is around the goal, not around its moment 10 s earlier', () => {
    const recorded = { from: '2026-11-21T10:00:00.000Z', to: '2026-11-21T12:00:00.000Z' };
    const vod = { id: 'V', clubIds: ['A'], recorded };
    const sides = { homeClubId: 'A', awayClubId: null };
    const at = Date.parse('2026-11-21T10:20:00.000Z');
    const goal = { id: '01J0000000AAAAAAAAAAAAAAAA', kind: 'GOAL' as const, side: 'HOME' as const, period: 1 };
    const log = [{ ...goal, at, clockMs: 0, shirt: null }] as unknown as Parameters<typeof computeMoments>[2];
    const [made] = computeMoments(vod, sides, log, () => ['GOAL']);
    expect(made?.moment.timestampMs).toBe(1_190_000);
    expect(createActionSecondFinder(vod, sides, log)(made!.moment)).toBe(1200);
    // A moment that a person moved or created keeps its time.
    expect(createActionSecondFinder(vod, sides, log)({ ...made!.moment, timestampMs: 1_195_000 })).toBe(1195);
    expect(createActionSecondFinder(vod, sides, log)({ id: 'M', timestampMs: 1_190_000 })).toBe(1190);
  });
});

describe('the encoding of a clip', () => {
  const info = { width: 1920, height: 1080, duration: 5400, hasAudio: true, framesPerSecond: 25 };
  const cut = { start: 60, seconds: 14, poster: 8, crest: 'thumbnails/clubs/C/x.corner.png' };
  const source = 's3://uploads/vods/V/source.mp4';
  const encoding = { kind: 'clips' as const, id: 'I', generation: 'G', key: '', source };
  const toSettings = (more = {}) =>
    createJobSettings({ ...encoding, mediaBucket: 'media', mediaOrigin: 'https://m', info: { ...info, ...more }, cut });

  test('[D-CLIP-2] is one 720p MP4 with fast start, the crest in a corner, and a poster of the goal', () => {
    const { Inputs, OutputGroups } = toSettings();
    expect(Inputs?.[0]?.InputClippings).toEqual([{ StartTimecode: '00:01:00:00', EndTimecode: '00:01:13:24' }]);
    const [clip, poster] = OutputGroups ?? [];
    expect(OutputGroups).toHaveLength(2);
    expect(clip?.OutputGroupSettings?.FileGroupSettings?.Destination).toBe('s3://media/clips/I/G/clip');
    expect(clip?.Outputs?.[0]).toMatchObject({
      ContainerSettings: { Container: 'MP4', Mp4Settings: { MoovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
      VideoDescription: {
        Height: 720,
        VideoPreprocessors: {
          ImageInserter: {
            InsertableImages: [
              { ImageInserterInput: `s3://media/${cut.crest}`, ImageX: 1184, ImageY: 24, Width: 72, Height: 72 },
            ],
          },
        },
      },
    });
    expect(poster?.Outputs?.[0]?.VideoDescription?.CodecSettings?.FrameCaptureSettings).toMatchObject({
      FramerateNumerator: 10,
      FramerateDenominator: 80,
      MaxCaptures: 2,
    });
  });

  test('[D-CLIP-2] is never larger than its source, and upright like it', () => {
    const toHeight = (size: object) => toSettings(size).OutputGroups?.[0]?.Outputs?.[0]?.VideoDescription?.Height;
    expect(toHeight({ width: 640, height: 480 })).toBe(480);
    expect(toHeight({ width: 1080, height: 1920 })).toBe(1280);
  });
});

describe('a clip', () => {
  const clip = { visible: true, status: 'FINISHED' as const, clubId: 'A', sportEventId: 'E' };
  type Around = Parameters<typeof isPublicClip>[1];
  const createSurroundings = (more: object = {}) =>
    ({
      vod: { visible: true, status: 'FINISHED', clubIds: ['A', 'B'] },
      club: { visible: true, publicClips: true },
      events: [{ id: 'E', visible: true }],
      ...more,
    }) as unknown as Around;

  test('[D-CLIP-3] is public while published, allowed by its club, and nothing that it belongs to is hidden or deleted', () => {
    expect(isPublicClip(clip, createSurroundings())).toBe(true);
    expect(isPublicClip(clip, createSurroundings({ events: [] }))).toBe(true);
    expect(isPublicClip({ ...clip, visible: false }, createSurroundings())).toBe(false);
    expect(isPublicClip({ ...clip, status: 'STARTED' }, createSurroundings())).toBe(false);
    const vod = { visible: true, status: 'FINISHED', clubIds: ['A'] };
    for (const less of [
      { vod: undefined },
      { vod: { ...vod, visible: false } },
      { vod: { ...vod, clubIds: ['B'] } },
      { club: undefined },
      { club: { visible: true } },
      { club: { visible: false, publicClips: true } },
      { events: [{ id: 'E', visible: false }] },
      { events: [undefined] },
    ])
      expect(isPublicClip(clip, createSurroundings(less)), JSON.stringify(less)).toBe(false);
  });

  test('[D-CLIP-3] is public with its match if cut from a live, without a video or before a decision on it', () => {
    const ofLive = { ...clip, isOfLive: true };
    const match = [{ id: 'E', visible: true, clubIds: ['A'] }];
    const live = (more: object = {}) => createSurroundings({ vod: null, events: match, ...more });
    const video = { visible: false, status: 'FINISHED', clubIds: ['A'] };
    for (const vod of [null, { ...video, awaiting: 'told' }, { ...video, status: 'STARTED', awaiting: 'new' }])
      expect(isPublicClip(ofLive, live({ vod })), JSON.stringify(vod)).toBe(true);
    expect(isPublicClip(ofLive, live({ vod: { ...video, visible: true, awaiting: null } }))).toBe(true);
    for (const less of [
      { vod: undefined },
      { vod: video },
      { vod: { ...video, awaiting: null } },
      { vod: { ...video, awaiting: 'new', clubIds: ['B'] } },
      { events: [{ ...match[0], visible: false }] },
      { events: [{ ...match[0], clubIds: ['B'] }] },
      { events: [undefined] },
      { events: [] },
      { club: { visible: true } },
    ])
      expect(isPublicClip(ofLive, live(less)), JSON.stringify(less)).toBe(false);
    // A clip of a recording stays hidden until the recording is published.
    expect(isPublicClip(clip, live({ vod: { ...video, awaiting: 'new' } }))).toBe(false);
  });

  test('[D-CLIP-3] is removed with its recording, club or match, but not if they are hidden', () => {
    const all = { vod: {}, club: {}, match: {} };
    expect(isOver(clip, all)).toBe(false);
    for (const less of [{ vod: undefined }, { club: undefined }, { match: undefined }])
      expect(isOver(clip, { ...all, ...less })).toBe(true);
    expect(isOver({ sportEventId: null }, { ...all, match: undefined })).toBe(false);
  });
});

describe('two clips', () => {
  type Shown = Pick<StoredClip, 'vodId' | 'live' | 'cut'>;
  const cutAt = (start: number, seconds = 6, vodId = 'V') => ({ vodId, cut: { start, seconds } }) as Shown;
  const summarise = (...starts: number[]) =>
    ({
      vodId: 'V',
      cut: { start: 0, seconds: 60, summary: { parts: starts.map((start) => ({ start, seconds: 6 })) } },
    }) as Shown;
  /** A clip of a live that began at 0; its seconds count within an excerpt. */
  const cutLive = (at: number, vodId: string | null = null, broadcastId = 'B') =>
    ({ vodId, live: { broadcastId, from: 1000 * at, seconds: 6, at }, cut: { start: 2, seconds: 6 } }) as Shown;

  test.each<[string, Shown, Shown, boolean]>([
    ['the same seconds', cutAt(10), cutAt(10), true],
    ['a second more', cutAt(10), cutAt(15), true],
    ['seconds that follow', cutAt(10), cutAt(16), false],
    ['the same seconds of another recording', cutAt(10), cutAt(10, 6, 'W'), false],
    ['a part of a summary', cutAt(10), summarise(0, 14), true],
    ['none of the parts of a summary', cutAt(10), summarise(0, 20), false],
    ['the same time of a live', cutLive(10), cutLive(13), true],
    ['another time of a live', cutLive(10), cutLive(16), false],
    ['the same time of another live', cutLive(10), cutLive(10, null, 'C'), false],
    ['the video of a live', cutLive(10, 'V'), cutAt(12), true],
    ['another second of the video of a live', cutLive(10, 'V'), cutAt(2), false],
    ['a live without its video yet', cutLive(10), cutAt(10), false],
  ])('share a moment or not: %s', (_, one, other, expected) => {
    expect([sharesMoment(one, other), sharesMoment(other, one)]).toEqual([expected, expected]);
  });

  test('have parts in seconds of the recording, or in milliseconds of the live', () => {
    expect(listParts(summarise(0, 14))).toEqual([
      { from: 0, to: 6 },
      { from: 14, to: 20 },
    ]);
    expect(listParts(cutLive(10))).toEqual([{ from: 10_000, to: 16_000 }]);
  });
});
