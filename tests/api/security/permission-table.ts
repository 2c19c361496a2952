/** Reads `permissions.md`: `| GET /clubs/{id} | 200 200 404 404 | … |` lines under a heading line with the callers. */
import { readFileSync } from 'node:fs';

/** Cells by endpoint and caller. */
export function readPermissions(): Record<string, Record<string, string>> {
  const text = readFileSync(new URL('./permissions.md', import.meta.url), 'utf8');
  const [head = [], ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const names = head.slice(1);
  return Object.fromEntries(
    rows.map(([key = '', ...cells]) => [
      key,
      Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
    ]),
  );
}
