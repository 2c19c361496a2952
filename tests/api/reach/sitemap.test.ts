/** The sitemap of all public pages; hidden or unplayable items are absent. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import {
  addresses,
  createClub,
  createContentVideo,
  createEvent,
  createStoredClip,
  createVod,
} from '../../support/api.ts';
import { contains, eventually } from '../../support/eventually.ts';

async function read(path: string) {
  const answer = await fetch(addresses.web + path);
  return { answer, text: await answer.text() };
}

const locations = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, one = '']) => one);

async function readAllParts(kind: string): Promise<string> {
  const parts = locations((await read('/sitemap.xml')).text).filter((one) => one.includes(`/sitemaps/${kind}-`));
  return (await Promise.all(parts.map(async (one) => (await read(new URL(one).pathname)).text))).join('');
}

test('[E-SHARE-3] names the sitemap in robots.txt', async () => {
  const { answer, text } = await read('/robots.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toContain('\nDisallow: /profile\n');
  expect(text).toMatch(new RegExp(`\n\nSitemap: ${addresses.web}/sitemap.xml\n$`));
});

describe('[E-SHARE-3] the sitemap', () => {
  test('links to cached parts whose pages all exist', async () => {
    const { answer, text } = await read('/sitemap.xml?a=b');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(locations(text)).toContain(`${addresses.web}/sitemaps/pages-1.xml`);
    const pages = locations((await read('/sitemaps/pages-1.xml')).text);
    expect(pages).toContain(`${addresses.web}/futbol`);
    for (const page of pages) expect([page, (await fetch(page)).status]).toEqual([page, 200]);
  });

  test('lists public pages only', async () => {
    const title = `A & B <${ulid()}> "final"\u0007`;
    const shown = await createVod({ title, duration: 4205 });
    const open = await createContentVideo({ description: 'Charla', categoryId: 2 });
    const [ofClub, ofEvent] = [await createClub(), (await createEvent()).id];
    const hidden = await createVod({ visible: false });
    const unready = await createVod({ status: 'STARTED' });
    const hiddenClub = await createClub(undefined, { visible: false });
    const hiddenEvent = await createEvent({ visible: false });
    const at = (path: string) => `<loc>${addresses.web}${path}</loc>`;
    /** Retries, because the function sees other functions' writes within a second. */
    const listing = (kind: string, id: string) => eventually(() => readAllParts(kind), contains(id));
    const videos = await listing('videos', shown.id);
    expect(videos).not.toMatch(new RegExp(`${hidden.id}|${unready.id}`));
    const entry = videos.split('<url>').find((one) => one.includes(shown.id)) ?? '';
    expect(entry).toContain(at(`/vods/${shown.id}`));
    expect(entry).toContain(
      `<video:title>${title.slice(0, -1).replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replaceAll('"', '&quot;')}</video:title>`,
    );
    expect(entry).toContain('<video:duration>4205</video:duration>');
    expect(entry).toContain('<video:requires_subscription>yes</video:requires_subscription>');
    expect(entry).toMatch(/<video:thumbnail_loc>http/);
    const content = await listing('content', open.id);
    expect(content).toContain(at(`/content/2/videos/${open.id}`));
    expect(content).toContain('<video:requires_subscription>no</video:requires_subscription>');
    const [clubs, events] = [await listing('clubs', ofClub), await listing('events', ofEvent)];
    expect(clubs).toContain(at(`/club/${ofClub}`));
    expect(events).toContain(at(`/evento/${ofEvent}`));
    expect(clubs + events).not.toMatch(new RegExp(`${hiddenClub}|${hiddenEvent.id}`));
  });

  test('[D-CLIP-2] lists public clips as free videos', async () => {
    const [allowing, quiet] = [await createClub('CD Abierto', { publicClips: true }), await createClub('CD Callado')];
    const clip = async (clubId: string, fields: object = {}, match: object = {}) => {
      const { id: vodId } = await createVod({ clubIds: [clubId], title: 'Final & copa', ...match });
      return (await createStoredClip({ vodId, clubId, ...fields })).id;
    };
    const hiddenMatch = (await createEvent({ visible: false })).id;
    const none = [
      await clip(quiet),
      await clip(allowing, { visible: false }),
      await clip(allowing, { status: 'STARTED' }),
      await clip(allowing, {}, { visible: false }),
      await clip(allowing, { sportEventId: hiddenMatch }),
    ];
    const shown = await clip(allowing);
    const text = await eventually(() => readAllParts('clips'), contains(shown));
    const entry = text.split('<url>').find((one) => one.includes(shown)) ?? '';
    expect(entry).toContain(`<loc>${addresses.web}/clip/${shown}</loc>`);
    expect(entry).toContain('<video:title>Gol</video:title>');
    expect(entry).toContain('<video:description>Final &amp; copa. Un clip de CD Abierto.</video:description>');
    expect(entry).toContain('<video:duration>6</video:duration>');
    expect(entry).toContain('<video:requires_subscription>no</video:requires_subscription>');
    for (const id of none) expect(text).not.toContain(id);
  });

  test('has no other parts', async () => {
    for (const part of [
      'pages-0.xml',
      'pages-2.xml',
      'pages-1',
      'clubs-9999.xml',
      'toString-1.xml',
      '..%2Fx',
      'pages-01.xml',
    ])
      expect([part, (await read(`/sitemaps/${part}`)).answer.status]).toEqual([part, 404]);
  });
});
