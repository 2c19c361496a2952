/** Rules of the whole app: focus after navigation, access to pages, and loading states. */

import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { type Page, pages } from '../../../shared/domain/pages.ts';
import { Guard, type Need } from '../../../web/app/guards.tsx';
import { createQueryClient } from '../../../web/app/providers.tsx';
import { type Session, SessionProvider, useSession } from '../../../web/session/session.tsx';
import { address, answer, createList, id, logInBefore, open, person } from '../support/app.tsx';

const admin = person('ADMIN');
const subscriber = person('REGULAR_SUBSCRIBER');

describe('client-side navigation', () => {
  const listSpoken = () => [...document.querySelectorAll('body > [aria-live=polite]')].map((one) => one.textContent);

  test('focuses the heading and announces the title', async () => {
    const { user } = open('/clubes');
    await screen.findByRole('heading', { level: 1, name: 'Clubes' });
    await user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Calendario' })[0] as HTMLElement);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Calendario' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await waitFor(() => expect(listSpoken()).toContain('Calendario · Cantera TV'));
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
    const { user } = open('/vods/manage', { user: admin });
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

describe('before the cookies were read', () => {
  const needs: Need[] = ['login', 'manage', 'admin'];

  test.each(needs)('[A-GUARD-2] the guard for "%s" shows a spinner and redirects nobody', (need) => {
    logInBefore(admin);
    const { spinner, rest } = renderWithoutEffects(need);
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

/** Renders a guarded page without its first effect, which reads the cookies. */
function renderWithoutEffects(need: Need) {
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

describe('access', () => {
  const listPages = (need: Need) =>
    Object.entries<Page>(pages)
      .filter(([, page]) => page.need === need)
      .map(([name]) => name);

  test('[A-GUARD-4] only a few pages of viewers require a login', () => {
    expect(listPages('login')).toEqual(['myList', 'familyMatches', 'profile', 'profilePart', 'payment']);
  });

  test('[A-GUARD-4] [B-PERM-1] [B-PERM-7] other pages that require one are of the back office, some of admins alone', () => {
    expect(listPages('manage')).toEqual([
      'today',
      'manageEvents',
      'createEvent',
      'editEvent',
      'manageVods',
      'createVod',
      'editVod',
      'vodStats',
      'editClub',
      'manageAds',
      'editAd',
      'manageMatters',
      'manageStatements',
      'quality',
      'eventQuality',
      'vodQuality',
      'cameraQuality',
      'manageRights',
    ]);
    expect(listPages('admin')).toEqual([
      'manageCompetitions',
      'createAd',
      'liveProfile',
      'adminProfile',
      'unseenPurchases',
      'manageInvoices',
      'managePlans',
      'manageLostMinutes',
      'audit',
      'manageClubs',
      'createClub',
      'manageStaff',
      'inviteStaff',
      'editStaff',
      'manageContent',
      'createContent',
      'editContent',
      'manageCameras',
      'createCamera',
      'editCamera',
    ]);
  });

  test.each(['/profile/pagos?desde=recibo', '/vods/manage', '/clubs/create'])(
    '[A-GUARD-1] [A-GUARD-4] %s sends a visitor to the login, which remembers it',
    async (path) => {
      open(path);
      await waitFor(() => expect(address()).toBe('/login'));
      expect(history.state.usr).toEqual({ referrer: path });
    },
  );

  test('[B-PERM-1] [A-GUARD-6] a page of admins sends club staff to their videos', async () => {
    open('/clubs/create', { user: person('CLUB_STAFF', { clubId: id('club') }) });
    await waitFor(() => expect(address()).toBe('/vods/manage'));
  });
});
