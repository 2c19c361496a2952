/**
 * Checks that imports run one way: web → shared ← functions; infra may read functions and shared; in functions
 * routes → rules, store → aws, and a feature never imports another's routes. Prints every import that does not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

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
    says: "a feature's routes are imported by nobody in functions/",
    breaks: ({ from, to }) => inside(from, 'functions') && /^functions\/[^/]+\/routes\.ts$/.test(to),
  },
  {
    says: 'rules.ts is pure: no aws/, no store, no http/',
    breaks: ({ from, to, typeOnly }) =>
      /^functions\/[^/]+\/rules\.ts$/.test(from) &&
      !typeOnly &&
      (inside(to, 'functions/aws') || /\/store\.ts$/.test(to) || inside(to, 'functions/http')),
  },
  {
    says: 'aws/ knows no feature',
    breaks: ({ from, to }) => inside(from, 'functions/aws') && inside(to, 'functions') && !inside(to, 'functions/aws'),
  },
  {
    says: "a web feature imports no other feature's pages",
    breaks: ({ from, to }) =>
      inside(from, 'web/features') && /\.page\.tsx$/.test(to) && featureOf(from) !== featureOf(to),
  },
  {
    says: 'web/ui, web/lib and web/player know no feature',
    breaks: ({ from, to }) => /^web\/(ui|lib|player)\//.test(from) && inside(to, 'web/features'),
  },
];

const broken = sources()
  .flatMap(importsOf)
  .flatMap((edge) =>
    rules.filter(({ breaks }) => breaks(edge)).map(({ says }) => `${edge.from} → ${edge.to}: ${says}`),
  );
for (const line of broken) console.error(line);
if (broken.length > 0) process.exit(1);

function sources(): string[] {
  return ['shared', 'functions', 'infra', 'web', 'tests'].flatMap((folder) =>
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

function featureOf(path: string): string | undefined {
  return /^web\/features\/([^/]+)/.exec(path)?.[1];
}
