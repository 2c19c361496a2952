/** Finds the element to which an arrow key leads. */

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
  /** True for fixed and sticky elements, which do not scroll with the page. */
  isStuck: boolean;
}

/**
 * Finds the nearest element in a direction. Fixed bars overlap the page: from the page, they count only if it has
 * nothing more in that direction. Within a bar, left and right stay in the bar.
 */
export function findNearest<S extends Spot>(from: Spot, spots: readonly S[], direction: Direction): S | undefined {
  const others = spots.filter((spot) => spot !== from);
  const pageSpots = others.filter(({ isStuck }) => !isStuck);
  const barSpots = others.filter(({ isStuck }) => isStuck);
  const first = from.isStuck ? (isSideways(direction) ? barSpots : others) : pageSpots;
  return findClosest(from.box, first, direction) ?? findClosest(from.box, others, direction);
}

function findClosest<S extends Spot>(from: Box, spots: readonly S[], direction: Direction): S | undefined {
  let best: S | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const distance = measureDistance(from, spot.box, direction);
    if (distance < nearest) [best, nearest] = [spot, distance];
  }
  return best;
}

/**
 * Measures the distance between edges in the direction, plus the sideways offset, weighted so that the focus finishes a
 * row before it leaves it. Infinite for elements that lie in another direction.
 */
function measureDistance(from: Box, to: Box, direction: Direction): number {
  const { along, sideways, progress } = measure(from, to, direction);
  // Focus rings and borders make elements overlap, and a calendar day contains others.
  if (progress <= 0 || (along < -4 && !contains(from, to) && !contains(to, from))) return Number.POSITIVE_INFINITY;
  // Left and right stay in the row, or lead to an element slightly above or below it.
  if (isSideways(direction) && sideways > maxSidewaysOffset) return Number.POSITIVE_INFINITY;
  return Math.max(0, along) + (isSideways(direction) && sideways > 0 ? 100 * sideways : 3 * sideways);
}

/** CSS pixels. */
const maxSidewaysOffset = 240;

function measure(from: Box, to: Box, direction: Direction) {
  const [start, end] = toInterval(from, direction);
  const [otherStart, otherEnd] = toInterval(to, direction);
  return {
    along: otherStart - end,
    sideways: isSideways(direction)
      ? measureGap(from.top, from.bottom, to.top, to.bottom)
      : measureGap(from.left, from.right, to.left, to.right),
    /** Distance between the middles. */
    progress: (otherStart + otherEnd - start - end) / 2,
  };
}

/** The edges of a box on an axis that grows in the direction. */
function toInterval({ left, right, top, bottom }: Box, direction: Direction): [number, number] {
  switch (direction) {
    case 'ArrowDown':
      return [top, bottom];
    case 'ArrowUp':
      return [-bottom, -top];
    case 'ArrowRight':
      return [left, right];
    case 'ArrowLeft':
      return [-right, -left];
  }
}

/** Measures the distance between two intervals; 0 if they overlap. */
const measureGap = (from: number, to: number, otherFrom: number, otherTo: number) =>
  Math.max(0, otherFrom - to, from - otherTo);

const contains = (outer: Box, inner: Box) =>
  outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom;

export const isSideways = (direction: Direction) => direction === 'ArrowLeft' || direction === 'ArrowRight';
