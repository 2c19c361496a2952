/** Renditions, and the state after each event. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPosterSecond } from '../../../functions/recordings/media/captured-pictures.ts';
import { isPosterWithdrawn } from '../../../functions/recordings/media/media-picture.ts';
import { chooseLadder } from '../../../functions/recordings/media/renditions.ts';
import {
  choosePosterFrame,
  computeSpriteInterval,
  createMediaFields,
  type MediaFields,
  withEncodingFailed,
  withEncodingFinished,
  withEncodingProgress,
  withEncodingStarted,
  withRecordingPlayed,
} from '../../../functions/recordings/media/rules.ts';
import { cases } from '../../support/test-profile.ts';

const item = (fields: Partial<MediaFields> = {}): MediaFields => ({
  ...createMediaFields({ bucket: 'uploads', key: 'vods/x/source.mp4' }, 1),
  visible: true,
  ...fields,
});
const result = { duration: 60, sprites: { interval: 5, count: 12 } };

describe('the ladder', () => {
  const heights = (width: number, height: number) => chooseLadder({ width, height }).map((rung) => rung.height);

  test('[B-STATE-9] has 1080p, 720p, 360p and 270p, never above the source', () => {
    expect(heights(1920, 1080)).toEqual([1080, 720, 360, 270]);
    expect(heights(3840, 2160)).toEqual([1080, 720, 360, 270]);
    expect(heights(1280, 720)).toEqual([720, 360, 270]);
    expect(heights(640, 360)).toEqual([360, 270]);
    expect(heights(320, 240)).toEqual([240]);
  });

  test('[B-STATE-9] limits 1080p to 3.5 Mbit/s and each rung to clearly less than the one above', () => {
    const rates = chooseLadder({ width: 1920, height: 1080 }).map(({ maxBitrate }) => maxBitrate);
    expect(rates).toEqual([3_500_000, 1_600_000, 450_000, 250_000]);
  });

  test('[V-PLAY-2] fits the lowest rung with audio into 320 kbit/s', () => {
    const lowest = chooseLadder({ width: 1920, height: 1080 }).at(-1)!;
    expect(lowest.maxBitrate + lowest.audioBitrate).toBeLessThanOrEqual(320_000);
  });

  test('[B-STATE-9] chooses renditions of upright video by its width', () => {
    expect(heights(1080, 1920)).toEqual([1920, 1280, 640, 480]);
  });

  test('[B-STATE-9] gives even heights within any source, best first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 64, max: 8000 }), fc.integer({ min: 64, max: 8000 }), (width, height) => {
        const rungs = heights(width, height);
        expect(rungs.length).toBeGreaterThan(0);
        for (const rung of rungs) {
          expect(rung % 2).toBe(0);
          expect(rung).toBeLessThanOrEqual(height + 1);
        }
        expect([...rungs].sort((a, b) => b - a)).toEqual(rungs);
      }),
      cases(),
    );
  });

  test('[B-STATE-9] has about 600 seek-bar pictures at most', () => {
    expect(computeSpriteInterval(20)).toBe(5);
    expect(7200 / computeSpriteInterval(7200)).toBeLessThanOrEqual(600);
  });
});

describe('the poster', () => {
  const frames = (...sizes: number[]) => sizes.map((size, number) => ({ number, size }));

  test('is the captured frame with the most detail, but no black, blurred or first one', () => {
    expect(choosePosterFrame(frames(90_000, 2_000, 61_000, 34_000))).toBe(2);
    expect(choosePosterFrame(frames(90_000, 60_000, 2_000))).toBe(1);
  });

  test('stays the one that was chosen when the choice is repeated over its copy', () => {
    expect(choosePosterFrame(frames(1_000, 61_000, 2_000, 61_000))).toBe(3);
  });

  test('is the first frame of a film that has no other', () => {
    expect(choosePosterFrame(frames(90_000))).toBe(0);
    expect(choosePosterFrame([])).toBeUndefined();
  });

  test('shows the second of its frame, which a withdrawal covers', () => {
    expect(findPosterSecond({ duration: 90 })).toBe(20);
    expect(findPosterSecond({ duration: 90, posterFrame: 3 })).toBe(60);
    const ranges = [{ id: 'r', at: '', by: '', owner: 'platform', from: 55, to: 65 }];
    const video = item({ duration: 90, withdrawn: ranges });
    expect([isPosterWithdrawn(video), isPosterWithdrawn({ ...video, posterFrame: 3 })]).toEqual([false, true]);
  });
});

describe('encoding', () => {
  test('[B-STATE-9] goes through SENT, STARTED and FINISHED', () => {
    const started = withEncodingStarted(item(), 'g1', 0);
    expect(started.status).toBe('STARTED');
    const finished = withEncodingFinished(started, 'g1', result);
    expect(finished).toMatchObject({ status: 'FINISHED', generation: 'g1', pending: null, duration: 60 });
  });

  test('[B-STATE-9] ends as FAILED with a reason if the first encoding fails', () => {
    const failed = withEncodingFailed(withEncodingStarted(item(), 'g1', 0), 'g1', 'roto');
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'roto', pending: null });
  });

  test('[B-API-97] plays its recording until an encoding beside it is complete, also if one fails', () => {
    const played = withRecordingPlayed(item(), 'g1', 60);
    expect(played).toMatchObject({ status: 'FINISHED', generation: 'g1', duration: 60, playsRecording: true });
    const pending = withEncodingStarted(played, 'g2', 0, { keepsPlaying: true });
    expect(pending).toMatchObject({ status: 'FINISHED', generation: 'g1', playsRecording: true, progress: 0 });
    expect(withEncodingFailed(pending, 'g2', 'kaputt')).toMatchObject({ status: 'FINISHED', playsRecording: true });
    const finished = withEncodingFinished(pending, 'g2', { duration: 60.1, sprites: null, posterFrame: 3 });
    expect(finished).toMatchObject({ status: 'FINISHED', generation: 'g2', posterFrame: 3 });
    expect(finished).not.toHaveProperty('playsRecording');
  });

  test('[B-STATE-5] leaves the video unchanged if a regeneration fails', () => {
    const before = item({ status: 'FINISHED', generation: 'g1', visible: false });
    const failed = withEncodingFailed(withEncodingStarted(before, 'g2', 0), 'g2', 'roto');
    expect(failed).toMatchObject({ status: 'FINISHED', generation: 'g1', pending: null });
  });

  test('[B-STATE-9] ignores late or repeated events of another encoding', () => {
    const started = withEncodingStarted(item(), 'g2', 0);
    expect(withEncodingFinished(started, 'g1', result)).toBeUndefined();
    expect(withEncodingFailed(started, 'g1', 'roto')).toBeUndefined();
    const finished = withEncodingFinished(started, 'g2', result);
    expect(finished && withEncodingFinished(finished, 'g2', result)).toBeUndefined();
    expect(finished && withEncodingProgress(finished, 'g2', 50)).toBeUndefined();
  });

  test('[B-STATE-9] increases progress only, with 100 % at the end', () => {
    const half = withEncodingProgress(withEncodingStarted(item(), 'g', 0), 'g', 50);
    expect(half?.progress).toBe(50);
    expect(half && withEncodingProgress(half, 'g', 40)).toBeUndefined();
    expect(half && withEncodingProgress(half, 'g', 100)?.progress).toBe(99);
  });
});
