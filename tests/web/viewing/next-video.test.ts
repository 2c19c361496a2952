/** The next video after a recording, and the stills of its moments. */
import { describe, expect, test } from 'vitest';
import { findStill, parseStills } from '../../../web/features/recordings/vods/stills.ts';
import { findNextVideo } from '../../../web/features/viewing/next/recording-end-screen.tsx';

const video = (id: string, minutes: number, day: number, sportEventId: string | null = 'match') => ({
  id,
  duration: minutes * 60,
  dateCreated: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
  sportEventId,
});
const none = { ofMatch: [], ofClub: [], recommended: [] };
const [summary, first, second] = [video('summary', 4, 9), video('first', 48, 7), video('second', 47, 8)];
const club = video('club', 90, 1, 'other');

describe('[E-PLAYER-4] the next video', () => {
  test('is the match after its summary', () => {
    expect(findNextVideo(summary, { ...none, ofMatch: [summary, second, first], ofClub: [club] })?.id).toBe('first');
  });
  test('is the second part after the first, not the summary', () => {
    expect(findNextVideo(first, { ...none, ofMatch: [summary, second, first], ofClub: [club] })?.id).toBe('second');
    expect(findNextVideo(second, { ...none, ofMatch: [summary, second, first], ofClub: [second, club] })?.id).toBe(
      'club',
    );
  });
  test("is then the club's next, then a recommendation, never the same", () => {
    const alone = video('alone', 90, 3, null);
    expect(findNextVideo(alone, { ...none, ofClub: [alone, club] })?.id).toBe('club');
    expect(findNextVideo(alone, { ...none, ofClub: [alone], recommended: [alone, summary] })?.id).toBe('summary');
    expect(findNextVideo(alone, { ...none, ofClub: [alone] })).toBeUndefined();
  });
});

test("[E-PLAYER-3] shows the still of a moment's second", () => {
  const vtt = `WEBVTT

00:00.000 --> 00:10.000
sprites/0.jpg?Signature=a

00:00:10.000 --> 00:00:20.000
sprites/1.jpg#xywh=0,0,160,90

01:00:00.000 --> 01:00:10.000 align:start
sprites/360.jpg
`;
  const stills = parseStills(vtt, 'http://media.test/vods/x/thumbnails.vtt?token=y');
  expect(stills).toEqual([
    { from: 0, url: 'http://media.test/vods/x/sprites/0.jpg?Signature=a' },
    { from: 10, url: 'http://media.test/vods/x/sprites/1.jpg' },
    { from: 3600, url: 'http://media.test/vods/x/sprites/360.jpg' },
  ]);
  expect(findStill(stills, 9.9)).toContain('0.jpg');
  expect(findStill(stills, 12)).toContain('1.jpg');
  expect(findStill(stills, 4000)).toContain('360.jpg');
  expect(findStill([], 4)).toBeUndefined();
});
