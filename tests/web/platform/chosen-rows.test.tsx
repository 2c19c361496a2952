/** Filters and several rows at once in the lists of cameras, clubs, ads, content and staff. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { address, admin, callsTo, createList, id, open, type Replies } from '../support/app.tsx';
import { bar, chooseAll } from '../support/back-office.ts';
import { adVideo, camera, managedClub, managedContent, managedVod, staffUser } from '../support/builders.ts';

const staffPage = (items: ReturnType<typeof staffUser>[]) => ({
  data: { clubStaffUsers: items, pagination: { limit: 12, page: 1, total: items.length, totalPages: 1 } },
});

interface List {
  name: string;
  path: string;
  get: string;
  /** Two rows; the action changes the first. */
  rows: object;
  none: object;
  empty: string;
  nothing: string;
  state: { label: string; value: string; query: [string, string] };
  action: string;
  patch: string;
  answer: object;
  sent: object;
  done: string;
  undone: object;
}

const item = (key: string, name: string) => `PATCH /live/${key}/${id(name)}`;

const lists: List[] = [
  {
    name: '[B-CAM-21] cameras',
    path: '/cameras/manage',
    get: 'GET /live/cameras',
    rows: createList('cameras', [camera(1), camera(2, { isTest: true })], 1, { streamServer: 'rtmp://x' }),
    none: createList('cameras', [], 0, { streamServer: 'rtmp://x' }),
    empty: 'No hay cámaras disponibles',
    nothing: 'Ninguna cámara con estos filtros',
    state: { label: 'En pruebas', value: 'test', query: ['state', 'test'] },
    action: 'Pasar a pruebas',
    patch: item('cameras', 'cam1'),
    answer: camera(1),
    sent: { isTest: true, version: 2 },
    done: '1 cámara en pruebas',
    undone: { isTest: false },
  },
  {
    name: '[B-CLUB-12] clubs',
    path: '/clubs/manage',
    get: 'GET /live/clubs',
    rows: createList('clubs', [managedClub({ id: id('club1'), version: 4 })]),
    none: createList('clubs', [], 0),
    empty: 'No hay clubes disponibles',
    nothing: 'Ningún club con estos filtros',
    state: { label: 'Ocultos', value: 'hidden', query: ['visible', 'false'] },
    action: 'Ocultar',
    patch: item('clubs', 'club1'),
    answer: { club: managedClub() },
    sent: { visible: false, version: 4 },
    done: '1 club oculto',
    undone: { visible: true },
  },
  {
    name: 'ads',
    path: '/ad-videos/manage',
    get: 'GET /live/ad_videos',
    rows: createList('adVideos', [adVideo(1, { visible: true }), adVideo(2, { status: 'STARTED' })]),
    none: createList('adVideos', [], 0),
    empty: 'No hay anuncios disponibles',
    nothing: 'Ningún anuncio con estos filtros',
    state: { label: 'Con errores', value: 'failed', query: ['state', 'failed'] },
    action: 'Ocultar',
    patch: item('ad_videos', 'ad1'),
    answer: { adVideo: adVideo(1) },
    sent: { visible: false, version: 3 },
    done: '1 anuncio oculto',
    undone: { visible: true },
  },
  {
    name: 'content',
    path: '/content/manage',
    get: 'GET /live/content',
    rows: createList('contentVideos', [managedContent(1, { visible: true }), managedContent(2, { status: 'SENT' })]),
    none: createList('contentVideos', [], 0),
    empty: 'No hay contenido disponible',
    nothing: 'Ningún contenido con estos filtros',
    state: { label: 'Ocultos', value: 'hidden', query: ['state', 'hidden'] },
    action: 'Ocultar',
    patch: item('content', 'report1'),
    answer: { contentVideo: managedContent(1) },
    sent: { visible: false, version: 3 },
    done: '1 video oculto',
    undone: { visible: true },
  },
  {
    name: 'staff users',
    path: '/club-staff-users/manage',
    get: 'GET /live/club-staff-users',
    rows: staffPage([staffUser(1, { status: 'active' }), staffUser(2)]),
    none: staffPage([]),
    empty: 'No hay usuarios del personal del club',
    nothing: 'No se encontraron usuarios',
    state: { label: 'Deshabilitado', value: 'disabled', query: ['status', 'disabled'] },
    action: 'Deshabilitar',
    patch: item('club-staff-users', 'staff1'),
    answer: { clubStaffUser: staffUser(1) },
    sent: { status: 'disabled', version: 1 },
    done: '1 usuario deshabilitado',
    undone: { status: 'active' },
  },
];

const categories: Replies = {
  'GET /live/content/categories': { data: { categories: [{ id: 1, title: 'Entrevistas' }] } },
};

describe.each(lists)('[F-DESK-2] the list of $name', (list) => {
  const replies = (rows: object): Replies => ({
    ...(list.name === 'content' && categories),
    [list.get]: rows,
    [list.patch]: { data: list.answer },
  });

  test('keeps its filter in the address, and shows a message when nothing is found', async () => {
    const { user } = open(list.path, { user: admin, replies: replies(list.none) });
    expect(await screen.findByText(list.empty)).toBeDefined();
    if (list.name === 'staff users') await user.click(screen.getByRole('radio', { name: list.state.label }));
    else await user.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por estado' }), list.state.label);
    expect(await screen.findByText(list.nothing)).toBeDefined();
    expect(address()).toBe(`${list.path}?estado=${list.state.value}`);
    const [name, value] = list.state.query;
    expect(callsTo(list.get).at(-1)?.query.get(name)).toBe(value);
    expect(screen.queryByRole('region', { name: 'Elegidos' })).toBeNull();
  });

  test('changes the chosen rows that the action concerns, and undoes it', async () => {
    const { user } = open(list.path, { user: admin, replies: replies(list.rows) });
    await user.click(await chooseAll());
    await user.click(bar().getByRole('button', { name: list.action }));
    expect(await screen.findByText(list.done)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(callsTo(list.patch).map(({ body }) => body)).toEqual([list.sent, list.undone]));
  });
});

describe('[F-DESK-2] deleting several rows', () => {
  test.each([
    ['content', 'contentVideos', 'contentVideo', managedContent(1, { visible: true })],
    ['vods', 'vods', 'vod', managedVod(1)],
  ] as const)('can be undone in the list of %s: the video comes back as it was', async (list, name, one, row) => {
    const path = `/live/${list}/${row.id}`;
    const { user } = open(`/${list}/manage`, {
      user: admin,
      replies: {
        ...categories,
        [`GET /live/${list}`]: createList(name, [row]),
        [`POST ${path}/recover`]: { data: { [one]: row } },
        [`PATCH ${path}`]: { data: { [one]: row } },
      },
    });
    await user.click(await chooseAll());
    expect(bar().getByText('«Eliminar» no pregunta: se puede deshacer.')).toBeDefined();
    await user.click(bar().getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('1 video eliminado')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(callsTo(`PATCH ${path}`)[0]?.body).toEqual({ visible: true }));
    expect(callsTo(`POST ${path}/recover`)).toHaveLength(1);
  });

  test.each([
    ['a video', '/vods/manage', 'vods', managedVod(1, { status: 'SENT' }), 'GET /live/vods'],
    ['content', '/content/manage', 'contentVideos', managedContent(1, { status: 'SENT' }), 'GET /live/content'],
  ] as const)('offers no undo for %s that is still being sent', async (_, path, name, row, list) => {
    const { user } = open(path, {
      user: admin,
      replies: { ...categories, [list]: createList(name, [row]), [`${list.replace('GET', 'DELETE')}/${row.id}`]: {} },
    });
    await user.click(await chooseAll());
    expect(bar().getByText('«Eliminar» pregunta antes.')).toBeDefined();
    await user.click(bar().getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Esta acción no se puede deshacer.')).toBeDefined();
    expect(callsTo(`${list.replace('GET', 'DELETE')}/${row.id}`)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    expect(await screen.findByText(/eliminado$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  });

  test('asks first where it cannot be undone: ads, with the clubs that lose them, and staff', async () => {
    const clubs = [{ id: id('club'), name: 'CD Sauce' }];
    const remove = `DELETE /live/ad_videos/${id('ad1')}`;
    const { user } = open('/ad-videos/manage', {
      user: admin,
      replies: { 'GET /live/ad_videos': createList('adVideos', [adVideo(1, { clubs }), adVideo(2, { clubs })]) },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir Anuncio 1' }));
    await user.click(bar().getByRole('button', { name: 'Eliminar' }));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar «Anuncio 1»?' }));
    expect(within(dialog.getByRole('region', { name: 'Clubes asociados' })).getAllByText('CD Sauce')).toHaveLength(1);
    expect(callsTo(remove)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Borrar' }));
    expect(await screen.findByText('1 anuncio eliminado')).toBeDefined();
  });

  test('offers a new invitation only for users who have not accepted theirs', async () => {
    const resend = `POST /live/club-staff-users/${id('staff2')}/resend-invitation`;
    const { user } = open('/club-staff-users/manage', {
      user: admin,
      replies: { 'GET /live/club-staff-users': staffPage([staffUser(1, { status: 'active' }), staffUser(2)]) },
    });
    await user.click(await chooseAll());
    await user.click(bar().getByRole('button', { name: 'Reenviar invitación' }));
    expect(await screen.findByText('1 invitación reenviada')).toBeDefined();
    expect(callsTo(resend)).toHaveLength(1);
  });
});

test('[F-DESK-2] changes all rows of a page of a long list with progress, a few at a time, and undoes it', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...managedContent(1, { visible: true }),
    id: id(`report${index}`),
    title: `Entrevista ${index + 1}`,
  }));
  const page = { data: { contentVideos: rows, limit: 100, page: 1, total: 1000, totalPages: 10 } };
  const waiting: (() => void)[] = [];
  const sent: { id: string; body: unknown }[] = [];
  let running = 0;
  let most = 0;
  const change = async ({ key, body }: { key: string; body: unknown }) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
    sent.push({ id: key, body });
    return { data: { contentVideo: managedContent(1) } };
  };
  const { user } = open('/content/manage', {
    user: admin,
    replies: {
      ...categories,
      'GET /live/content': page,
      ...Object.fromEntries(rows.map(({ id }) => [`PATCH /live/content/${id}`, change])),
    },
  });
  const answer = async (until: number) => {
    while (sent.length < until) {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      waiting.shift()?.();
      await Promise.resolve();
    }
  };
  await user.click(await chooseAll());
  expect(bar().getByText('100 elegidos')).toBeDefined();
  await user.click(bar().getByRole('button', { name: 'Ocultar' }));
  expect(await bar().findByText('0 de 100')).toBeDefined();
  await answer(37);
  expect(await bar().findByText('37 de 100')).toBeDefined();
  await answer(100);
  expect(await screen.findByText('100 videos ocultos')).toBeDefined();
  await waitFor(() => expect(bar().queryByText('100 de 100')).toBeNull());
  expect(bar().queryByText('100 elegidos')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  await answer(200);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(100);
  expect(sent.slice(100).every(({ body }) => (body as { visible: boolean }).visible)).toBe(true);
  expect(most).toBeLessThanOrEqual(4);
});
