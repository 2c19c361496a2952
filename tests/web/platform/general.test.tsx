/** Rules of the whole app: the home page, the default sport, access to pages, and loading states. */

import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { Guard, type Need } from '../../../web/app/guards.tsx';
import { createQueryClient } from '../../../web/app/providers.tsx';
import { paths } from '../../../web/lib/paths.ts';
import { type Session, SessionProvider, useSession } from '../../../web/session/session.tsx';
import { rawAnswer } from '../support/api-answers.ts';
import { address, answer, createList, id, logInBefore, open, person, type Replies } from '../support/app.tsx';

const admin = person('ADMIN');
const basic = person('REGULAR_BASIC');
const subscriber = person('REGULAR_SUBSCRIBER');

describe('the home page', () => {
  test('[A-GEN-7] is the target of a login without another one', async () => {
    const session = { token: `${basic.id}.secret`, expiresAt: '', isLiveUser: false, user: basic };
    const { user } = open('/login', {
      replies: { 'POST /session/login': { data: session }, 'GET /users/me': { data: { user: basic } } },
    });
    await user.type(await screen.findByLabelText('Email o identificador de usuario'), basic.email);
    await user.type(screen.getByLabelText('Contraseña'), 'una-clave');
    await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    await waitFor(() => expect(address()).toBe('/home'));
  });

  test.each([
    ['/signup', basic, '/home'],
    ['/signup?source=ppv', basic, '/home?showPurchaseBanner=true'],
    ['/subscription', subscriber, '/home?showSubscriptionBanner=true'],
  ])('[A-GEN-7] is the target of %s for a user who does not need it', async (path, user, aim) => {
    open(path, { user });
    await waitFor(() => expect(address()).toBe(aim));
  });

  test.each([
    ['/payment-success', undefined, 'Ir al inicio'],
    ['/creando-pago', basic, 'Volver al inicio'],
    ['/no-existe', undefined, 'Volver al inicio'],
  ])('[A-GEN-7] is the target of the button on %s', async (path, user, name) => {
    open(path, { ...(user && { user }), replies: { 'POST /payments/stripe': rawAnswer(500) } });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/home');
  });
});

describe('client-side navigation', () => {
  const spoken = () => [...document.querySelectorAll('body > [aria-live=polite]')].map((one) => one.textContent);

  test('focuses the heading and announces the title', async () => {
    const { user } = open('/clubes');
    await screen.findByRole('heading', { level: 1, name: 'Clubes' });
    await user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Calendario' })[0] as HTMLElement);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Calendario' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await waitFor(() => expect(spoken()).toContain('Calendario · Cantera TV'));
    history.back();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Clubes'));
  });

  test('focuses a heading that renders with its data', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const club = { id: id('club'), name: 'CD Sauce', thumbnail: null, visible: true };
    const { user } = open('/clubes', {
      replies: { 'GET /clubs': createList('clubs', [club]), [`GET /clubs/${club.id}`]: () => promise },
    });
    await user.click(await screen.findByRole('link', { name: /CD Sauce/ }));
    await waitFor(() => expect(address()).toBe(`/club/${club.id}`));
    resolve({ data: { club } });
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    expect(document.activeElement?.textContent).toContain('CD Sauce');
  });

  test('focuses the heading in the back office too', async () => {
    const { user } = open('/vods/manage', { user: admin, replies: { 'GET /live/clubs': createList('clubs', []) } });
    await screen.findByRole('heading', { level: 1, name: 'Gestión de Videos' });
    await user.click(screen.getByRole('link', { name: 'Clubes' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Gestión de Clubes' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test("keeps the focus in a page's first field", async () => {
    const { announceNavigation } = await import('../../../web/app/announce-navigation.ts');
    open('/login');
    const field = await screen.findByLabelText('Email o identificador de usuario');
    field.focus();
    announceNavigation(document.body);
    expect(document.activeElement).toBe(field);
  });
});

describe('the default sport', () => {
  const profile: Replies = {
    'GET /live/users/me': { data: { user: { ...admin, slug: 'directo', title: 'Directo' } } },
  };

  test.each(['/sportevents/create', '/vods/create', '/live-profile'])('[A-GEN-11] is football for %s', async (path) => {
    open(path, { user: admin, replies: { ...profile, 'GET /live/sportevents': createList('sportEvents', []) } });
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Deporte' });
    expect(field.selectedOptions[0]?.textContent).toBe('Fútbol');
  });

  test('[A-GEN-11] is football for the calendar', async () => {
    open('/calendario');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Fútbol' })).checked).toBe(true);
  });
});

describe('before the cookies were read', () => {
  const needs: Need[] = ['login', 'manage', 'admin'];

  test.each(needs)('[A-GUARD-2] the guard for "%s" shows a spinner and redirects nobody', (need) => {
    logInBefore(admin);
    const { spinner, rest } = firstMoment(need);
    expect(spinner).not.toBeNull();
    expect(rest).toBe('/private');
  });

  test('[A-SESS-1] the session is loading, and then no longer', () => {
    logInBefore(subscriber);
    answer({});
    const cookies = vi.spyOn(Document.prototype, 'cookie', 'get');
    const seen: object[] = [];
    const note = ({ loading, isLoggedIn }: Session) =>
      seen.push({ loading, isLoggedIn, read: cookies.mock.calls.length > 0 });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <Probe note={note} />
        </SessionProvider>
      </QueryClientProvider>,
    );
    cookies.mockRestore();
    expect(seen[0]).toEqual({ loading: true, isLoggedIn: false, read: false });
    expect(seen.at(-1)).toEqual({ loading: false, isLoggedIn: true, read: true });
  });
});

/** A guarded page before its first effect, which reads the cookies. */
function firstMoment(need: Need) {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <MemoryRouter initialEntries={['/private']}>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <Guard need={need}>secret</Guard>
          <Address />
        </SessionProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const spinner = within(page).queryByRole('status');
  spinner?.remove();
  return { spinner, rest: page.textContent };
}

const Address = () => useLocation().pathname;

function Probe({ note }: { note: (session: Session) => void }) {
  note(useSession());
  return null;
}

describe('access without a session', () => {
  const one = id('one');
  const { manage, ...viewer } = paths;
  const own = [paths.profile, paths.payment, paths.myList, paths.familyMatches];
  const management = [
    ...Object.values(manage).flatMap(({ list, create, edit }) => [list, create, edit(one)]),
    ...[
      paths.today,
      paths.liveProfile,
      paths.adminProfile,
      paths.manageCompetitions,
      paths.manageMatters,
      paths.audit,
      paths.quality,
      paths.eventQuality(one),
      paths.vodQuality(one),
      paths.cameraQuality(one),
      paths.unseenPurchases,
      paths.manageRights,
      paths.vodStats(one),
    ],
  ];
  const examples: Record<string, string> = {
    club: paths.club(one),
    contentVideo: paths.contentVideo(3, one),
    event: paths.event(one),
    vod: paths.vod(one),
    live: paths.live('campo-municipal'),
    familyInvitation: paths.familyInvitation('codigo'),
    document: paths.document('condiciones-compra'),
    vodStats: paths.vodStats(one),
    eventQuality: paths.eventQuality(one),
    vodQuality: paths.vodQuality(one),
    cameraQuality: paths.cameraQuality(one),
  };
  const visitors = Object.entries(viewer)
    .map(([name, path]) => (typeof path === 'string' ? path : String(examples[name])))
    .filter((path) => !own.some((mine) => mine === path) && !management.includes(path));

  test.each([...own, ...management])('[A-GUARD-4] %s requires a login', async (path) => {
    open(path);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(history.state.usr).toEqual({ referrer: path });
  });

  test.each(visitors)('[A-GUARD-4] %s is open', async (path) => {
    open(path);
    await screen.findByRole('contentinfo');
    await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(/\S/));
    await waitFor(() => expect(screen.queryByText('Cargando')).toBeNull());
    // A missing item leads to the 404 page; none of these pages requires a login.
    if (path !== '/login') expect(address()).not.toMatch(/^\/login($|\?)/);
  });
});
