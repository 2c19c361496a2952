/** The scoreboard over the picture: when it shows a score, and its texts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clubCodes } from '../../../shared/domain/club-code.ts';
import { cueText, readCue } from '../../../shared/domain/score-cue.ts';
import {
  addUpdate,
  findDueUpdate,
  type ScoreUpdate,
  toServerTime,
} from '../../../web/features/viewing/scoreboard/score-delay.ts';
import {
  formatClock,
  type ShownScore,
  toPhaseCode,
  toSpokenScore,
} from '../../../web/features/viewing/scoreboard/score-texts.ts';

const updates = [
  { version: 1, score: '0–0', at: 1_000, receivedAt: 1_500 },
  { version: 2, score: '1–0', at: 9_000, receivedAt: 9_500 },
];

test('[D-SCORE-4] shows a goal only once the picture has reached it', () => {
  const findShownScore = (playing: number) => findDueUpdate(updates, { playing, now: 20_000, hasCues: false })?.score;
  expect(findShownScore(999)).toBeUndefined();
  expect(findShownScore(1_000)).toBe('0–0');
  expect(findShownScore(8_999)).toBe('0–0');
  expect(findShownScore(9_000)).toBe('1–0');
  // A rewound live shows the earlier score.
  expect(findShownScore(5_000)).toBe('0–0');
});

test("[D-SCORE-4] waits longer than any player's delay when the frame's time is unknown", () => {
  const findShownScore = (now: number) => findDueUpdate(updates, { playing: undefined, now, hasCues: false })?.score;
  expect(findShownScore(15_000)).toBeUndefined();
  expect(findShownScore(25_000)).toBe('0–0');
  expect(findShownScore(29_000)).toBe('0–0');
  expect(findShownScore(30_000)).toBe('1–0');
});

test("[D-SCORE-4] shows a cue's score with its frame, and a missing cue's a moment later", () => {
  const withCue = [updates[0]!, { ...updates[1]!, cueAt: 9_400 }];
  const findShownScore = (playing: number, list: readonly ScoreUpdate<string>[]) =>
    findDueUpdate(list, { playing, now: 20_000, hasCues: true })?.score;
  expect(findShownScore(9_399, withCue)).toBe('0–0');
  expect(findShownScore(9_400, withCue)).toBe('1–0');
  expect(findShownScore(9_699, updates)).toBe('0–0');
  expect(findShownScore(9_700, updates)).toBe('1–0');
  // The scorer app was offline: the action arrives a minute late, after its frame.
  expect(findShownScore(20_000, [updates[0]!, { ...updates[1]!, cueAt: 69_000 }])).toBe('1–0');
  // A viewer who rewinds sees the earlier score, also within the player's buffer.
  expect(findShownScore(5_000, withCue)).toBe('0–0');
});

test("[D-SCORE-4] merges the API's answer and the stream's cue in any order", () => {
  const incoming = [
    ...updates,
    { version: 3, score: '1–1', at: 12_000, receivedAt: 12_400 },
    { version: 2, score: '1–0', at: 9_000, receivedAt: 9_900, cueAt: 9_400 },
    { version: 3, score: '1–1', at: 12_000, receivedAt: 12_900, cueAt: 12_300 },
  ];
  const describeUpdates = (list: readonly ScoreUpdate<string>[]) =>
    Array.from({ length: 30 }, (_, second) => {
      return findDueUpdate(list, { playing: 500 * second, now: 99_000, hasCues: true })?.score;
    });
  const inOrder = describeUpdates(incoming.reduce<readonly ScoreUpdate<string>[]>(addUpdate, []));
  fc.assert(
    fc.property(fc.shuffledSubarray([...incoming, ...incoming], { minLength: 2 * incoming.length }), (order) => {
      expect(describeUpdates(order.reduce<readonly ScoreUpdate<string>[]>(addUpdate, []))).toEqual(inOrder);
    }),
  );
  const many = Array.from({ length: 50 }, (_, version) => ({
    version,
    score: version,
    at: version,
    receivedAt: version,
  }));
  expect(many.reduce<readonly ScoreUpdate<number>[]>(addUpdate, []).at(-1)?.score).toBe(49);
});

test('[D-SCORE-4] corrects a wrong player clock by the cues', () => {
  expect(toServerTime(undefined, 1_000)).toBe(1_000);
  // The clock is a minute fast.
  const mark = { cueAt: 700_000, date: 760_000 };
  expect(toServerTime(mark, 761_000)).toBe(701_000);
  expect(toServerTime(mark, undefined)).toBeUndefined();
  expect(toServerTime({ ...mark, date: undefined }, 701_000)).toBe(701_000);
});

test('[D-SCORE-4] ignores cues that are not scores', () => {
  const cue = {
    eventId: '01ABC',
    version: 7,
    saidAt: 1_795_000_000_900,
    changedAt: 1_795_000_000_000,
    score: { home: 1, away: 0, phase: 'PLAYING', period: 1, startedAt: 1_794_999_000_000, clockMs: 0 },
  } as const;
  expect(new TextEncoder().encode(cueText(cue)).length).toBeLessThan(1024);
  expect(readCue(`ID3\0PRIV\0metadata.live-video.net\0${cueText(cue)}`)).toEqual(cue);
  expect(readCue(cueText({ ...cue, score: { ...cue.score, startedAt: null } }))?.score.startedAt).toBeNull();
  for (const other of ['', '{"score":', '{"score":"x"}', cueText(cue).replace('"home":1', '"home":"<b>"')])
    expect(readCue(other)).toBeUndefined();
});

const score = (more: Partial<ShownScore>): ShownScore => ({
  home: 2,
  away: 1,
  phase: 'PLAYING',
  period: 1,
  startedAt: 1_000_000,
  clockMs: 0,
  ...more,
});

test('[D-SCORE-7] formats score, period and clock as on television', () => {
  expect(formatClock(score({}), 1_000_000 + 65_400)).toBe('1:05');
  expect(formatClock(score({}), 1_000_000 + 61 * 60_000)).toBe('61:00');
  expect(formatClock(score({ phase: 'BREAK', startedAt: null }), 9)).toBeUndefined();
  expect(toPhaseCode(score({ period: 2 }), 'SOCCER')).toBe('2.ª');
  expect(toPhaseCode(score({ period: 3 }), 'BASKET')).toBe('C3');
  expect(toPhaseCode(score({ period: 3 }), 'SOCCER')).toBe('PR');
  expect(toPhaseCode(score({ phase: 'BREAK' }), 'SOCCER')).toBe('DES');
  expect(toPhaseCode(score({ phase: 'ENDED' }), 'SOCCER')).toBe('FIN');
  expect(toSpokenScore(score({}), 'SOCCER', 'CD Sauce', 'Atlético Norte')).toBe(
    'CD Sauce 2, Atlético Norte 1, 1.ª parte',
  );
});

test.each([
  ['CD Sauce', 'Atlético Norte', 'SAU', 'NOR'],
  ['Pinar UD', 'Los Olivos UD', 'PIN', 'OLI'],
  ['Molina Azul', 'Molina Rojo', 'MOL', 'MRO'],
  ['CF', 'UD', 'CF', 'UD'],
  ['🏀', 'CD Sauce', '', 'SAU'],
  ['Ñora', 'Águilas', 'NOR', 'AGU'],
])('[D-SCORE-7] abbreviates %s and %s to three letters', (home, away, one, other) => {
  expect(clubCodes(home, away)).toEqual([one, other]);
});
