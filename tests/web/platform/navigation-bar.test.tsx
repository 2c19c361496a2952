/** The navigation bar, the mobile menu and the footer. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { admin, open, person, staff, subscriber } from '../support/app.tsx';

const bar = async () => within(await screen.findByRole('banner'));
const barTexts = async () => {
  const nav = within(await screen.findByRole('navigation', { name: 'Principal' }));
  return nav.getAllByRole('link').map((link) => link.textContent?.replace(' (se abre en otra pestaña)', ''));
};

describe('the navigation bar', () => {
  test("[A-SHELL-1][E-HOME-2] shows a visitor's entries", async () => {
    open('/clubes');
    expect(await barTexts()).toEqual(['Partidos', 'Calendario', 'Clubes', 'Contenido', 'Blog']);
    const texts = (await bar()).getAllByRole('link').map((link) => link.textContent);
    expect(texts).toContain('Iniciar Sesión');
    expect(texts).toContain('Registrarse');
    expect((await bar()).queryByText('Cerrar Sesión')).toBeNull();
  });

  test("[A-SHELL-2] [A-SHELL-10] [E-HOME-2] shows a viewer's entries", async () => {
    open('/clubes', { user: subscriber });
    expect(await barTexts()).toEqual(['Home', 'Fútbol', 'Baloncesto', 'Calendario', 'Clubes', 'Contenido', 'Blog']);
    expect((await bar()).queryByText('Iniciar Sesión')).toBeNull();
    expect((await bar()).queryByText('Registrarse')).toBeNull();
    expect((await bar()).getByRole('link', { name: 'Marta' }).getAttribute('href')).toBe('/profile');
    expect((await bar()).queryByText('Admin')).toBeNull();
    expect((await bar()).queryByText('Mi Stream')).toBeNull();
  });

  test('[A-SHELL-3] [A-SHELL-4] links its entries to their pages', async () => {
    open('/clubes', { user: subscriber });
    const links = Object.fromEntries(
      (await bar()).getAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    );
    expect(links).toMatchObject({
      Home: '/home',
      Fútbol: '/futbol',
      Baloncesto: '/baloncesto',
      Calendario: '/calendario',
      Clubes: '/clubes',
      Contenido: '/contenido',
    });
    expect((await bar()).getByRole('link', { name: /Blog/ }).getAttribute('target')).toBe('_blank');
  });

  test('[A-SHELL-7] [A-SHELL-8] [A-SHELL-9] shows admins their entries and no profile', async () => {
    open('/clubes', { user: admin });
    expect((await (await bar()).findByRole('link', { name: 'Admin' })).getAttribute('href')).toBe('/vods/manage');
    expect((await bar()).getByRole('link', { name: 'Mi Stream' }).getAttribute('href')).toBe('/live-profile');
    expect((await bar()).queryByText('Marta')).toBeNull();
  });

  test('[A-SHELL-7] [A-SHELL-11] shows club staff Mi Club and their name', async () => {
    open('/clubes', { user: staff });
    expect((await (await bar()).findByRole('link', { name: 'Mi Club' })).getAttribute('href')).toBe('/vods/manage');
    expect((await bar()).getByRole('link', { name: 'Marta' })).toBeDefined();
    expect((await bar()).queryByText('Mi Stream')).toBeNull();
  });

  test('[A-SHELL-12] [A-SHELL-13] marks a subscription error', async () => {
    const error = { type: 'PDS_ERROR' as const };
    const { user } = open('/clubes', {
      user: person('REGULAR_BASIC', { subscription: { provider: 'x', from: '', to: '', error } }),
    });
    expect(await screen.findByRole('img', { name: 'Problema de suscripción' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Abrir menú' }));
    expect(screen.getByRole('link', { name: 'Problema de suscripción' }).getAttribute('href')).toBe('/profile');
  });

  test('[A-SHELL-15] shows the legal pages in the footer', async () => {
    open('/clubes');
    const footer = within(await screen.findByRole('contentinfo'));
    for (const [name, href] of [
      ['Aviso legal', '/aviso-legal'],
      ['Política de cookies', '/cookies'],
      ['Política de privacidad', '/privacidad'],
    ]) {
      expect(footer.getByRole('link', { name }).getAttribute('href')).toBe(href);
    }
  });

  test('[A-SHELL-16] asks for cookie consent once', async () => {
    const { user, unmount } = open('/clubes');
    await user.click(await screen.findByRole('button', { name: 'Entendido' }));
    expect(screen.queryByRole('button', { name: 'Entendido' })).toBeNull();
    unmount();
    open('/clubes');
    await screen.findByRole('contentinfo');
    expect(screen.queryByRole('button', { name: 'Entendido' })).toBeNull();
  });
});
