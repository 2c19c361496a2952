/** Pages without metadata: of hidden and missing items, of other addresses, and while the tables cannot be read. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ulid } from 'ulid';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClub, createContentVideo, createEvent, createPerson, createVod } from '../../support/api.ts';
import { bare, expectMissing, visit } from './shared-page.ts';

// Another instance of the function, for the test in which it fails.
const { handler } = await import('../../../functions/api/sharing.ts');
const { events } = await import('../../../functions/league/events/store.ts');

const { token } = await createPerson('ADMIN');

describe('[E-SHARE-1] [V-GEN-3] hidden or missing items', () => {
  test('answer 404 with the app, also to users with access', async () => {
    const hidden = await createVod({ visible: false });
    for (const path of [
      '/nada',
      '/404',
      '/documento/otro',
      '/live/no-hay',
      `/club/${ulid()}`,
      `/evento/${ulid()}`,
      `/vods/${ulid()}`,
      `/content/1/videos/${ulid()}`,
      `/club/${await createClub(undefined, { visible: false })}`,
      `/evento/${(await createEvent({ visible: false })).id}`,
      `/vods/${hidden.id}`,
      `/vods/${(await createVod({ status: 'STARTED' })).id}`,
      `/content/2/videos/${(await createContentVideo({ categoryId: 1 })).id}`,
      `/content/1/videos/${(await createContentVideo({ visible: false })).id}`,
    ])
      await expectMissing(path);
    expect((await visit(`/vods/${hidden.id}`, { authorization: `Bearer ${token}` })).status).toBe(404);
  });

  test('are not named by related items', async () => {
    const [shown, hidden] = [`Visible ${ulid()}`, `Oculto ${ulid()}`];
    const clubIds = [await createClub(shown), await createClub(hidden, { visible: false })];
    const match = await createEvent({ clubIds, homeClubId: clubIds[0] ?? null, awayClubId: clubIds[1] ?? null });
    const secret = await createEvent({ visible: false, clubIds });
    const recorded = await createVod({ sportEventId: secret.id, clubIds });
    for (const path of [`/evento/${match.id}`, `/vods/${recorded.id}`]) {
      const { html } = await visit(path);
      expect(html).toContain(shown);
      for (const text of [hidden, clubIds[1], secret.id, secret.title]) expect(html).not.toContain(text);
    }
  });
});

describe('[E-SHARE-1] other addresses', () => {
  test('serve the app and are excluded from search if they are for logged-in users and staff', async () => {
    for (const path of [
      '/login',
      '/profile',
      '/profile/avisos',
      '/vods/manage',
      `/vods/manage/${ulid()}`,
      '/clubs/create',
      '/boletin/baja',
    ]) {
      const page = await visit(path);
      expect([path, page.status, page.tag('robots')]).toEqual([path, 200, 'noindex']);
      expect(page).toMatchObject(bare);
    }
  });
});

describe('[E-SHARE-1] a page whose tables cannot be read', () => {
  afterEach(() => void vi.restoreAllMocks());
  const renderPage = (page: string) =>
    handler({
      routeKey: 'GET /index.html',
      rawPath: '/index.html',
      rawQueryString: `page=${encodeURIComponent(page)}`,
      queryStringParameters: { page },
      headers: {},
      requestContext: { requestId: 'r', http: { method: 'GET', path: '/index.html', sourceIp: '127.0.0.1' } },
    } as unknown as APIGatewayProxyEventV2);

  test('is served without metadata, and is not cached', async () => {
    const { id, title } = await createEvent();
    expect((await renderPage(`/evento/${id}`)).body).toContain(title);
    vi.spyOn(events, 'get').mockRejectedValue(new Error('no table today'));
    const { statusCode, body = '', headers } = await renderPage(`/evento/${id}`);
    expect([statusCode, headers?.['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain('<div id="root">');
    expect(body).not.toMatch(/noindex|og:title/);
    expect((await renderPage('/futbol')).body).toContain('Fútbol');
  });
});
