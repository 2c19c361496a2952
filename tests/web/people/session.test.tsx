/** The session, the guards, and the sidebar of the back office. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { isStaffPage, type Page, pages } from '../../../shared/domain/pages.ts';
import { listBackOfficePages, pageGroups } from '../../../web/app/back-office-pages.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { address, admin, basic, callsTo, id, logInBefore, open, person, staff, subscriber } from '../support/app.tsx';

const bar = async () => within(await screen.findByRole('banner'));

describe('the session', () => {
  test('[A-SESS-2] [A-SESS-7] [A-SESS-14] starts from the cookie and loads the user with the bearer token', async () => {
    open('/clubes', { user: subscriber });
    await waitFor(() => expect(callsTo('GET /users/me')).toHaveLength(1));
    expect(callsTo('GET /users/me')[0]?.headers.get('authorization')).toBe(`Bearer ${subscriber.id}.secret`);
    expect(callsTo('GET /live/users/me')).toEqual([]);
  });

  test('[A-SESS-7] loads an admin by the endpoint for admins', async () => {
    open('/clubes', { user: admin });
    await waitFor(() => expect(callsTo('GET /live/users/me')).toHaveLength(1));
    expect(callsTo('GET /users/me')).toEqual([]);
  });

  test('warns a user whose emails are returned on every page, with a contact', async () => {
    open('/clubes', { user: { ...basic, returnsMail: true } });
    const told = await screen.findByText(/vuelven sin entregar/);
    expect(told.textContent).toContain(basic.email);
    expect(within(told).getByRole('link', { name: 'escríbenos' }).getAttribute('href')).toBe('/contact/teams');
  });

  test('[A-SESS-8] ends on a 401 while loading the user', async () => {
    open('/clubes', { user: basic, replies: { 'GET /users/me': errorAnswer('SSN4010') } });
    await waitFor(async () => expect((await bar()).getAllByText('Iniciar Sesión').length).toBeGreaterThan(0));
    expect(document.cookie).not.toContain('cantera-session');
    expect(localStorage.getItem('cantera:user')).toBeNull();
  });

  test('[A-SESS-8] survives a server error', async () => {
    open('/clubes', { user: basic, replies: { 'GET /users/me': errorAnswer('REQ5000') } });
    await waitFor(() => expect(callsTo('GET /users/me')).toHaveLength(1));
    expect((await bar()).getByText('Marta')).toBeDefined();
    expect(document.cookie).toContain('cantera-session');
  });

  test('[A-SESS-5] [A-SESS-6] [A-SHELL-14] is cleared at logout even when the call fails', async () => {
    const { user } = open('/clubes', { user: basic, replies: { 'GET /session/logout': errorAnswer('REQ5000') } });
    await user.click(await screen.findByRole('button', { name: 'Cerrar Sesión' }));
    await waitFor(() => expect(document.cookie).not.toContain('cantera-session'));
    expect(localStorage.getItem('cantera:user')).toBeNull();
    expect(callsTo('GET /session/logout')).toHaveLength(1);
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('[A-SESS-5] warns an account without a password before the logout, and offers a link to set one', async () => {
    const { user } = open('/clubes', {
      user: person('REGULAR_BASIC', { hasPassword: false }),
      replies: { 'POST /users/forgot-password': {} },
    });
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
    await press('Cerrar Sesión');
    await screen.findByRole('dialog', { name: 'Para volver a entrar necesitarás una contraseña' });
    expect(document.cookie).toContain('cantera-session');
    await press('Seguir aquí');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Cerrar Sesión');
    await press('Enviarme un enlace para elegir contraseña');
    await waitFor(() => expect(callsTo('POST /users/forgot-password')).toHaveLength(1));
    await press('Salir de todos modos');
    await waitFor(() => expect(document.cookie).not.toContain('cantera-session'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('[A-SESS-6] ends for admins through their own endpoint', async () => {
    const { user } = open('/clubes', { user: admin });
    await user.click(await screen.findByRole('button', { name: 'Cerrar Sesión' }));
    await waitFor(() => expect(callsTo('GET /live/session/logout')).toHaveLength(1));
    expect(callsTo('GET /session/logout')).toEqual([]);
  });

  test('[A-SESS-4] does not treat club staff without a club as club staff', async () => {
    open('/vods/manage', { user: person('CLUB_STAFF') });
    await waitFor(() => expect(address()).toBe('/login'));
  });

  test('[A-SESS-3] keeps isLiveUser across a reload', async () => {
    logInBefore(admin);
    localStorage.clear();
    open('/clubes', { replies: { 'GET /live/users/me': { data: { user: admin } } } });
    expect(await (await bar()).findByText('Admin')).toBeDefined();
  });

  test.each([
    ['[A-SESS-11] lasts a day by default', basic, false, 'session=', 86_400],
    ['[A-SESS-12] lasts a year when remembered', basic, true, 'session=', 365 * 86_400],
    ['[A-SESS-12] lasts a week for admins', admin, true, 'session=', 7 * 86_400],
    ['[A-SESS-13] stores the club-staff flag for a year', staff, false, 'club-staff=true', 365 * 86_400],
  ])('%s', async (_, who, remember, cookie, seconds) => {
    const written: string[] = [];
    vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation((text) => written.push(text));
    const data = { token: 't.s', expiresAt: '', isLiveUser: who.role === 'ADMIN', user: who };
    const { user } = open('/login', { replies: { 'POST /session/login': { data } } });
    await user.type(await screen.findByLabelText('Email o identificador de usuario'), 'a@b.es');
    await user.type(screen.getByLabelText('Contraseña'), 'x');
    if (remember) await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    const find = () => written.find((text) => text.startsWith(`cantera-${cookie}`));
    await waitFor(() => expect(find()).toContain(`Max-Age=${seconds};`));
  });
});

describe('guards', () => {
  test('[A-GUARD-3] [B-SHELL-12] send a viewer from a management page to the login', async () => {
    open('/sportevents/manage', { user: subscriber });
    await waitFor(() => expect(address()).toBe('/login'));
    expect(history.state.usr).toEqual({ referrer: '/sportevents/manage' });
  });

  test('[A-GUARD-5] show the login form to a logged-in user', async () => {
    open('/login', { user: subscriber });
    expect(await screen.findByLabelText('Contraseña')).toBeDefined();
    expect(address()).toBe('/login');
  });
});

describe('the sidebar of the back office', () => {
  const listEntries = async () => {
    const nav = within(await screen.findByRole('navigation', { name: 'Gestión' }));
    return [...nav.getAllByRole('link'), ...nav.getAllByRole('button')].map((entry) => entry.textContent);
  };

  test('[B-SHELL-7] [B-SHELL-8] shows admins every entry', async () => {
    open('/vods/manage', { user: admin });
    expect(await listEntries()).toEqual([
      'Hoy',
      'Inicio',
      'Eventos',
      'Videos',
      'Cámaras',
      'Competiciones',
      'Contenido',
      'Clubes',
      'Personal del Club',
      'Anuncios',
      'Planes y códigos',
      'Facturas',
      'Liquidaciones',
      'Vendido y sin ver',
      'Minutos perdidos',
      'Denuncias',
      'Derechos de imagen',
      'Registro',
      'Calidad',
      'Perfil del Directo',
      'Perfil',
      'Log out',
    ]);
  });

  test('[B-SHELL-9] [B-SHELL-10] shows club staff their entries and their club', async () => {
    open('/vods/manage', { user: staff });
    expect(await listEntries()).toEqual([
      'Hoy',
      'Inicio',
      'Eventos',
      'Videos',
      'Mi Club',
      'Anuncios',
      'Liquidaciones',
      'Denuncias',
      'Derechos de imagen',
      'Calidad',
      'Log out',
    ]);
    expect(screen.getByRole('link', { name: 'Mi Club' }).getAttribute('href')).toBe(`/clubs/manage/${id('club')}`);
  });

  test('shows the entries in five groups, and the competitions as a page of their own', async () => {
    open('/sportevents/competitions', { user: admin });
    const nav = within(await screen.findByRole('navigation', { name: 'Gestión' }));
    const groups = nav.getAllByRole('list', { name: /./ });
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([...pageGroups]);
    const current = nav.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual(['Competiciones']);
  });

  test('lists every page of the back office that needs no item', () => {
    const lists = Object.values<Page>(pages).filter(
      (page) => isStaffPage(page) && !page.path.includes(':') && !page.path.endsWith('/create'),
    );
    const shown = listBackOfficePages({ isLiveUser: true, isClubStaff: false, user: undefined });
    expect(lists.map(({ path }) => path).filter((path) => !shown.some(({ to }) => to === path))).toEqual([]);
  });

  test('[B-SHELL-11] logs out by Log out', async () => {
    const { user } = open('/vods/manage', { user: staff });
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(callsTo('GET /session/logout')).toHaveLength(1));
  });
});
