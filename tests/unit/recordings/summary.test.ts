/** The parts of a summary, and the encoder's settings for them. */
import { describe, expect, test } from 'vitest';
import { selectSummaryParts } from '../../../functions/recordings/clips/rules.ts';
import { drawCard } from '../../../functions/recordings/clips/title-card.ts';
import { createJobSettings } from '../../../functions/recordings/media/job-settings.ts';
import { longestSummary } from '../../../shared/domain/clip-length.ts';

const goal = (second: number) => ({ second, type: 'goal' as const });
const listSpans = (...about: Parameters<typeof selectSummaryParts>) =>
  selectSummaryParts(...about)
    .map(({ start, seconds }) => `${start}+${seconds}`)
    .join(' ');

describe('the parts of a summary', () => {
  test('[D-CLIP-4] surround each moment in match order; overlapping parts merge', () => {
    expect(listSpans([goal(1000), goal(100)], 3600)).toBe('92+14 992+14');
    expect(listSpans([goal(100), goal(110), goal(112), goal(500)], 3600)).toBe('92+26 492+14');
    // Nearly touching parts merge: a cut that skips a second looks like a fault.
    expect(listSpans([goal(100), goal(115)], 3600)).toBe('92+29');
    expect(listSpans([goal(100), goal(116)], 3600)).toBe('92+14 108+14');
    // One moment marked for both clubs, and one beyond the end.
    expect(listSpans([goal(100), goal(100), goal(9999)], 3600)).toBe('92+14 3592+8');
    expect([listSpans([], 3600), listSpans([goal(1)], 4)]).toEqual(['', '']);
  });

  test('[D-CLIP-4] take the poster from the first moment', () => {
    expect(selectSummaryParts([goal(110), goal(100)], 3600)[0]?.poster).toBe(8);
  });

  test('[D-CLIP-4] last at most three minutes with the card; goals win over other moments, and later moments over earlier ones of a kind', () => {
    const baskets = Array.from({ length: 60 }, (_, at) => ({ second: 30 + at * 40, type: 'basket' as const }));
    const threes = [100, 900].map((second) => ({ second, type: 'three_pointer' as const }));
    const fouls = [15, 3000].map((second) => ({ second, type: 'foul' as const }));
    const parts = selectSummaryParts([...fouls, ...baskets, ...threes], 3600);
    const seconds = parts.reduce((sum, part) => sum + part.seconds, 3);
    expect(seconds).toBeLessThanOrEqual(longestSummary);
    expect(seconds).toBeGreaterThan(longestSummary - 20);
    const hasSecond = (second: number) =>
      parts.some((part) => part.start <= second && second <= part.start + part.seconds);
    expect([100, 900, 2390, 2350].map(hasSecond)).toEqual([true, true, true, true]);
    expect([15, 30, 3000].map(hasSecond)).toEqual([false, false, false]);
    expect(parts.map(({ start }) => start)).toEqual(parts.map(({ start }) => start).toSorted((a, b) => a - b));
  });
});

const info = { width: 1920, height: 1080, duration: 5400, hasAudio: true, framesPerSecond: 25 };
const part = (start: number, seconds: number) => ({ start, seconds });
const summary = { card: 'clips/I/card.png', parts: [part(60, 14), part(600, 20)] };
const toSettings = (more: object = {}, crest: string | null = 'thumbnails/clubs/C/x.corner.png') =>
  createJobSettings({
    kind: 'clips' as const,
    id: 'I',
    generation: 'G',
    key: '',
    source: 's3://uploads/vods/V/source.mp4',
    mediaBucket: 'media',
    mediaOrigin: 'https://m',
    info: { ...info, ...more },
    cut: { start: 60, seconds: 37, poster: 11, crest, summary },
  });

describe('the encoding of a summary', () => {
  test('[D-CLIP-4] is one job: the card as a still picture, and every part of the recording', () => {
    const { FollowSource, Inputs, OutputGroups } = toSettings();
    expect(FollowSource).toBe(2);
    const card = { ImageInput: 's3://media/clips/I/card.png', Width: 1280, Height: 720 };
    expect(Inputs).toMatchObject([
      {
        VideoGenerator: { ...card, Duration: 3000, Channels: 2, SampleRate: 48_000 },
        AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT' } },
      },
      {
        FileInput: 's3://uploads/vods/V/source.mp4',
        InputClippings: [
          { StartTimecode: '00:01:00:00', EndTimecode: '00:01:13:24' },
          { StartTimecode: '00:10:00:00', EndTimecode: '00:10:19:24' },
        ],
      },
    ]);
    const video = OutputGroups?.[0]?.Outputs?.[0]?.VideoDescription;
    expect(video).toMatchObject({ Width: 1280, Height: 720 });
    expect(video?.VideoPreprocessors?.ImageInserter?.InsertableImages?.[0]?.StartTime).toBe('00:00:03:00');
    const upright = toSettings({ width: 1080, height: 1920 }).OutputGroups?.[0]?.Outputs?.[0]?.VideoDescription;
    expect(upright).toMatchObject({ Width: 720, Height: 1280 });
    expect(toSettings({ hasAudio: false }).Inputs?.[0]).not.toHaveProperty('AudioSelectors');
  });
});

test('[D-CLIP-4] names both sides on the title card without the score, and fits long names', () => {
  const sides = ['C'.repeat(300), '<script>&"\''].map((name) => ({ name, crest: null }));
  const card = { sport: 'SOCCER' as const, title: 'Final', foot: 'Jornada 3', sides };
  const svg = drawCard(card, ['#112233', '#ddeeff'], [true, true]);
  expect(svg).toMatch(/^<svg [^>]+width="1280" height="720"/);
  expect(svg).not.toMatch(/script|NaN|undefined/);
  expect(drawCard({ ...card, sides: [] }, ['#112233'], [])).not.toMatch(/NaN|undefined/);
});
