/** The paths of pages as patterns, and the page of an address. */
import { idSource } from './ids.ts';
import { type Page, type PageName, pages } from './pages.ts';

/** No word that follows the same segments (`/vods/manage`) has the length of an id. */
const parameters: Record<string, string> = {
  id: idSource,
  videoId: idSource,
  categoryId: '\\d{1,6}',
  slug: '[\\w-]{1,100}',
  competition: '[a-z0-9-]{1,160}',
};

/** Source of the regular expression that matches a path, with a named group per parameter. */
export const pathPattern = (path: string): string =>
  `^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${parameters[name] ?? '[\\w-]+'})`)}$`;

const compiled = Object.entries<Page>(pages).flatMap(([name, page]) =>
  [page.path, ...(page.aliases ?? [])].map((path) => ({
    name: name as PageName,
    page,
    pattern: new RegExp(pathPattern(path), 'i'),
  })),
);

export interface PageMatch {
  name: PageName;
  page: Page;
  /** With the page's own spelling, also for an alias. */
  path: string;
  params: Record<string, string>;
}

/** Finds the page of an address: case-insensitive, ignoring one trailing slash. */
export function findPageByPath(address: string): PageMatch | undefined {
  const path = /^\/.+\/$/.test(address) ? address.slice(0, -1) : address;
  for (const { name, page, pattern } of compiled) {
    const match = pattern.exec(path);
    if (!match) continue;
    const params: Record<string, string> = { ...match.groups };
    return { name, page, params, path: page.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '') };
  }
  return undefined;
}
