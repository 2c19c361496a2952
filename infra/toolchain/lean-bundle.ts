/**
 * esbuild plugin: leaves out of a bundle what its packages carry for other places than Lambda and for calls that no
 * function makes. It takes a third off the bundles; the budget in build.ts notices when a release makes it useless.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';

interface Options {
  /** The folders whose code decides which errors of the services, and which job settings of MediaConvert, stay. */
  sources: readonly string[];
  /** Whether the functions describe schemas as JSON Schema. */
  jsonSchema: boolean;
  /** Whether they are granted a bucket: who is not, carries no client for S3 (75 KB). */
  buckets: boolean;
  /** Whether an endpoint of theirs takes files: without one nobody asks the parser of forms (16 KB). */
  forms: boolean;
}

export function leanBundle({ sources, jsonSchema, buckets, forms }: Options): Plugin {
  const words = wordsOf(sources);
  const leftOut = jsonSchema ? replacements : [...replacements, ...withoutJsonSchema];
  return {
    name: 'lean-bundle',
    setup(build) {
      for (const { filter, contents } of leftOut) build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
      const unused = [
        ...(buckets ? [] : [/^@aws-sdk\/(client-s3|s3-request-presigner)$/]),
        ...(forms ? [] : [/^busboy$/]),
      ];
      for (const filter of unused) build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'left-out' }));
      if (unused.length > 0) {
        build.onLoad({ filter: /./, namespace: 'left-out' }, () => ({
          contents: 'module.exports = {};',
          loader: 'js',
        }));
      }
      requireBuiltins(build);
      leaveOutOfStripe(build, wordsOf(sources, /from 'stripe'/));
      // Of its own description a client needs the version only.
      build.onLoad({ filter: /@aws-sdk\/client-[\w-]+\/package\.json$/ }, async ({ path }) => {
        const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
        return { contents: JSON.stringify({ version }), loader: 'json' };
      });
      build.onLoad({ filter: /@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const constants = constantsOf(text);
        const named = withoutUnknownErrors(text, words);
        const wanted = path.includes('client-mediaconvert') ? withoutUnknownMembers(named, constants, words) : named;
        return { contents: withPlainKeys(wanted, constants), loader: 'js' };
      });
    },
  };
}

/** Modules that no function of ours needs, with what stands in their place. */
const replacements: { filter: RegExp; contents: string }[] = [
  {
    // Lambda gives a function its credentials in environment variables: profiles, single sign-on, web identity and
    // instance metadata would be 90 KB of code that is never asked.
    filter: /@aws-sdk\/credential-provider-node\/dist-es\/defaultProvider\.js$/,
    contents: `
      import { fromEnv } from '@aws-sdk/credential-provider-env';
      export const defaultProvider = (init) => fromEnv(init);
      export const credentialsWillNeedRefresh = (credentials) => credentials?.expiration !== undefined;
      export const credentialsTreatedAsExpired = (credentials) =>
        credentials?.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300000;`,
  },
  {
    // Only S3's SelectObjectContent answers with an event stream.
    filter: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/,
    contents: `
      export const eventStreamSerdeProvider = () => undefined;
      export const resolveEventStreamSerdeConfig = (config) => config;
      export class EventStreamSerde {
        constructor() { throw new Error('Event streams are left out of this bundle (infra/toolchain/lean-bundle.ts)'); }
      }`,
  },
  {
    // Only access points of several regions at once want another signature than that of one.
    filter: /signature-v4-multi-region\/dist-es\/SignatureV4MultiRegion\.js$/,
    contents: `
      import { SignatureV4SignWithCredentials } from './SignatureV4SignWithCredentials.js';
      export class SignatureV4MultiRegion extends SignatureV4SignWithCredentials {
        static sigv4aDependency() { return 'none'; }
      }`,
  },
  {
    // DynamoDB's endpoint discovery is off unless asked for.
    filter: /@aws-sdk\/endpoint-cache\/dist-es\/(index|EndpointCache)\.js$/,
    contents: 'export class EndpointCache {}',
  },
  {
    // Node.js has these itself.
    filter: /\/(Sha1Js|Sha256Js|Md5Js)\.js$/,
    contents: 'export class Sha1Js {} export class Sha256Js {} export class Md5Js {}',
  },
  {
    // Messages are Spanish (functions/platform/http/validate.ts).
    filter: /zod\/v4\/locales\/en\.js$/,
    contents: "export { default } from './es.js';",
  },
  {
    // For schemas that hold themselves, which ours do not, and values that do, which JSON cannot say.
    filter: /zod\/v4\/core\/memoizer\.js$/,
    contents: `
      export const memoizer = () => undefined;
      export const isRecursiveSchema = () => false;
      export const isBackEdge = () => false;
      export class $ZodCyclicError extends Error {}`,
  },
  {
    // Stripe's newer kind of events, which we do not subscribe to.
    filter: /stripe\/esm\/StripeEventNotificationHandler\.js$/,
    contents: 'export class StripeEventNotificationHandler {}',
  },
  {
    // Forms that are not multipart are refused before the parser is asked (functions/platform/http/read-request.ts).
    filter: /busboy\/lib\/types\/urlencoded\.js$/,
    contents: 'module.exports = {};',
  },
];

/** zod gives every schema the means to describe itself, which only the API's reference uses. */
const withoutJsonSchema: { filter: RegExp; contents: string }[] = [
  {
    filter: /zod\/v4\/core\/to-json-schema\.js$/,
    contents: `
      const leftOut = () => { throw new Error('JSON Schema is left out of this bundle (infra/toolchain/lean-bundle.ts)'); };
      export const createToJSONSchemaMethod = () => leftOut;
      export const createStandardJSONSchemaMethod = () => leftOut;
      export const initializeContext = leftOut;
      export { leftOut as process, leftOut as processSchema, leftOut as handleUnrepresentable };
      export const extractDefs = leftOut;
      export const finalize = leftOut;`,
  },
  // The processors are only called by what is left out above.
  { filter: /zod\/v4\/core\/json-schema-processors\.js$/, contents: 'module.exports = {};' },
];

/**
 * Importing one of Node's own modules as an ES module reads everything that it exports, also what it would make only when
 * asked: `node:http` loads `fetch` with its WebSocket, `node:process` opens stdin. A `require` reads nothing: functions
 * with Stripe's client start about a sixth sooner (median of 25 imports, 105 against 88 ms of CPU). Who imports by name
 * gets these names only: esbuild itself would give each of fifty importers an object of its own with all hundred.
 */
function requireBuiltins(build: PluginBuild): void {
  const [whole, named] = ['builtin', 'builtin-names'];
  build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, namespace: from, kind }) => {
    if (!isBuiltin(path)) return undefined;
    if (from === whole || from === named) return { path, external: true };
    return { path, namespace: kind === 'import-statement' ? named : whole, sideEffects: false };
  });
  build.onLoad({ filter: /./, namespace: whole }, ({ path }) => ({
    contents: `module.exports = require('${path}');`,
    loader: 'js',
  }));
  build.onLoad({ filter: /./, namespace: named }, ({ path }) => {
    const names = Object.getOwnPropertyNames(requireBuiltin(path)).filter((name) => /^[A-Za-z]\w*$/.test(name));
    const exported = names.filter((name) => name !== 'default');
    return {
      contents: [
        `const builtin = require('${path}');`,
        'const read = (name) => builtin[name];',
        'export default builtin;',
        ...exported.map((name) => `const its_${name} = /* @__PURE__ */ read('${name}');`),
        `export { ${exported.map((name) => `its_${name} as ${name}`).join(', ')} };`,
      ].join('\n'),
      loader: 'js',
    };
  });
}

const requireBuiltin = createRequire(import.meta.url);

/**
 * Stripe's client makes one object for each of its 130 resources, 200 KB of code. Those stay that a module names which
 * imports it; and none of its modules does anything by being loaded, which its package does not say.
 */
function leaveOutOfStripe(build: PluginBuild, words: ReadonlySet<string>): void {
  build.onResolve({ filter: /^\.{1,2}\// }, ({ path, importer }) =>
    /[\\/]stripe[\\/]esm[\\/]/.test(importer)
      ? { path: resolve(dirname(importer), path), sideEffects: false }
      : undefined,
  );
  build.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]stripe\.esm\.node\.js$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    // All of them once more, for a method that nobody calls.
    const once = text.replace(/^import \* as resources from .*$/m, 'const resources = {};');
    const contents = once.replace(/^ *this\.(\w+) = new \w+\(this\);$/gm, (line, resource: string) =>
      words.has(resource) ? line : '',
    );
    return { contents, loader: 'js' };
  });
}

/** A schema file names everything once: `const _hH = "httpHeader";`. */
function constantsOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^const (\w+) = "([^"\n]*)";$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/**
 * The bundler must assume that a computed key such as `[_hH]` runs code, and would keep the description of every call of
 * the service. Written out, unused descriptions go.
 */
function withPlainKeys(text: string, constants: Map<string, string>): string {
  return text.replace(/\[(\w+)\]:/g, (whole, name: string) => {
    const value = constants.get(name);
    return value === undefined ? whole : `${JSON.stringify(value)}:`;
  });
}

/**
 * A client knows a class for each error of its service: 50 KB in a function with several clients. One that our code
 * does not name arrives as the service's general exception, with its own name.
 */
function withoutUnknownErrors(text: string, words: ReadonlySet<string>): string {
  return text.replace(/^n0_registry\.registerError\(\w+\$, (\w+)\);$/gm, (line, error: string) =>
    words.has(error) ? line : '',
  );
}

/**
 * A MediaConvert job can carry every codec and caption format there is, and the call keeps their descriptions: 75 KB. A
 * part of the settings that our code does not even name can be neither sent nor read by it.
 */
function withoutUnknownMembers(text: string, constants: Map<string, string>, words: ReadonlySet<string>): string {
  const structure = /^(export var \w+\$ = \[3, n0, \w+,\n {4}.*,\n {4})\[(.*)\],\n {4}\[(.*)\](, \d+)?\n\];$/gm;
  return text.replace(structure, (_, head: string, names: string, schemas: string, required = '') => {
    const members = names.split(', ');
    const kept = splitList(schemas).flatMap((schema, index) => {
      const member = members[index] ?? '';
      const isStructure = schema.includes('() =>');
      return !isStructure || words.has(constants.get(member) ?? '') ? [{ member, schema }] : [];
    });
    const list = (part: 'member' | 'schema') => `[${kept.map((one) => one[part]).join(', ')}]`;
    return `${head}${list('member')},\n    ${list('schema')}${required}\n];`;
  });
}

/** Splits at the commas outside of brackets. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    if ('[{('.includes(sign)) depth += 1;
    else if (']})'.includes(sign)) depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** Every word in the TypeScript files of some folders, or in those only whose text fits. */
function wordsOf(folders: readonly string[], fits = /^/): ReadonlySet<string> {
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  return new Set(texts.filter((text) => fits.test(text)).flatMap((text) => text.match(/\w+/g) ?? []));
}
