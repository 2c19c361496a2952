/** Every public page as the web host serves it to clients without scripts. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import {
  addresses,
  call,
  createClub,
  createContentVideo,
  createEvent,
  createPerson,
  createStoredClip,
  createVod,
} from '../../support/api.ts';
import { expectMissing, origin, visit } from './shared-page.ts';

const { token } = await createPerson('ADMIN');

describe('[E-SHARE-1] a public page', () => {
  test.for([
    ['/', 'Cantera TV'],
    ['/home', 'Inicio · Cantera TV'],
    ['/futbol', 'Fútbol · Cantera TV'],
    ['/baloncesto', 'Baloncesto · Cantera TV'],
    ['/calendario', 'Calendario · Cantera TV'],
    ['/clubes', 'Clubes · Cantera TV'],
    ['/contenido', 'Contenido · Cantera TV'],
    ['/contact/teams', 'Contactar Equipos · Cantera TV'],
    ['/aviso-legal', 'Aviso legal · Cantera TV'],
    ['/privacidad', 'Política de privacidad · Cantera TV'],
    ['/cookies', 'Política de cookies · Cantera TV'],
    ['/documento/condiciones-compra', 'Condiciones de compra · Cantera TV'],
  ] as const)('%s has a title and a description of its own', async ([path, title]) => {
    const page = await visit(`${path}?utm_source=chat`, { authorization: `Bearer ${token}` });
    expect([page.status, page.title, page.canonical]).toEqual([200, title, origin + path]);
    expect(page.tag('og:url')).toBe(origin + path);
    expect(page.tag('description')).toBe(page.tag('og:description'));
    expect(page.tag('og:image')).toMatch(/^http/);
    expect(page.types).toContain(path === '/' ? 'WebSite' : 'BreadcrumbList');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  test('describes a club as a SportsTeam', async () => {
    const name = `Atlético ${ulid()}`;
    const id = await createClub(name);
    const page = await visit(`/club/${id}`);
    expect(page).toMatchObject({ status: 200, title: `${name} · Cantera TV`, types: ['SportsTeam', 'BreadcrumbList'] });
    expect(page.things[0]).toMatchObject({ name, url: `${origin}/club/${id}` });
  });

  test('[D-CLIP-2] describes a public clip as a video that messengers play', async () => {
    const clubId = await createClub('CD Recorte', { publicClips: true });
    const { id: vodId } = await createVod({ clubIds: [clubId], title: 'Derbi' });
    const { id } = await createStoredClip({ vodId, clubId, title: 'Gol & "fiesta"', duration: 14 });
    const page = await visit(`/clip/${id}`);
    expect(page).toMatchObject({ status: 200, types: ['VideoObject', 'BreadcrumbList'] });
    expect(page.title).toBe('Gol &amp; &quot;fiesta&quot; · Cantera TV');
    expect(page.tag('og:video')).toBe(`${origin}/api/clips/${id}/video`);
    expect(page.tag('og:image')).toContain(`/share/clip_${id}/`);
    expect(page.tag('description')).toBe('Derbi. Un clip de CD Recorte.');
    expect(page.things[0]).toMatchObject({ duration: 'PT14S', contentUrl: page.tag('og:video') });
    await call('PATCH /clips/{id}', { token, params: { id }, body: { visible: false } });
    await expectMissing(`/clip/${id}`);
  });

  test('describes a match as a SportsEvent, without result or typed texts', async () => {
    const [home, away] = [await createClub(), await createClub()];
    const match = await createEvent({
      title: `Final ${ulid()}`,
      summary: 'Ganó el Sauce 3-1',
      clubIds: [home, away],
      homeClubId: home,
      awayClubId: away,
      state: 'FINISHED',
    });
    const page = await visit(`/evento/${match.id}`);
    expect(page).toMatchObject({
      status: 200,
      title: `${match.title} · Cantera TV`,
      types: ['SportsEvent', 'BreadcrumbList'],
    });
    expect(page.things[0]).toMatchObject({
      homeTeam: { url: `${origin}/club/${home}` },
      awayTeam: { url: `${origin}/club/${away}` },
    });
    expect(page.html).not.toContain('3-1');
  });

  test('[D-MATCH-3] shows the score of a typed title only where the club lets previews show results, and never in the tab', async () => {
    const clubId = await createClub('CD Discreto', { publicClips: true });
    const score = { home: 3, away: 1, phase: 'ENDED' as const, period: 2, version: 1 };
    const sides = { clubIds: [clubId], homeClubId: clubId, state: 'FINISHED' as const, score };
    const match = await createEvent({ title: 'Final 3-1', ...sides });
    const { id: vodId } = await createVod({ sportEventId: match.id, clubIds: [clubId], title: 'Final 3-1' });
    const { id: clipId } = await createStoredClip({ vodId, clubId, title: 'El 3-1' });
    const paths = [`/evento/${match.id}`, `/vods/${vodId}`, `/clip/${clipId}`];
    for (const path of paths) {
      const page = await visit(path);
      expect([page.status, page.title]).toEqual([200, expect.stringContaining('? – ?')]);
      expect(page.html, path).not.toContain('3-1');
    }
    await call('PATCH /live/clubs/{id}', { token, params: { id: clubId }, body: { scoreInPreviews: true } });
    for (const path of paths.slice(0, 2)) {
      const page = await visit(path);
      expect([page.title, page.tag('og:title')]).toEqual(['Final ? – ? · Cantera TV', 'Final 3-1']);
    }
  });

  test('describes a recording as a VideoObject of its match', async () => {
    const match = await createEvent();
    const { id, title } = await createVod({ sportEventId: match.id, duration: 4205, summary: 'Acabó 7-9' });
    const page = await visit(`/vods/${id}`);
    expect(page).toMatchObject({
      status: 200,
      title: `${title} · Cantera TV`,
      types: ['VideoObject', 'BreadcrumbList'],
    });
    expect(page.things[0]).toMatchObject({
      name: title,
      duration: 'PT1H10M5S',
      thumbnailUrl: [expect.stringMatching(/^http/)],
    });
    expect(page.tag('og:type')).toBe('video.other');
    expect(page.html).not.toContain('7-9');
    expect(JSON.stringify(page.things[1])).toContain(`/evento/${match.id}`);
  });

  test('uses a content video’s own description', async () => {
    const { id, title } = await createContentVideo({ description: 'Una charla\ncon la entrenadora', categoryId: 1 });
    const page = await visit(`/content/1/videos/${id}`);
    expect(page).toMatchObject({
      status: 200,
      title: `${title} · Cantera TV`,
      types: ['VideoObject', 'BreadcrumbList'],
    });
    expect(page.tag('og:description')).toBe('Una charla con la entrenadora');
  });

  test('describes a live as a BroadcastEvent of its match', async () => {
    const match = await createEvent();
    const slug = `campo-${ulid().toLowerCase()}`;
    const camera = await call('POST /live/cameras', { token, body: { slug, isTest: false } });
    await expectMissing(`/live/${slug}`);
    const id = camera.data.id;
    await call('PATCH /live/cameras/{id}', { token, params: { id }, body: { sportEventId: match.id } });
    const page = await visit(`/live/${slug}`);
    expect(page).toMatchObject({
      status: 200,
      title: `${match.title} · Cantera TV`,
      types: ['VideoObject', 'BreadcrumbList'],
    });
    expect(page.things[0]).toMatchObject({ publication: { '@type': 'BroadcastEvent', url: `${origin}/live/${slug}` } });
    await call('PATCH /live/cameras/{id}', { token, params: { id }, body: { isTest: true } });
    await expectMissing(`/live/${slug}`);
  });

  test('is the same for every user', async () => {
    const { id } = await createVod();
    const own = await visit(`/vods/${id}`, {
      authorization: `Bearer ${token}`,
      cookie: 'a=1',
      'user-agent': 'Googlebot',
    });
    expect((await visit(`/vods/${id}?a=b`)).html).toBe(own.html);
  });

  test('answers HEAD too', async () => {
    const answer = await fetch(`${addresses.web}/futbol`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});
