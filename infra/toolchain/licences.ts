import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PackageLicence {
  name: string;
  version: string;
  /** SPDX expression, or a place where the licence can be read. */
  licence: string;
  /** Texts of the package's licence files; empty if it has none. */
  text: string;
}

/**
 * Reads the licences of the packages to which the files belong, sorted by name and version. `paths` start at `root`.
 */
export function readLicences(root: string, paths: readonly string[]): PackageLicence[] {
  const folders = new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const licences = new Map<string, PackageLicence>();
  for (const folder of folders) {
    const licence = readLicence(join(root, folder));
    licences.set(`${licence.name}@${licence.version}`, licence);
  }
  return [...licences.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Formats the licences as plain text; packages with the same text share it. */
export function formatLicences(licences: readonly PackageLicence[]): string {
  const byText = new Map<string, PackageLicence[]>();
  for (const one of licences) byText.set(one.text, [...(byText.get(one.text) ?? []), one]);
  const parts = [...byText].map(([text, packages]) =>
    [
      ...packages.map(({ name, version, licence }) => `${name} ${version} (${licence})`),
      ...(text ? ['', text] : []),
    ].join('\n'),
  );
  return `Third-party software contained in this bundle\n\n${parts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}

function readLicence(folder: string): PackageLicence {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
    /** Old packages have this form instead of `license`. */
    licenses?: { type: string }[];
  };
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // Some packages state it only by the title of its text.
  const [, title] = /^(MIT|ISC) License\n/.exec(texts[0] ?? '') ?? [];
  const licence = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? title;
  if (!licence) throw new Error(`${name} states no licence: it must not be shipped`);
  return { name, version, licence, text: texts.length > 0 ? texts.join('\n\n') : readNotice(folder) };
}

/** Returns the readme's section about licences, for a package without a licence file. */
function readNotice(folder: string): string {
  const readme = join(folder, 'README.md');
  if (!existsSync(readme)) return '';
  return /^#+ licen[cs](?:e|ing)\b[\s\S]*/im.exec(readFileSync(readme, 'utf8'))?.[0].trim() ?? '';
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
