/** Finds the target of an arrow key, with boxes drawn by hand. */
import { expect, test } from 'vitest';
import { findNearest } from '../../../web/app/nearest-element.ts';

const spot = (name: string, left: number, top: number, width = 100, height = 50, isStuck = false) => ({
  name,
  isStuck,
  box: { left, right: left + width, top, bottom: top + height },
});

test('[E-TV-1] finishes a row before the next one', () => {
  const [a, b, c, below] = [spot('a', 0, 0), spot('b', 120, 0), spot('c', 240, 0), spot('below', 0, 60)];
  const all = [below, c, b, a];
  expect(findNearest(a, all, 'ArrowRight')).toBe(b);
  expect(findNearest(b, all, 'ArrowRight')).toBe(c);
  expect(findNearest(c, all, 'ArrowLeft')).toBe(b);
  expect(findNearest(a, all, 'ArrowDown')).toBe(below);
  expect(findNearest(below, all, 'ArrowUp')).toBe(a);
  expect(findNearest(a, all, 'ArrowUp')).toBeUndefined();
  expect(findNearest(a, all, 'ArrowLeft')).toBeUndefined();
});

test('[E-TV-1] prefers an element directly below to a slightly nearer one at the side', () => {
  const [from, under, aside] = [spot('from', 0, 0), spot('under', 0, 200), spot('aside', 300, 60)];
  expect(findNearest(from, [from, aside, under], 'ArrowDown')).toBe(under);
});

test("[E-TV-1] reaches the 'see all' link above the end of a row", () => {
  const [card, more, far] = [spot('card', 0, 100), spot('more', 900, 20), spot('far', 900, 600)];
  expect(findNearest(card, [card, far, more], 'ArrowRight')).toBe(more);
  expect(findNearest(card, [card, far], 'ArrowRight')).toBeUndefined();
});

test('[E-TV-1] prefers scrolled-away content to a bar on top', () => {
  const bar = spot('bar', 0, 0, 1000, 64, true);
  const [gone, card] = [spot('gone', 0, -300), spot('card', 0, 200)];
  expect(findNearest(card, [bar, gone, card], 'ArrowUp')).toBe(gone);
  expect(findNearest(gone, [bar, gone, card], 'ArrowUp')).toBeUndefined();
  expect(findNearest(card, [bar, card], 'ArrowUp')).toBe(bar);
  expect(findNearest(bar, [bar, gone, card], 'ArrowDown')).toBe(card);
});

test('[E-TV-1] the focus stays within a bar while the page passes below it', () => {
  const [first, last] = [spot('first', 0, 0, 100, 50, true), spot('last', 900, 0, 100, 50, true)];
  const passing = spot('passing', 400, 20);
  const all = [first, passing, last];
  expect(findNearest(last, all, 'ArrowLeft')).toBe(first);
  expect(findNearest(first, all, 'ArrowRight')).toBe(last);
  expect(findNearest(first, [first, passing], 'ArrowRight')).toBe(passing);
});

test('[E-TV-1] the focus enters a calendar day and leaves it again', () => {
  const day = spot('day', 0, 0, 200, 120);
  const more = spot('more', 8, 90, 60, 24);
  const tomorrow = spot('tomorrow', 201, 0, 200, 120);
  expect(findNearest(day, [day, more, tomorrow], 'ArrowDown')).toBe(more);
  expect(findNearest(more, [day, more, tomorrow], 'ArrowUp')).toBe(day);
  expect(findNearest(day, [day, more, tomorrow], 'ArrowRight')).toBe(tomorrow);
});
