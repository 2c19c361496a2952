import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { rawAnswer } from '../support/api-answers.ts';
import { address, admin, calls, callsTo, createList, open, type Replies } from '../support/app.tsx';
import { managedClub } from '../support/builders.ts';

const club = managedClub();
const clubs: Replies = {
  'GET /live/clubs': createList('clubs', [club], 3),
  [`GET /live/clubs/${club.id}`]: { data: { club } },
};

describe('the back office', () => {
  test('[B-SHELL-1] has a sidebar, which is a drawer on phones: opened, closed by Escape and by navigation', async () => {
    const { user } = open('/clubs/manage', { user: admin, replies: clubs });
    const menu = await screen.findByRole('button', { name: 'Abrir menú' });
    const drawer = document.getElementById('barra-lateral');
    expect(menu.getAttribute('aria-expanded')).toBe('false');
    expect(drawer?.className).toContain('invisible');
    await user.click(menu);
    expect(menu.getAttribute('aria-expanded')).toBe('true');
    expect(drawer?.className).not.toContain('invisible');
    await user.keyboard('{Escape}');
    expect(menu.getAttribute('aria-expanded')).toBe('false');
    await user.click(menu);
    await user.click(screen.getByRole('link', { name: 'Videos' }));
    await waitFor(() => expect(menu.getAttribute('aria-expanded')).toBe('false'));
  });

  test('[B-SHELL-7] highlights the current entry, also on create and edit pages', async () => {
    open(`/clubs/manage/${club.id}`, { user: admin, replies: clubs });
    await screen.findByRole('textbox', { name: 'Nombre' });
    expect(screen.getByRole('link', { name: 'Clubes' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Videos' }).hasAttribute('aria-current')).toBe(false);
  });

  test('[B-CLUB-10] phones have the create button of a list in the bar, where it covers no row', async () => {
    open('/clubs/manage', { user: admin, replies: clubs });
    await screen.findByText('CD Sauce');
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Crear Club' }).getAttribute('href')).toBe('/clubs/create');
    expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Crear Club' })).toHaveLength(1);
  });

  test('[B-API-1] sends the token with every call', async () => {
    open('/clubs/manage', { user: admin, replies: clubs });
    await screen.findByText('CD Sauce');
    const own = calls.filter(({ key }) => key.includes('/live/'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ headers }) => headers.get('authorization') === `Bearer ${admin.id}.secret`)).toBe(true);
  });

  test('[B-UI-9] searches after 500 ms from the first page; numbers the pages', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = open('/clubs/manage?page=2', { user: admin, replies: clubs });
    await screen.findByText('CD Sauce');
    const listClubCalls = () => callsTo('GET /live/clubs');
    const before = listClubCalls().length;
    await user.type(screen.getByRole('searchbox'), ' sau ');
    expect(listClubCalls()).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(500));
    await waitFor(() => expect(listClubCalls().at(-1)?.query.get('search')).toBe('sau'));
    expect(listClubCalls().at(-1)?.query.get('page')).toBe('1');
    await user.click(screen.getByRole('button', { name: /3/ }));
    await waitFor(() => expect(address()).toBe('/clubs/manage?page=3'));
  });

  test('[B-STATE-3] announces a rolled-back change to screen readers', async () => {
    const { user } = open('/clubs/manage', {
      user: admin,
      replies: { ...clubs, [`PATCH /live/clubs/${club.id}`]: rawAnswer(500) },
    });
    await user.click(await screen.findByRole('switch', { name: 'CD Sauce: visible' }));
    expect((await screen.findByText('No se ha podido guardar el cambio.')).className).toBe('sr-only');
  });
});

describe('unsaved changes', () => {
  test('ask on Back, and go on when confirmed', async () => {
    const { user } = open('/clubs/manage', { user: admin, replies: clubs });
    await user.click(await screen.findByRole('link', { name: 'CD Sauce' }));
    await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), ' B');
    act(() => history.back());
    expect(await screen.findByRole('heading', { name: 'Hay cambios sin guardar' })).toBeDefined();
    await waitFor(() => expect(address()).toBe(`/clubs/manage/${club.id}`));
    await user.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' }).value).toBe('CD Sauce B');
    act(() => history.back());
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(address()).toBe('/clubs/manage'));
    expect(await screen.findByRole('heading', { name: 'Gestión de Clubes' })).toBeDefined();
  });

  test('ask on closing the page only while there are any', async () => {
    const { user } = open(`/clubs/manage/${club.id}`, { user: admin, replies: clubs });
    const name = await screen.findByRole('textbox', { name: 'Nombre' });
    const isLeavingBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isLeavingBlocked()).toBe(false);
    await user.type(name, ' B');
    expect(isLeavingBlocked()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(isLeavingBlocked()).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' }).value).toBe('CD Sauce');
  });
});
