/** Follows the imports of web/ that the browser loads together with a file; `import()` and types are not among them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../../infra/local/config.ts';

const known = new Map<string, string[]>();

/** Finds the first import of a matching file on each way from a file. */
export function findCrossings(from: string, wanted: RegExp): [importer: string, imported: string][] {
  const crossings: [string, string][] = [];
  const reached = new Set([from]);
  // The set grows while it is read.
  for (const file of reached) {
    for (const next of listImports(file)) {
      if (wanted.test(next)) crossings.push([file, next]);
      else reached.add(next);
    }
  }
  return crossings;
}

/** Paths from the repository's root. */
function listImports(file: string): string[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): string[] {
  const { staticImports } = parseSync(file, readFileSync(join(root, file), 'utf8')).module;
  return staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((path) => /^\..*\.tsx?$/.test(path))
    .map((path) => join(dirname(file), path));
}
