/**
 * Checks that imports run one way: web → shared ← functions, infra reads both; inside each, no wing imports one above
 * it. What starts things (routes, jobs, pages) may use any wing and is imported by nobody. Prints every import that
 * breaks a rule. `node imports.ts <folder>` checks another tree of the same layout.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));

/** From the lowest to the highest. */
const wings = [
  'platform',
  'league',
  'people',
  'recordings',
  'broadcast',
  'viewing',
  'money',
  'reach',
  'trust',
] as const;

/** Where wings lie, and what the tree has beside them. */
const homes: { folder: string; beside: RegExp }[] = [
  { folder: 'functions', beside: /^tsconfig\.json$/ },
  { folder: 'shared', beside: /\.(ts|json)$/ },
  { folder: 'web/features', beside: /^$/ },
  { folder: 'tests/api', beside: /^$/ },
  { folder: 'tests/rules', beside: /^$/ },
  { folder: 'tests/web', beside: /^support$/ },
];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** A rule names what must not happen. */
const rules: { says: string; breaks: (edge: Import) => boolean }[] = [
  {
    says: 'shared/ knows nobody',
    breaks: ({ from, to }) => inside(from, 'shared') && !inside(to, 'shared'),
  },
  {
    says: 'in shared/ only the contract knows the wings',
    breaks: ({ from, to }) =>
      /^shared\/[^/]+$/.test(from) && from !== 'shared/contract/contract.ts' && wingOf(to, 'shared') !== undefined,
  },
  {
    says: 'web/ imports shared/ only',
    breaks: ({ from, to }) => inside(from, 'web') && !inside(to, 'web') && !inside(to, 'shared'),
  },
  {
    says: 'functions/ imports shared/ only',
    breaks: ({ from, to }) => inside(from, 'functions') && !inside(to, 'functions') && !inside(to, 'shared'),
  },
  {
    says: 'nobody imports tests/ but tests',
    breaks: ({ from, to }) => !inside(from, 'tests') && inside(to, 'tests'),
  },
  {
    says: 'routes.ts and jobs.ts are imported by nobody in functions/',
    breaks: ({ from, to }) => inside(from, 'functions') && isHandler(to),
  },
  {
    says: 'a wing imports no wing above it',
    breaks: ({ from, to }) =>
      ['functions', 'shared', 'web/features'].some((home) => {
        const [own, other] = [wingOf(from, home), wingOf(to, home)];
        return own !== undefined && other !== undefined && other > own && !isHandler(from) && !isPage(from);
      }),
  },
  {
    says: 'rules.ts is pure: no aws/, no store, no http/',
    breaks: ({ from, to, typeOnly }) =>
      /^functions\/.*\/rules\.ts$/.test(from) &&
      !typeOnly &&
      (inside(to, 'functions/platform/aws') || /\/store\.ts$/.test(to) || inside(to, 'functions/platform/http')),
  },
  {
    says: 'aws/ knows no feature',
    breaks: ({ from, to }) =>
      inside(from, 'functions/platform/aws') && inside(to, 'functions') && !inside(to, 'functions/platform/aws'),
  },
  {
    says: "a web feature imports no other feature's pages",
    breaks: ({ from, to }) => inside(from, 'web/features') && isPage(to) && featureOf(from) !== featureOf(to),
  },
  {
    says: 'web/ui, web/lib and web/player know no feature',
    breaks: ({ from, to }) => /^web\/(ui|lib|player)\//.test(from) && inside(to, 'web/features'),
  },
  {
    says: "a stand-in is used by its face, the file of its folder's name",
    breaks: ({ from, to }) => {
      const service = serviceOf(to);
      return (
        service !== undefined &&
        inside(from, 'infra') &&
        serviceOf(from) !== service &&
        to !== `infra/local/${service}/${service}.ts`
      );
    },
  },
];

const broken = [
  ...homes.flatMap(strangersIn),
  ...sources()
    .flatMap(importsOf)
    .flatMap((edge) =>
      rules.filter(({ breaks }) => breaks(edge)).map(({ says }) => `${edge.from} → ${edge.to}: ${says}`),
    ),
];
for (const line of broken) console.error(line);
if (broken.length > 0) process.exit(1);

/** What lies where only wings lie. */
function strangersIn({ folder, beside }: { folder: string; beside: RegExp }): string[] {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names
    .filter((name) => !wings.some((wing) => wing === name) && !beside.test(name))
    .map((name) => `${folder}/${name}: no wing (${wings.join(', ')})`);
}

function sources(): string[] {
  return ['shared', 'functions', 'infra', 'web', 'tests']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((path) => !path.includes('node_modules') && !path.includes('/dist/')),
    );
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}\s*)?(?:from\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/g,
  );
  return [...found].map(([, typeOnly, fixed, dynamic]) => ({
    from,
    to: relative(root, resolve(root, dirname(from), fixed ?? dynamic ?? '')),
    typeOnly: typeOnly !== undefined,
  }));
}

function inside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function isHandler(path: string): boolean {
  return /^functions\/.*\/(routes|jobs)\.ts$/.test(path);
}

function isPage(path: string): boolean {
  return path.endsWith('.page.tsx');
}

/** How high a file's wing is, if it lies in one of this home. */
function wingOf(path: string, home: string): number | undefined {
  if (!inside(path, home)) return undefined;
  const index = wings.findIndex((wing) => inside(path, `${home}/${wing}`));
  return index < 0 ? undefined : index;
}

function featureOf(path: string): string | undefined {
  return /^web\/features\/([^/]+\/[^/]+)/.exec(path)?.[1];
}

/** The service that a file stands in for; wire/ and the seed are tools of all of them. */
function serviceOf(path: string): string | undefined {
  const name = /^infra\/local\/([^/]+)\//.exec(path)?.[1];
  return name && existsSync(join(root, `infra/local/${name}/${name}.ts`)) ? name : undefined;
}
