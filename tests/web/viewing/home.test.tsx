/** The rows and banners of the home page. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { errorAnswer } from '../support/api-answers.ts';
import { address, createList, open, type Replies, subscriber } from '../support/app.tsx';
import { contentCard } from '../support/builders.ts';
import { createCard, createLive } from './event-cards.ts';

describe('home', () => {
  const home = (lives: number, vods: number): Replies => ({
    'GET /liveusers': { data: { liveUsers: Array.from({ length: lives }, (_, n) => createLive(`l${n}`)) } },
    'GET /vods': createList(
      'vods',
      Array.from({ length: vods }, (_, n) => createCard(n)),
    ),
  });
  const findFootballCards = async () => {
    const rail = within(await screen.findByRole('region', { name: 'Fútbol' }));
    return waitFor(() => {
      const found = rail.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
  };

  test.each([
    [0, 9, 0, 4],
    [1, 9, 1, 3],
    [4, 9, 4, 0],
    [7, 9, 5, 0],
  ])('[V-HOME-4] shows %i lives and %i recordings', async (lives, vods, shownLives, shownVods) => {
    open('/home', { replies: home(lives, vods) });
    await screen.findAllByRole('heading', { level: 3 });
    await waitFor(async () => {
      const found = await findFootballCards();
      expect(found.filter((text) => text?.startsWith('Directo'))).toHaveLength(shownLives);
      expect(found.filter((text) => text?.startsWith('Partido'))).toHaveLength(shownVods);
    });
  });

  test('[V-HOME-5] [V-HOME-6] [E-HOME-2] links to all matches of each sport and to the contact page', async () => {
    open('/home', { replies: home(0, 1) });
    expect((await screen.findByRole('link', { name: 'Ver todo de Fútbol' })).getAttribute('href')).toBe('/futbol');
    expect(screen.getByRole('link', { name: 'Contacta con nosotros' }).getAttribute('href')).toBe('/contact/teams');
    const basketball = await screen.findByRole('link', { name: 'Ver todo de Baloncesto' });
    expect(basketball.getAttribute('href')).toBe('/baloncesto');
  });

  test('[V-HOME-3] shows the supercopa only while it is live', async () => {
    open('/home', { replies: { 'GET /liveusers': { data: { liveUsers: [createLive('supercopa2')] } } } });
    expect(await screen.findByRole('heading', { name: 'La Supercopa, en directo' })).toBeDefined();
  });

  test('[V-HOME-3] shows no supercopa otherwise', async () => {
    open('/home', { replies: home(1, 1) });
    await findFootballCards();
    expect(screen.queryByRole('heading', { name: 'La Supercopa, en directo' })).toBeNull();
  });

  test('[V-HOME-2] shows the latest four content videos and a link to all', async () => {
    open('/home', {
      replies: {
        'GET /public/content/videos': createList(
          'contentVideos',
          [1, 2, 3, 4, 5, 6].map((n) => contentCard(n)),
        ),
      },
    });
    const rail = within(await screen.findByRole('region', { name: 'Contenido' }));
    expect(await rail.findAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(rail.getByRole('link', { name: 'Ver todo' }).getAttribute('href')).toBe('/contenido');
  });

  test('[V-HOME-2] shows a content load error with a retry', async () => {
    open('/home', { replies: { 'GET /public/content/videos': errorAnswer('REQ4000', 'Contenido no') } });
    const rail = within(await screen.findByRole('region', { name: 'Contenido' }));
    expect(await rail.findByText('Contenido no')).toBeDefined();
    expect(rail.getByRole('button', { name: 'Reintentar' })).toBeDefined();
  });

  test('[V-HOME-7] [V-HOME-8] shows dismissible banners of the query', async () => {
    const { user, unmount } = open('/home?showPurchaseBanner=true');
    expect((await screen.findByText(/cómpralo por 1,99/)).textContent).toContain('1,99\u00a0€');
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
    expect(screen.queryByText(/1,99/)).toBeNull();
    expect(address()).toBe('/home');
    unmount();
    const visitor = open('/home?showSubscriptionBanner=true');
    await screen.findByRole('heading', { name: 'Fútbol' });
    expect(screen.queryByText(/Ya puedes ver todos los partidos/)).toBeNull();
    visitor.unmount();
    open('/home?showSubscriptionBanner=true', { user: subscriber });
    expect(await screen.findByText(/Ya puedes ver todos los partidos/)).toBeDefined();
  });
});
