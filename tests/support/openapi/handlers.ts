/**
 * Error codes that each handler may answer, read from the source: those in its text and in the functions that it calls,
 * directly or not. Finds only top-level declarations, by the layout of the formatter.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { listErrorCodes, takesVersion } from '../../../functions/platform/reference/error-codes.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { type Endpoint, splitKey } from '../../../shared/contract/endpoint.ts';
import { errors } from '../../../shared/contract/errors.ts';

/** Ignored: reached from everywhere, or only lists error codes. */
const transparent = new Set(['collection', 'serve', 'serveCached', 'listErrorCodes']);

interface Source {
  declarations: Map<string, string>;
  handlers: Map<string, string>;
  /** `file#name` of each import, by its local name. */
  imports: Map<string, string>;
}

export function readErrorCodes(): Map<string, string[]> {
  const folder = resolve('functions');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const paths = [...names.map((name) => join(folder, name)), resolve('shared/domain/png-file.ts')];
  const sources = new Map(paths.map((path) => [path, read(path)]));
  const found = new Map<string, string[]>();
  for (const [path, { handlers }] of sources) {
    for (const [key, text] of handlers) {
      const codes = new Set<string>();
      walk(sources, path, text, codes, new Set());
      found.set(key, [...codes].toSorted());
    }
  }
  return found;
}

/** Describes the endpoints whose `refuses` departs from what their handlers can answer. */
export function listWrongErrors(): string[] {
  const reached = readErrorCodes();
  return Object.entries<Endpoint>(contract).flatMap(([key, endpoint]) => {
    const named = new Set<string>([...listErrorCodes(splitKey(key).path, endpoint).values()].flat());
    const thrown = reached.get(key) ?? [];
    const stated = [...(endpoint.refuses ?? []), ...(takesVersion(endpoint) ? ['REQ4090' as const] : [])];
    return [
      ...thrown
        .filter((code) => !named.has(code))
        .map((code) => `add ${code} to \`refuses\` of ${key}: its handler throws it`),
      ...stated
        .filter((code) => !thrown.includes(code))
        .map((code) => `remove ${code} from \`refuses\` of ${key}: its handler never throws it`),
    ];
  });
}

function walk(sources: Map<string, Source>, path: string, text: string, codes: Set<string>, seen: Set<string>): void {
  for (const [, word = ''] of text.matchAll(/'([A-Z]{2,3}\d{4})'/g)) if (word in errors) codes.add(word);
  const { declarations, imports } = sources.get(path) ?? {};
  for (const word of new Set(text.match(/\b[A-Za-z_]\w*\b/g))) {
    const [file = '', name = ''] = imports?.get(word)?.split('#') ?? (declarations?.has(word) ? [path, word] : []);
    const id = `${file}#${name}`;
    const next = sources.get(file)?.declarations.get(name);
    if (next === undefined || transparent.has(name) || seen.has(id)) continue;
    seen.add(id);
    walk(sources, file, next, codes, seen);
  }
}

function read(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const imports = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)';$/gm)) {
    for (const part of names.split(',')) {
      const [name = '', as = name] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (name) imports.set(as, `${resolve(dirname(path), from)}#${name}`);
    }
  }
  return {
    imports,
    declarations: splitIntoPieces(
      text,
      /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/,
      /^(?:import|type|interface|export (?:type|interface)|\/\*\*)/,
    ),
    handlers: path.includes('functions/api/')
      ? splitIntoPieces(text, /^ {2}(?:async )?'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/, /^\}/)
      : new Map(),
  };
}

/** Splits a text into named pieces, each from one beginning to the next, or to an end. */
function splitIntoPieces(text: string, begins: RegExp, ends: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of text.split('\n')) {
    const begun = begins.exec(line)?.[1];
    if (begun) {
      name = begun;
      // The key itself is not part of the handler.
      found.set(name, `${line.replace(/'[A-Z]+ \/[^']*'/, '')}\n`);
    } else if (ends.test(line)) name = undefined;
    else if (name) found.set(name, `${found.get(name)}${line.replace(/(^|\s)\/\/.*$/, '')}\n`);
  }
  return found;
}
