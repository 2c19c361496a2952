/** Encoding settings for different sources. */
import type { JobSettings } from '@aws-sdk/client-mediaconvert';
import { describe, expect, test } from 'vitest';
import { createJobSettings, segmentSeconds } from '../../../functions/recordings/media/job-settings.ts';
import type { Cut, SourceInfo } from '../../../functions/recordings/media/rules.ts';
import { gopSeconds } from '../../../shared/domain/limits.ts';

const cut: Cut = { start: 0, seconds: 10, poster: 3, crest: 'thumbnails/crest.png' };
const kinds: [string, Cut | undefined][] = [
  ['a recording', undefined],
  ['a clip', cut],
  ['a summary', { ...cut, summary: { card: 'thumbnails/card.png', parts: [{ start: 0, seconds: 7 }] } }],
];

function createSettings(more: Partial<SourceInfo>, part?: Cut): JobSettings {
  const info = { width: 1920, height: 1080, duration: 5400, hasAudio: true, framesPerSecond: 25, ...more };
  const encoding = {
    kind: 'vods' as const,
    id: 'I',
    generation: 'G',
    key: '',
    source: 's3://uploads/vods/V/source.mp4',
  };
  return createJobSettings({ ...encoding, mediaBucket: 'media', mediaOrigin: 'https://m', info, cut: part });
}

const listOutputs = ({ OutputGroups = [] }: JobSettings) => OutputGroups.flatMap(({ Outputs = [] }) => Outputs);
const readPreprocessors = (settings: JobSettings) =>
  listOutputs(settings).map(({ VideoDescription }) => VideoDescription?.VideoPreprocessors ?? {});

describe.each(kinds)('%s', (_, part) => {
  test('[V-PLAY-9] converts wide colours in every output', () => {
    const conversion = { ColorSpaceConversion: 'FORCE_709', HdrToSdrToneMapper: 'PRESERVE_DETAILS' };
    for (const each of readPreprocessors(createSettings({ hasWideColour: true }, part)))
      expect(each.ColorCorrector).toEqual(conversion);
  });

  test('[V-PLAY-9] has a key frame where players jump to, and leaves B-frames and quantization to the service', () => {
    const found = listOutputs(createSettings({}, part)).flatMap(
      ({ VideoDescription }) => VideoDescription?.CodecSettings?.H264Settings ?? [],
    );
    expect(found.length).toBeGreaterThan(0);
    for (const settings of found) {
      expect(settings).toMatchObject({ GopSize: gopSeconds, GopSizeUnits: 'SECONDS' });
      for (const name of ['AdaptiveQuantization', 'DynamicSubGop', 'NumberBFramesBetweenReferenceFrames'])
        expect(settings).not.toHaveProperty(name);
    }
    expect(segmentSeconds % gopSeconds).toBe(0);
  });

  test('[V-PLAY-9] asks for no conversion that its source does not need', () => {
    for (const { ImageInserter, ...others } of readPreprocessors(createSettings({}, part))) expect(others).toEqual({});
  });
});

describe.each(kinds)('%s', (_, part) => {
  test('[V-PLAY-9] deinterlaces what is marked, and looks for interlaced frames where a mark may be missing', () => {
    for (const { Deinterlacer } of readPreprocessors(createSettings({ scan: 'interlaced' }, part)))
      expect(Deinterlacer).toMatchObject({ Control: 'NORMAL' });
    for (const { Deinterlacer } of readPreprocessors(createSettings({ scan: 'unmarked' }, part)))
      expect(Deinterlacer).toMatchObject({ Control: 'FORCE_ALL_FRAMES', Mode: 'ADAPTIVE' });
  });

  test('[B-CAM-23] fixes both sides where the picture may change its shape, and one elsewhere', () => {
    const sizes = (settings: JobSettings) =>
      listOutputs(settings).map(({ VideoDescription: { Width, Height } = {} }) => [Width, Height]);
    for (const [width = 0, height = 0] of sizes(createSettings({ canChangeSize: true }, part)))
      expect(Math.abs(width - (height * 16) / 9)).toBeLessThanOrEqual(1);
    if (!part?.summary) expect(sizes(createSettings({}, part)).flat()).toContain(undefined);
  });

  test('[V-PLAY-9] asks for 30 frames a second only where the source has too few', () => {
    const rates = (framesPerSecond: number) =>
      listOutputs(createSettings({ framesPerSecond }, part)).flatMap(
        ({ VideoDescription }) => VideoDescription?.CodecSettings?.H264Settings?.FramerateControl ?? [],
      );
    expect(new Set(rates(3))).toEqual(new Set(['SPECIFIED']));
    expect(new Set(rates(24_000 / 1001))).toEqual(new Set(['INITIALIZE_FROM_SOURCE']));
  });

  test('[V-PLAY-9] halves the frame rate of small renditions of a fast source', () => {
    const rates = (framesPerSecond: number) =>
      listOutputs(createSettings({ framesPerSecond }, part)).flatMap(
        ({ VideoDescription: { Height = 0, CodecSettings } = {} }) => {
          const { FramerateNumerator, FramerateDenominator } = CodecSettings?.H264Settings ?? {};
          return FramerateNumerator ? [[Height, FramerateNumerator, FramerateDenominator]] : [];
        },
      );
    const small = part ? [] : [360, 270];
    expect(rates(50)).toEqual(small.map((height) => [height, 25, 1]));
    expect(rates(60)).toEqual(small.map((height) => [height, 30, 1]));
    expect(rates(60_000 / 1001)).toEqual(small.map((height) => [height, 30_000, 1001]));
    for (const usual of [24, 25, 30_000 / 1001, 30, 48]) expect(rates(usual)).toEqual([]);
  });

  test('[V-PLAY-9] mixes several microphones to both sides', () => {
    const selector = createSettings({ audioTracks: [1, 2, 3, 4] }, part).Inputs?.at(-1)?.AudioSelectors;
    const channel = { InputChannels: [-6, -6, -6, -6] };
    expect(selector?.['Audio Selector 1']).toMatchObject({
      SelectorType: 'TRACK',
      Tracks: [1, 2, 3, 4],
      RemixSettings: { ChannelsIn: 4, ChannelsOut: 2, ChannelMapping: { OutputChannels: [channel, channel] } },
    });
  });
});

test('takes a match’s poster where it was decided, and the usual one outside of the film', () => {
  const readEvery = (posterAt: number | undefined) => {
    const info = { width: 1280, height: 720, duration: 5400, hasAudio: true, framesPerSecond: 25 };
    const of = { kind: 'vods' as const, id: 'I', generation: 'G', key: '', source: 's3://uploads/vods/V/source.mp4' };
    const settings = createJobSettings({ ...of, mediaBucket: 'media', mediaOrigin: 'https://m', info, posterAt });
    const poster = listOutputs(settings)
      .map(({ VideoDescription }) => VideoDescription?.CodecSettings?.FrameCaptureSettings)
      .find((settings) => settings?.MaxCaptures !== undefined);
    return poster && [poster.FramerateNumerator, poster.FramerateDenominator, poster.MaxCaptures];
  };
  expect(readEvery(2400.7)).toEqual([1, 2400, 2]);
  // Several frames of a longer film are captured, to choose from.
  expect(readEvery(undefined)).toEqual([1, 20, 6]);
  expect(readEvery(6000)).toEqual([1, 20, 6]);
});
