export type Line = [what: string, dollars: number];

export const sum = (lines: Line[]) => lines.reduce((total, [, dollars]) => total + dollars, 0);
