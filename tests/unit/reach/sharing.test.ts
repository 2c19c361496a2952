/** Metadata of the app's pages for clients that run no scripts. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toClubPreview } from '../../../functions/reach/previews/rules.ts';
import { describeEvent, productDescription, shorten } from '../../../functions/reach/sharing/descriptions.ts';
import { addNoIndex, type Page, toScriptJson, withHead } from '../../../functions/reach/sharing/head.ts';
import { matchPage } from '../../../functions/reach/sharing/page-routes.ts';
import { describeSportsEvent, toIsoDuration } from '../../../functions/reach/sharing/structured-data.ts';
import { EventOfItem } from '../../../shared/contract/sport-event.ts';
import { paths } from '../../../web/lib/paths.ts';
import { hostileMarkup } from '../../support/hostile-markup.ts';

const id = '01JZ0000000000000000000000';
const shell = readFileSync('web/index.html', 'utf8');
const origin = 'https://cantera.example';

describe('[E-SHARE-1] the addresses', () => {
  test('are all known: those of public pages, and of pages excluded from search', () => {
    const { landing, home, soccer, basket, calendar, clubs, content, contentCategory, contactTeams } = paths;
    const open: string[] = [landing, home, soccer, basket, calendar, clubs, content, contentCategory, contactTeams];
    open.push(
      paths.objection,
      paths.withdraw,
      paths.lostMinutes,
      paths.accessibility,
      paths.makerStatement,
      paths.competitions,
      paths.legalNotice,
      paths.cookies,
      paths.privacy,
      ...documents().map(paths.document),
    );
    for (const path of open) expect(matchPage(path).kind, path).toBe('fixed');
    expect(matchPage(paths.club(id))).toEqual({ kind: 'club', path: `/club/${id}`, id });
    expect(matchPage(paths.event(id)).kind).toBe('event');
    expect(matchPage(paths.vod(id)).kind).toBe('vod');
    expect(matchPage(paths.clip(id))).toEqual({ kind: 'clip', path: `/clip/${id}`, id });
    expect(matchPage(paths.contentVideo(3, id))).toMatchObject({ kind: 'content', id, categoryId: 3 });
    expect(matchPage(paths.live('campo-1'))).toMatchObject({ kind: 'live', slug: 'campo-1' });
    const slug = 'futbol-liga-2026-27';
    expect(matchPage(paths.competition(slug))).toMatchObject({ kind: 'competition', slug });
    expect(matchPage('/recuperar-contrasena').kind).toBe('private');
    for (const path of listAllAddresses()) {
      const { kind } = matchPage(path);
      const elsewhere = path === paths.notFound || /^\/(mesa|emitir)\//.test(path);
      expect([elsewhere || kind !== 'unknown', path]).toEqual([true, path]);
      const isOpen =
        open.includes(path) || /^\/(club|clip|competiciones|evento|vods|live)\/[^/]+$|\/videos\//.test(path);
      if (!elsewhere && !isOpen) expect([kind, path]).toEqual(['private', path]);
    }
  });

  test('ignore case and a trailing slash like the app', () => {
    expect(matchPage('/Futbol/')).toMatchObject({ kind: 'fixed', path: '/futbol' });
    expect(matchPage(`/Evento/${id}/`)).toMatchObject({ kind: 'event', path: `/evento/${id}` });
  });

  test('have no metadata if they do not exist', () => {
    for (const path of ['404', 'nada', '/', 'club/', `club/${id}/x`, 'club/1', 'evento/%3Cscript%3E', 'vods/toString'])
      expect(matchPage(`/${path}`), path).toEqual({ kind: 'unknown' });
    expect(matchPage(`/${'a'.repeat(100_000)}`).kind).toBe('unknown');
    for (const path of ['/__proto__', '/constructor']) expect(matchPage(path).kind, path).toBe('unknown');
  });
});

/** Lists every address of web/lib/paths.ts, with a value for each parameter. */
function listAllAddresses(): string[] {
  const listAddresses = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    if (value === paths.contentVideo) return [paths.contentVideo(1, id)];
    if (value === paths.document) return documents().map(paths.document);
    if (typeof value === 'function') return [(value as (one: string) => string)(id)];
    return Object.values(value as object).flatMap(listAddresses);
  };
  return listAddresses(paths);
}

const documents = () =>
  [...readFileSync('web/routes/document.tsx', 'utf8').matchAll(/^ {2}'([\w-]+)':/gm)].map(([, name = '']) => name);

const createPage = (fields: Partial<Page> = {}): Page => ({
  path: `/evento/${id}`,
  title: 'Sauce – Norte',
  description: 'Fútbol.',
  preview: toClubPreview('Sauce', null),
  previewPath: `/evento/${id}`,
  type: 'website',
  things: [],
  ...fields,
});

const addHead = (one: Page) => withHead(shell, one, origin, 'https://media.example/p.png');

describe('[E-SHARE-1] the page head', () => {
  test('replaces its metadata once and leaves the rest of the built page', () => {
    const html = addHead(createPage());
    expect(html.match(/<title>[^<]*<\/title>/g)).toEqual(['<title>Sauce – Norte · Cantera TV</title>']);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain(`<link rel="canonical" href="${origin}/evento/${id}" />`);
    expect(html).toContain('<meta property="og:title" content="Sauce – Norte" />');
    expect(html).toContain('<meta property="og:image:width" content="1200" />');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(html.slice(html.indexOf('<body>'))).toBe(shell.slice(shell.indexOf('<body>')));
    for (const kept of ['name="theme-color"', 'rel="manifest"', 'apple-touch-icon']) expect(html).toContain(kept);
  });

  test('[E-SHARE-4] preloads the picture at the top of the page, for phones its small copy', () => {
    expect(addHead(createPage())).not.toContain('as="image"');
    const html = addHead(createPage({ hero: 'https://media.example/a&b.webp' }));
    const preload = (file: string, media: string) =>
      `<link rel="preload" as="image" href="https://media.example/${file}" media="${media}" fetchpriority="high" />`;
    expect(html).toContain(preload('a&amp;b.webp', 'not all and (max-width: 640px)'));
    expect(html).toContain(preload('a&amp;b.card.webp', '(max-width: 640px)'));
  });

  test('is the built one on the front page', () => {
    expect(shell).toContain(`content="${productDescription}"`);
    const { title: _, ...front } = createPage({ path: '/', description: productDescription });
    expect(addHead(front)).toContain('<title>Cantera TV</title>');
  });

  test.for([...hostileMarkup, '$& $1 $`', 'a"b\'c\u2028d\u2029', '</script><script>hacked()</script>'])(
    'contains %s as text only',
    (text) => {
      const html = addHead(createPage({ title: text, description: text, things: [{ '@type': 'Thing', name: text }] }));
      const head = html.slice(0, html.indexOf('</head>'));
      const listTags = (before: string) => before.match(/<(?!\/|!)[a-z]+/gi) ?? [];
      // The same elements as with a harmless text.
      const harmless = addHead(createPage({ things: [{ '@type': 'Thing', name: 'x' }] }));
      expect(listTags(head)).toEqual(listTags(harmless.slice(0, harmless.indexOf('</head>'))));
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.parse(data)['@graph'][0].name).toBe(text);
      expect(data).not.toMatch(/[<>\u2028\u2029]/);
    },
  );

  test('shortens long texts between words, never within a character', () => {
    expect(shorten('Uno  dos\n tres', 100)).toBe('Uno dos tres');
    expect(shorten('palabra '.repeat(100), 50)).toBe('palabra palabra palabra palabra palabra palabra…');
    expect(shorten('⚽'.repeat(300), 10)).toBe(`${'⚽'.repeat(9)}…`);
    expect(shorten('🏀'.repeat(300), 10).isWellFormed()).toBe(true);
    const long = addHead(createPage({ title: 'Ñ'.repeat(5000), description: 'ñ '.repeat(5000) }));
    expect(long.length - shell.length).toBeLessThan(4000);
  });

  test('changes by one tag only if its page is excluded from search', () => {
    expect(addNoIndex(shell).replace('<meta name="robots" content="noindex" />', '').replace(/\s+/g, '')).toBe(
      shell.replace(/\s+/g, ''),
    );
  });

  test('escapes JSON in a script element', () => {
    const value = { text: '</script>\u2028&<!--', list: [1, null] };
    expect(JSON.parse(toScriptJson(value))).toEqual(value);
    expect(toScriptJson(value)).not.toMatch(/[<>&\u2028]/);
  });
});

describe('[E-SHARE-1] a match', () => {
  const clubs = [
    { id: '01JZ0000000000000000000001', name: 'Sauce', thumbnail: 'https://media.example/crest' },
    { id: '01JZ0000000000000000000002', name: 'Norte', thumbnail: null },
  ];
  const match = (fields: object = {}) =>
    EventOfItem.parse({
      id,
      title: 'Final de copa',
      sport: 'SOCCER',
      scheduledStartDate: '2026-03-07T17:00:00.000Z',
      scheduledFinishDate: '2026-03-07T19:00:00.000Z',
      isPublic: false,
      clubs,
      homeClubId: clubs[0]?.id,
      awayClubId: clubs[1]?.id,
      category: 'cadete',
      venue: 'Campo Municipal',
      ...fields,
    });
  const before = Date.parse('2026-03-01T12:00:00.000Z');
  const shown = { origin, path: `/evento/${id}`, title: 'Final de copa', description: 'd', images: ['i'] };

  test('has the sides, the time in Madrid and the place', () => {
    expect(describeEvent(match(), false, before)).toBe(
      'Fútbol · Cadete · Campo Municipal. Sauce – Norte. Sábado, 7 de marzo de 2026, 18:00.',
    );
    expect(describeEvent(match(), true, before)).toMatch(/^En directo ahora\. /);
    expect(describeEvent(match({ state: 'CANCELLED' }), false, before)).toMatch(/^Cancelado\. /);
    expect(describeEvent(match({ state: 'POSTPONED' }), false, before)).toBe(
      'Aplazado, sin nueva fecha. Fútbol · Cadete · Campo Municipal. Sauce – Norte.',
    );
  });

  test('is a SportsEvent with its two teams and its state', () => {
    const thing = describeSportsEvent(shown, match(), []);
    const url = `${origin}/club/${clubs[0]?.id}`;
    expect(thing).toMatchObject({
      '@type': 'SportsEvent',
      homeTeam: { '@type': 'SportsTeam', name: 'Sauce', url, logo: clubs[0]?.thumbnail },
      awayTeam: { '@type': 'SportsTeam', name: 'Norte' },
      eventStatus: 'https://schema.org/EventScheduled',
      startDate: '2026-03-07T17:00:00.000Z',
    });
    const status = (fields: object) => describeSportsEvent(shown, match(fields), []).eventStatus;
    expect(status({ state: 'CANCELLED' })).toBe('https://schema.org/EventCancelled');
    expect(status({ state: 'POSTPONED' })).toBe('https://schema.org/EventPostponed');
    const moved = match({ state: 'POSTPONED', postponedFrom: '2026-02-07T17:00:00.000Z' });
    expect(describeSportsEvent(shown, moved, [])).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2026-02-07T17:00:00.000Z',
    });
    expect(describeSportsEvent(shown, match({ homeClubId: null }), [])).toMatchObject({
      competitor: [{ name: 'Sauce' }, { name: 'Norte' }],
    });
  });

  test.for([
    [0, 'PT0S'],
    [59.6, 'PT1M'],
    [4205, 'PT1H10M5S'],
    [7200, 'PT2H'],
  ] as const)('has a duration of %d seconds written as %s', ([seconds, text]) =>
    expect(toIsoDuration(seconds)).toBe(text),
  );
});
