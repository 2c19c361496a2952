/** A figure of the benchmark; smaller is better. */
export interface Figure {
  what: string;
  value: number;
  /** Empty for a bare number. */
  unit: 'ms' | 's' | 'KB' | 'MB' | '×' | '';
  limit: number;
}

export function formatFigure(value: number, unit: Figure['unit']): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}
