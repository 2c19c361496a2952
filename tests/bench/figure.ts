/** Figures of the benchmark: display and comparison. */

export interface Figure {
  what: string;
  value: number;
  /** Empty for a bare number. */
  unit: 'ms' | 's' | 'KB' | 'MB' | 'kbit/s' | '×' | '$' | '';
  limit: number;
}

/** A figure of several runs. */
export interface Measured extends Omit<Figure, 'value'> {
  part: string;
  values: number[];
}

/** The content of a file written by `--json`. */
export interface Report {
  date: string;
  machine: string;
  node: string;
  figures: Measured[];
}

/** Minimal noise: runs on a shared machine differ by at least this. */
const leastNoise = 0.1;

export const toMedian = ({ values }: Measured): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = low] = sorted.slice(sorted.length % 2 ? middle : middle - 1);
  return sorted.length % 2 ? low : (low + high) / 2;
};

/** Spread of the runs, as a share of their median. */
export function toNoise(measured: Measured): number {
  const spread = Math.max(...measured.values) - Math.min(...measured.values);
  return Math.max(leastNoise, spread / toMedian(measured) || 0);
}

export interface Comparison {
  before: Measured;
  after: Measured;
  ratio: number;
  /** The larger noise of the two reports. */
  noise: number;
  verdict: 'slower' | 'faster' | 'same';
}

/** Compares the figures of two reports; smaller is better. */
export function compare(before: Report, after: Report): Comparison[] {
  return after.figures.flatMap((now) => {
    const then = before.figures.find(({ part, what }) => part === now.part && what === now.what);
    if (!then) return [];
    const ratio = toMedian(now) / toMedian(then);
    const noise = Math.max(toNoise(then), toNoise(now));
    const verdict = ratio > 1 + noise ? 'slower' : ratio < 1 / (1 + noise) ? 'faster' : 'same';
    return { before: then, after: now, ratio, noise, verdict } as const;
  });
}

export function formatFigure(value: number, unit: Figure['unit']): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}
