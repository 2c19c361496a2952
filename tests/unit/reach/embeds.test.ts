/** Embeds on other sites: visibility, code to copy and oEmbed answers. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEmbedOfPath, parseEmbedPath } from '../../../functions/reach/embeds/embed-routes.ts';
import { type MatchView, renderMatchMarkup } from '../../../functions/reach/embeds/markup.ts';
import { embedPolicy, listEmbedHosts, mayShowScore, toOembed } from '../../../functions/reach/embeds/rules.ts';
import { createResponseHeaders, webBehaviours } from '../../../infra/cdn.ts';
import { toPolicyProps } from '../../../infra/constructs/header-policies.ts';
import { createViewerRequestCode } from '../../../infra/constructs/viewer-requests.ts';
import { ClubChanges } from '../../../shared/contract/clubs.ts';
import { embedCode, embedNames, embedPath } from '../../../shared/domain/embeds.ts';
import { hostileMarkup } from '../../support/hostile-markup.ts';

const id = '01JZ0000000000000000000000';
const media = 'https://media.cantera.test';
const hostsAfter = (embedHosts: unknown) => ClubChanges.safeParse({ embedHosts }).data?.embedHosts;
const ancestors = (policy: string) => /frame-ancestors ([^;]+)/.exec(policy)?.[1];

describe('[E-SHARE-5] allowed sites', () => {
  test.each(['www.cdsauce.es', '*.cdsauce.es', 'xn--cdpea-qta.es', 'club.xn--p1ai', '7.cd-sauce.com.es'])(
    '%s is kept',
    (host) => {
      expect(hostsAfter([host])).toEqual([host]);
    },
  );

  test.each([
    '',
    '*',
    '*.es',
    'localhost',
    'club',
    '.es',
    'cd..es',
    '-club.es',
    'club-.es',
    '127.0.0.1',
    '[::1]',
    '0x7f.1',
    'club.es:8443',
    'yo@club.es',
    'a.*.club.es',
    '*.*.club.es',
    'cdpeña.es',
    'javascript:alert(1)',
    '_dmarc.club.es',
    "club.es 'unsafe-inline'",
    'club.es; script-src *',
    'club.es,otro.es',
    'club.es\r\nx: y',
    `${'a'.repeat(99)}.es`,
  ])('%s is refused', (typed) => {
    expect(hostsAfter([typed])).toBeUndefined();
  });

  test('are at most ten distinct hosts', () => {
    const some = Array.from({ length: 11 }, (_, number) => `club${number}.es`);
    expect(hostsAfter(some)).toBeUndefined();
    expect(hostsAfter(some.slice(1))).toHaveLength(10);
    expect(hostsAfter(['club.es', 'club.es'])).toEqual(['club.es']);
  });

  test('are the only allowed frame ancestors; an empty list allows none', () => {
    const club = { id, visible: true, embedHosts: ['www.cdsauce.es', '*.vega.es'] };
    const readAncestors = (hosts: Parameters<typeof embedPolicy>[0]['hosts']) =>
      ancestors(embedPolicy({ media, hosts }));
    expect(readAncestors(listEmbedHosts([club]))).toBe('https://www.cdsauce.es https://*.vega.es');
    const hidden = { ...club, visible: false };
    expect(readAncestors(listEmbedHosts([hidden, { id, visible: true }]))).toBe("'none'");
    expect(readAncestors('everybody')).toBe('https:');
  });

  test('are plain host names, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.webUrl()), (typed) => {
        const [kept] = hostsAfter([typed]) ?? [];
        if (kept !== undefined) expect(kept).toMatch(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      }),
      { numRuns: 40 },
    );
  });
});

describe('[E-SHARE-5] the edge', () => {
  const headers = createResponseHeaders({ media, uploads: '', live: [], captcha: [], analytics: false, https: true });
  const [embed, ...others] = webBehaviours.toSorted(
    (a, b) => Number(b.headers === 'embed') - Number(a.headers === 'embed'),
  );

  test('lets the function set frame ancestors under /insertar/ only', () => {
    expect(embed).toMatchObject({ path: '/insertar/*', origin: 'api', cache: 'page' });
    // A missing page there must not fall back to the app.
    expect(embed?.fallback).toBeUndefined();
    const { securityHeadersBehavior } = toPolicyProps(headers.embed);
    expect(securityHeadersBehavior).not.toHaveProperty('frameOptions');
    expect(securityHeadersBehavior).not.toHaveProperty('contentSecurityPolicy');
    expect(others.map((one) => one.headers)).not.toContain('embed');
    expect(headers.app).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  test('runs the same code for requests of embeds as for those of the other pages', () => {
    const page = webBehaviours.find(({ path }) => path === '*');
    expect(embed && createViewerRequestCode(embed)).toBe(page && createViewerRequestCode(page));
  });
});

test('[E-SHARE-5] maps all kinds of embed addresses to pages', () => {
  for (const kind of Object.keys(embedNames) as (keyof typeof embedNames)[]) {
    const of = kind === 'competition' ? 'futbol-liga-alevin-2026-27' : id;
    expect(parseEmbedPath(embedPath({ kind, id: of }))).toEqual({ kind, id: of });
  }
  expect(findEmbedOfPath(`/evento/${id}`)).toEqual({ kind: 'event', id });
  const table = 'futbol-liga-2026-27';
  expect(findEmbedOfPath(`/competiciones/${table}`)).toEqual({ kind: 'competition', id: table });
  for (const path of ['', 'clasificacion/-x', 'partido/x', `profile/${id}`, `partido/${id}/x`])
    expect(parseEmbedPath(`/insertar/${path}`)).toBeUndefined();
  for (const path of ['/home', `/live/${id}`, `/content/1/videos/${id}`]) expect(findEmbedOfPath(path)).toBeUndefined();
});

test('[E-SHARE-5] shows the result if the home club, or without one every club, publishes it', () => {
  const no = { id: 'no', visible: true };
  const yes = { ...no, id: 'yes', scoreInPreviews: true };
  expect(mayShowScore([yes, no], 'yes')).toBe(true);
  expect(mayShowScore([yes, no], 'no')).toBe(false);
  expect(mayShowScore([yes, no], null)).toBe(false);
  expect(mayShowScore([yes], null)).toBe(true);
  expect(mayShowScore([], null)).toBe(false);
});

describe('[E-SHARE-5] the embed page', () => {
  const match: MatchView = {
    title: 'Final',
    sport: 'SOCCER',
    facts: 'Cadete',
    sides: ['CD Sauce', 'UD Vega'].map((name) => ({ name, crest: null })),
    start: '2026-03-07T17:00:00.000Z',
    note: null,
    isLive: false,
    mayChange: true,
    score: null,
    picture: null,
    action: { path: '/evento/x', text: 'Ver la ficha' },
    clip: null,
  };

  test('shows the sides, the time in Madrid, and the score if it may be published', () => {
    expect(renderMatchMarkup(match)).toMatch(/CD Sauce.*vs.*UD Vega/s);
    expect(renderMatchMarkup(match)).toMatch(/7 mar.*18:00/);
    expect(renderMatchMarkup({ ...match, score: { home: 2, away: 1 } })).toContain('2 – 1');
    expect(renderMatchMarkup({ ...match, isLive: true })).toContain('En directo');
    expect(renderMatchMarkup(match)).not.toContain('class="play"');
    expect(renderMatchMarkup({ ...match, action: { ...match.action, plays: true } })).toContain('class="play"');
  });

  test('opens every link in a new tab', () => {
    const links = renderMatchMarkup(match).match(/<a [^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(link).toMatch(/target="_blank" rel="noopener"/);
  });

  test.each(hostileMarkup)('escapes text: %s', (text) => {
    const clip = { path: text, title: text, poster: text };
    const html = renderMatchMarkup({ ...match, title: text, facts: text, sides: [], clip });
    const tags = (html.match(/<[a-z][a-z0-9]*/gi) ?? []).map((tag) => tag.slice(1).toLowerCase());
    for (const tag of tags) expect(['main', 'video', 'div', 'h1', 'p', 'time', 'span', 'a', 'b']).toContain(tag);
  });
});

describe('[E-SHARE-5] oEmbed', () => {
  const shown = {
    origin: 'https://cantera.test',
    embed: { kind: 'event', id } as const,
    title: 'Sauce "A" – <Vega>',
    picture: `${media}/share/x.jpg`,
    pictureSize: { width: 1200, height: 630 },
  };

  test('has the members that the specification requires of a rich result', () => {
    expect(toOembed(shown, {})).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 640,
      height: 500,
      provider_name: 'Cantera TV',
      thumbnail_url: shown.picture,
      thumbnail_width: 1200,
      thumbnail_height: 630,
      html: expect.stringContaining(`src="https://cantera.test/insertar/partido/${id}"`),
    });
    expect(toOembed({ ...shown, embed: { kind: 'clip', id } }, {}).type).toBe('video');
    expect(toOembed(shown, {}).html).toContain('title="Sauce &quot;A&quot; – &lt;Vega&gt;"');
    expect(embedCode('https://cantera.test', shown.embed, 'x')).toContain('width="640" height="500"');
  });

  test('is not larger than requested', () => {
    const sizes = fc.record({ width: fc.integer({ min: 1, max: 3000 }), height: fc.integer({ min: 1, max: 3000 }) });
    fc.assert(
      fc.property(sizes, fc.constantFrom('event', 'vod', 'clip', 'club'), (most, kind) => {
        const answer = toOembed({ ...shown, embed: { kind, id } }, most);
        expect(answer.width).toBeLessThanOrEqual(most.width);
        expect(answer.height).toBeLessThanOrEqual(most.height);
        expect(Math.min(answer.width, answer.height)).toBeGreaterThan(0);
        expect(answer.html).toContain(`width="${answer.width}" height="${answer.height}"`);
        if ('thumbnail_url' in answer) expect(most.width >= 1200 && most.height >= 630).toBe(true);
      }),
    );
  });
});
