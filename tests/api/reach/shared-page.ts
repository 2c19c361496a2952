/** Pages as the web host serves them to clients without scripts. */
import { expect } from 'vitest';
import { addresses } from '../../support/api.ts';

export async function visit(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(addresses.web + path, { headers });
  const html = await answer.text();
  const contents = (pattern: RegExp) => pattern.exec(html)?.[1];
  const tag = (name: string) => contents(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`));
  const data = contents(/<script type="application\/ld\+json">(.*?)<\/script>/s);
  const things = data ? (JSON.parse(data)['@graph'] as Record<string, unknown>[]) : [];
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    title: contents(/<title>([^<]*)<\/title>/),
    canonical: contents(/<link rel="canonical" href="([^"]*)"/),
    tag,
    things,
    types: things.map((thing) => thing['@type']),
  };
}

export const origin = addresses.web;
/** A page without metadata of its own, excluded from search. */
export const bare = { title: 'Cantera TV', canonical: undefined, types: [] };

export async function expectMissing(path: string) {
  const { status, tag, headers, ...page } = await visit(path);
  expect([path, status, tag('robots')]).toEqual([path, 404, 'noindex']);
  expect(page).toMatchObject(bare);
  // The app itself is still served, and shows its own message.
  expect(page.html).toContain('<div id="root">');
  expect(headers.get('cache-control')).toBe('no-store');
}
