/** The position and the played parts that a viewer's page reports. */
import { describe, expect, test } from 'vitest';
import { ProgressTracker } from '../../../web/features/viewing/library/progress-tracker.ts';

const video = (paused: boolean, currentTime: number) => ({ paused, currentTime, duration: 100 }) as HTMLVideoElement;

describe('the progress of a video', () => {
  test('reports where the user moved a paused video to, without counting it as played', () => {
    const tracker = new ProgressTracker({ kind: 'vods', id: 'v' });
    tracker.sample(video(false, 10));
    tracker.sample(video(true, 10));
    tracker.sample(video(true, 60));
    expect(tracker.takeUnreported()).toEqual({ kind: 'vods', id: 'v', position: 60, watched: [10] });
  });

  test('reports nothing of a video that never played', () => {
    const tracker = new ProgressTracker({ kind: 'vods', id: 'v' });
    tracker.sample(video(true, 30));
    expect(tracker.takeUnreported()).toBeUndefined();
  });

  test('keeps the position of an element that is emptied', () => {
    const tracker = new ProgressTracker({ kind: 'vods', id: 'v' });
    tracker.sample(video(false, 10));
    tracker.sample(video(true, 0));
    tracker.sample(null);
    expect(tracker.takeUnreported()?.position).toBe(10);
  });
});
