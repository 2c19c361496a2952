import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ListedMatter } from '../../../web/features/trust/matters/queries.ts';
import { address, calls, callsTo, createList, emptyList, id, open, person, type Replies } from '../support/app.tsx';
import { adVideo, camera, managedClub, managedContent, managedEvent, managedVod } from '../support/builders.ts';

const admin = person('ADMIN');
const staff = person('CLUB_STAFF', { clubId: id('club') });
const none: Replies = {
  'GET /live/cameras': createList('cameras', [], 0, { streamServer: 'rtmp://localhost/live' }),
  'GET /live/club-staff-users': {
    data: { clubStaffUsers: [], pagination: { limit: 12, page: 1, total: 0, totalPages: 0 } },
  },
};
const input = () => screen.findByRole('combobox', { name: /^Página, acción/ });
const options = () => within(screen.getByRole('listbox', { name: 'Resultados' })).queryAllByRole('option');
const texts = () => options().map(({ textContent }) => textContent);

describe('[F-DESK-2] the command palette', () => {
  test('opens by Ctrl K, finds an action by parts of its words, and goes there by keyboard', async () => {
    const { user } = open('/vods/manage', { user: admin, replies: none });
    await screen.findByRole('heading', { name: 'Gestión de Videos' });
    await user.keyboard('{Control>}k{/Control}');
    const box = await input();
    expect(document.activeElement).toBe(box);
    await user.type(box, 'partido nue');
    expect(texts()).toEqual(['Nuevo partidoAcción']);
    expect(box.getAttribute('aria-activedescendant')).toBe(options()[0]?.id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/sportevents/create'));
    expect(screen.queryByRole('listbox', { name: 'Resultados' })).toBeNull();
  });

  test('offers every page of the menu, by its group', async () => {
    const { user } = open('/vods/manage', { user: admin, replies: none });
    const nav = within(await screen.findByRole('navigation', { name: 'Gestión' }));
    const menu = nav.getAllByRole('link').map(({ textContent }) => textContent ?? '');
    await user.keyboard('{Control>}k{/Control}');
    await input();
    expect(texts()).toEqual(expect.arrayContaining(['HoyPágina', 'ContenidoPartidos', 'DenunciasConfianza']));
    expect(menu.filter((page) => !texts().some((text) => text?.startsWith(page)))).toEqual([]);
  });

  test('finds the club first, then matches from today on, videos with date and length, content, ads, cameras, matters', async () => {
    const dateCreated = '2026-03-07T17:32:00.000Z';
    const film = { dateCreated, duration: 5525 };
    const matter = {
      id: id('matter'),
      number: 'AV-7',
      kind: 'REPORT',
      state: 'OPEN',
      reason: 'PRIVACY',
      minor: false,
      createdAt: dateCreated,
      deadline: dateCreated,
      title: 'Sauce – Norte',
      isFound: true,
      isHidden: false,
    } as const satisfies ListedMatter;
    const { user } = open('/hoy', {
      user: admin,
      replies: {
        ...none,
        'GET /live/sportevents': createList('sportEvents', [managedEvent(1)]),
        'GET /live/vods': createList('vods', [{ ...managedVod(1), ...film }]),
        'GET /live/clubs': createList('clubs', [managedClub()]),
        'GET /live/content': createList('contentVideos', [managedContent(1, { title: 'Así entrena Sauce', ...film })]),
        'GET /live/ad_videos': createList('adVideos', [adVideo(1, { title: 'Ferretería de Sauce', ...film })]),
        'GET /live/cameras': createList('cameras', [camera(1)], 1, { streamServer: 'rtmp://localhost/live' }),
        'GET /matters': createList('matters', [matter]),
      },
    });
    await user.click((await screen.findAllByRole('button', { name: /^Ir a…/ }))[0] as HTMLElement);
    await user.type(await input(), 'sauce');
    await waitFor(() => expect(options()).toHaveLength(7));
    const facts = '7 de marzo de 2026 · 1:32:05';
    expect(texts()).toEqual([
      'CD SauceClub',
      expect.stringContaining(managedEvent(1).title),
      `${managedVod(1).title}Video · ${facts}`,
      'campo-1Cámara',
      `Así entrena SauceContenido · ${facts}`,
      `Ferretería de SauceAnuncio · ${facts}`,
      'Sauce – NorteDenuncia AV-7',
    ]);
    expect(callsTo('GET /live/sportevents').at(-1)?.query.get('time')).toBe('fromToday');
    expect(callsTo('GET /matters').at(-1)?.query.get('search')).toBe('sauce');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(options()[2]?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
    await waitFor(() => expect(address()).toBe(`/avisos/manage?aviso=${id('matter')}`));
  });

  test('offers club staff the pages that they may open, and requests only their own lists', async () => {
    const { user } = open('/sportevents/manage', {
      user: staff,
      replies: {
        'GET /clubStaff/sportevents': createList('sportEvents', [managedEvent(1)]),
        'GET /clubStaff/ad_videos': emptyList('adVideos'),
      },
    });
    await screen.findByRole('heading', { name: 'Gestión de Eventos' });
    await user.keyboard('{Meta>}k{/Meta}');
    await input();
    expect(texts().some((text) => text?.startsWith('Cámaras'))).toBe(false);
    await user.type(await input(), 'nada así');
    expect(await screen.findByText(managedEvent(1).title, { selector: '[role="option"] *' })).toBeDefined();
    expect(calls.filter(({ key }) => key.includes(' /live/'))).toEqual([]);
  });
});
