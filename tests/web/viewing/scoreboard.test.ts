/** The scoreboard over the picture: when it may tell what, and how it reads. */
import { expect, test } from 'vitest';
import { clubCodes } from '../../../shared/league/club-code.ts';
import { released } from '../../../web/features/viewing/scoreboard/held.ts';
import { clockText, phaseCode, type Shown, spokenScore } from '../../../web/features/viewing/scoreboard/score-texts.ts';

const held = [
  { score: '0–0', at: 1_000, heardAt: 1_500 },
  { score: '1–0', at: 9_000, heardAt: 9_500 },
];

test('[D-SCORE-4] a goal waits until the picture has come to it, and never comes before', () => {
  const shownAt = (playing: number) => released(held, { playing, now: 20_000 })?.score;
  expect(shownAt(999)).toBeUndefined();
  expect(shownAt(1_000)).toBe('0–0');
  expect(shownAt(8_999)).toBe('0–0');
  expect(shownAt(9_000)).toBe('1–0');
  // Who winds back sees what stood then.
  expect(shownAt(5_000)).toBe('0–0');
});

test('[D-SCORE-4] where nothing says what time the picture is, it waits longer than any player is behind', () => {
  const shownAt = (now: number) => released(held, { playing: undefined, now })?.score;
  expect(shownAt(15_000)).toBeUndefined();
  expect(shownAt(25_000)).toBe('0–0');
  expect(shownAt(29_000)).toBe('0–0');
  expect(shownAt(30_000)).toBe('1–0');
});

const score = (more: Partial<Shown>): Shown => ({
  ...{ home: 2, away: 1, phase: 'PLAYING', period: 1, startedAt: 1_000_000, clockMs: 0 },
  ...more,
});

test('[D-SCORE-7] score, period and clock read as on television', () => {
  expect(clockText(score({}), 1_000_000 + 65_400)).toBe('1:05');
  expect(clockText(score({}), 1_000_000 + 61 * 60_000)).toBe('61:00');
  expect(clockText(score({ phase: 'BREAK', startedAt: null }), 9)).toBeUndefined();
  expect(phaseCode(score({ period: 2 }), 'SOCCER')).toBe('2.ª');
  expect(phaseCode(score({ period: 3 }), 'BASKET')).toBe('C3');
  expect(phaseCode(score({ period: 3 }), 'SOCCER')).toBe('PR');
  expect(phaseCode(score({ phase: 'BREAK' }), 'SOCCER')).toBe('DES');
  expect(phaseCode(score({ phase: 'ENDED' }), 'SOCCER')).toBe('FIN');
  expect(spokenScore(score({}), 'SOCCER', 'CD Sauce', 'Atlético Norte')).toBe(
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
])('[D-SCORE-7] %s and %s in three letters', (home, away, one, other) => {
  expect(clubCodes(home, away)).toEqual([one, other]);
});
