/** Finds the element that an arrow key leads to. */

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** Viewport pixels. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Spot {
  box: Box;
  /** Fixed or sticky: does not scroll with the page. */
  isStuck: boolean;
}

/**
 * The nearest element in a direction. Fixed bars overlap the page, so they count only when the page itself has nothing
 * more in that direction; within a bar, left and right stay in it.
 */
export function findNearest<S extends Spot>(from: Spot, spots: readonly S[], direction: Direction): S | undefined {
  const others = spots.filter((spot) => spot !== from);
  const ofPage = others.filter(({ isStuck }) => !isStuck);
  const ofBars = others.filter(({ isStuck }) => isStuck);
  const first = from.isStuck ? (isSideways(direction) ? ofBars : others) : ofPage;
  return findClosest(from.box, first, direction) ?? findClosest(from.box, others, direction);
}

function findClosest<S extends Spot>(from: Box, spots: readonly S[], direction: Direction): S | undefined {
  let found: S | undefined;
  let cost = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const one = measureDistance(from, spot.box, direction);
    if (one < cost) [found, cost] = [spot, one];
  }
  return found;
}

/**
 * Edge-to-edge distance along the direction plus three times the sideways offset, so that a row is finished before the
 * next one begins. Infinite for elements in another direction.
 */
function measureDistance(from: Box, to: Box, direction: Direction): number {
  const { along, aside, onwards } = measure(from, to, direction);
  // Elements may overlap by focus rings and borders, and a calendar day contains others.
  if (onwards <= 0 || (along < -4 && !contains(from, to) && !contains(to, from))) return Number.POSITIVE_INFINITY;
  // Sideways: along the row, or to an element slightly above or below its end.
  if (isSideways(direction) && aside > maxSidewaysOffset) return Number.POSITIVE_INFINITY;
  return Math.max(0, along) + (isSideways(direction) && aside > 0 ? 100 * aside : 3 * aside);
}

const maxSidewaysOffset = 240;

function measure(from: Box, to: Box, direction: Direction) {
  const across = gap(from.left, from.right, to.left, to.right);
  const upright = gap(from.top, from.bottom, to.top, to.bottom);
  switch (direction) {
    case 'ArrowDown':
      return {
        along: to.top - from.bottom,
        aside: across,
        onwards: middleOffset(to.top, to.bottom, from.top, from.bottom),
      };
    case 'ArrowUp':
      return {
        along: from.top - to.bottom,
        aside: across,
        onwards: middleOffset(from.top, from.bottom, to.top, to.bottom),
      };
    case 'ArrowRight':
      return {
        along: to.left - from.right,
        aside: upright,
        onwards: middleOffset(to.left, to.right, from.left, from.right),
      };
    case 'ArrowLeft':
      return {
        along: from.left - to.right,
        aside: upright,
        onwards: middleOffset(from.left, from.right, to.left, to.right),
      };
  }
}

/** Signed distance between the middles of two intervals. */
const middleOffset = (from: number, to: number, otherFrom: number, otherTo: number) =>
  (from + to - otherFrom - otherTo) / 2;

/** Distance between two intervals; 0 if they overlap. */
const gap = (from: number, to: number, otherFrom: number, otherTo: number) =>
  Math.max(0, otherFrom - to, from - otherTo);

const contains = (outer: Box, inner: Box) =>
  outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom;

export const isSideways = (direction: Direction) => direction === 'ArrowLeft' || direction === 'ArrowRight';
