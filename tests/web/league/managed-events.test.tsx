/** The back office's events: create form, list and edit page. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { navigationDelay, uploadNavigationDelay } from '../../../web/lib/navigation-delays.ts';
import { findNavigationDelay } from '../../../web/lib/use-delayed-navigate.ts';
import { returnPath } from '../../../web/routes/staff/create-event.tsx';
import { address, admin, callsTo, createList, id, open, type Replies, staff } from '../support/app.tsx';
import { createClubEvent, findField, refusal } from '../support/back-office.ts';
import { managedVod } from '../support/builders.ts';
import { FakeRequest, requests } from '../support/fake-request.ts';
import { png } from '../support/files.ts';

const clubs = [{ id: id('club'), name: 'CD Sauce' }];

describe('creating an event', () => {
  async function fill(path = '/sportevents/create', replies: Replies = {}, who = admin) {
    const { user } = open(path, {
      user: who,
      replies: {
        'POST /live/sportevents': { data: { id: id('new') } },
        'POST /clubStaff/sportevents': { data: { id: id('new') } },
        [`GET /clubs/${id('club')}`]: { data: { club: { ...clubs[0], thumbnail: null, visible: true } } },
        ...replies,
      },
    });
    await user.type(await findField('Título'), 'Final');
    const times = { Inicio: '2026-12-01T12:00', Fin: '2026-12-01T14:00' };
    for (const [label, value] of Object.entries(times)) {
      const input = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
      if (!input.value) fireEvent.change(input, { target: { value } });
    }
    return user;
  }
  const submit = (user: Awaited<ReturnType<typeof fill>>) =>
    user.click(screen.getByRole('button', { name: 'Crear Evento' }));

  test('[B-EV-1] [B-EV-12] [B-EV-18] [B-API-51] sends the dates as instants, and leads back to the list after the delay', async () => {
    const user = await fill();
    await submit(user);
    expect(await screen.findByText('Evento creado correctamente')).toBeDefined();
    expect(callsTo('POST /live/sportevents')[0]?.body).toEqual({
      title: 'Final',
      summary: '',
      sport: 'SOCCER',
      isPublic: false,
      visible: true,
      scheduledStartDate: '2026-12-01T11:00:00.000Z',
      scheduledFinishDate: '2026-12-01T13:00:00.000Z',
      clubIds: [],
    });
    expect(address()).toContain('/sportevents/create');
    await waitFor(() => expect(address()).toBe('/sportevents/manage'));
  });

  test("[B-EV-3] [B-EV-4] prefills 12:00 to 14:00 of the query's day; inputs step by 5 minutes", async () => {
    open('/sportevents/create?date=2026-12-24', { user: admin });
    const start = await screen.findByLabelText<HTMLInputElement>(/^Inicio/);
    expect([start.value, start.step]).toEqual(['2026-12-24T12:00', '300']);
    expect(screen.getByLabelText<HTMLInputElement>(/^Fin/).value).toBe('2026-12-24T14:00');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Deporte' }).value).toBe('SOCCER');
  });

  test('[B-EV-5] [B-EV-6] shows missing fields below them', async () => {
    const { user } = open('/sportevents/create', { user: admin });
    await user.click(await findField('Título'));
    await user.tab();
    await user.tab();
    expect(await screen.findByText('El título del evento es requerido')).toBeDefined();
    fireEvent.blur(screen.getByLabelText(/^Inicio/));
    expect(await screen.findAllByText('Las fechas de inicio y fin son requeridas')).not.toHaveLength(0);
  });

  test('[B-EV-7] requires an end after the start', async () => {
    const user = await fill();
    fireEvent.change(screen.getByLabelText(/^Fin/), { target: { value: '2026-12-01T12:00' } });
    await submit(user);
    expect(await screen.findByText('La fecha de fin debe ser posterior a la fecha de inicio')).toBeDefined();
    expect(callsTo('POST /live/sportevents')).toEqual([]);
  });

  test.each([
    ['[B-EV-9]', 'createVod', '/vods/create'],
    ['[B-EV-10]', 'liveProfile', '/live-profile'],
    ['[B-EV-11]', 'vodDetails&vodId=01A', '/vods/manage/01A'],
    ['[B-EV-13]', 'cameraDetails&cameraId=01A', '/cameras/manage/01A'],
  ])('%s returnTo=%s leads to %s with the new event', (_, returnTo, path) => {
    const query = new URLSearchParams(`returnTo=${returnTo}`);
    expect(returnPath(query, id('new'), 'SOCCER')).toBe(`${path}?sportEventId=${id('new')}&sport=SOCCER`);
  });

  test('[A-CONST-7] waits half as long before the page of a video’s upload', async () => {
    const delays = await vi.importActual('../../../web/lib/navigation-delays.ts');
    expect({ ...delays }).toMatchObject({ navigationDelay: 2000, uploadNavigationDelay: 1000 });
    expect(findNavigationDelay('/vods/create?sportEventId=1')).toBe(uploadNavigationDelay);
    expect(findNavigationDelay('/sportevents/manage')).toBe(navigationDelay);
  });

  test('[B-EV-15] keeps the event when its picture fails', async () => {
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const user = await fill(undefined, { [`POST /live/sportevents/${id('new')}/thumbnail`]: refusal });
    await user.upload(screen.getByLabelText('Miniatura'), png());
    await submit(user);
    expect(await screen.findByText('Evento creado correctamente')).toBeDefined();
    expect(warning).toHaveBeenCalled();
  });

  test('[B-EV-17] reports a failure', async () => {
    const user = await fill(undefined, { 'POST /live/sportevents': refusal });
    await submit(user);
    expect(await screen.findByText('Error al crear el evento')).toBeDefined();
  });

  test('[B-EV-1] creates a match from the rival and the start: title, end and the rest follow', async () => {
    const { user } = open('/sportevents/create', {
      user: staff,
      replies: {
        'POST /clubStaff/sportevents': { data: { id: id('new') } },
        [`GET /clubs/${id('club')}`]: { data: { club: { ...clubs[0], thumbnail: null, visible: true } } },
      },
    });
    await user.type(await screen.findByRole('textbox', { name: /^Rival/ }), 'Peña Norte');
    fireEvent.change(screen.getByLabelText(/^Inicio/), { target: { value: '2026-12-01T12:00' } });
    expect((await findField('Título')).closest('details')).toBeNull();
    expect(screen.getByLabelText(/^Título/)).toHaveProperty('value', 'CD Sauce – Peña Norte');
    expect(screen.getByRole('combobox', { name: 'Deporte' }).closest('details')?.open).toBe(false);
    expect(screen.getByText('Fútbol · Se ve')).toBeDefined();
    await submit(user);
    await screen.findByText('Evento creado correctamente');
    expect(callsTo('POST /clubStaff/sportevents')[0]?.body).toEqual({
      title: 'CD Sauce – Peña Norte',
      summary: '',
      sport: 'SOCCER',
      isPublic: false,
      visible: true,
      scheduledStartDate: '2026-12-01T11:00:00.000Z',
      scheduledFinishDate: '2026-12-01T13:00:00.000Z',
      clubIds: [id('club')],
      homeClubId: id('club'),
    });
  });

  test('[B-EV-1] moves the end with the start, except an end that somebody has set', async () => {
    open('/sportevents/create', { user: admin });
    const [start, end] = [await screen.findByLabelText(/^Inicio/), screen.getByLabelText<HTMLInputElement>(/^Fin/)];
    // Two hours across the change to winter time.
    fireEvent.change(start, { target: { value: '2026-10-25T01:30' } });
    expect(end.value).toBe('2026-10-25T02:30');
    fireEvent.change(start, { target: { value: '2026-12-01T23:00' } });
    expect(end.value).toBe('2026-12-02T01:00');
    fireEvent.change(end, { target: { value: '2026-12-02T00:30' } });
    fireEvent.change(start, { target: { value: '2026-12-01T22:30' } });
    expect(end.value).toBe('2026-12-02T00:30');
  });

  test('[B-EV-4] proposes the sport of the last new event', async () => {
    const user = await fill();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Deporte' }), 'BASKET');
    await submit(user);
    await waitFor(() => expect(address()).toBe('/sportevents/manage'));
    open('/sportevents/create', { user: admin });
    const [sport] = await screen.findAllByRole<HTMLSelectElement>('combobox', { name: 'Deporte' });
    expect(sport?.value).toBe('BASKET');
  });

  test('[B-EV-2] [B-PERM-4] has no public switch for club staff and locks their club', async () => {
    const user = await fill(undefined, {}, staff);
    expect(screen.queryByRole('switch', { name: 'Evento público' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Clubes' }).disabled).toBe(true);
    await screen.findByText('CD Sauce');
    expect(screen.queryByRole('button', { name: 'Quitar CD Sauce' })).toBeNull();
    await submit(user);
    await screen.findByText('Evento creado correctamente');
    expect(callsTo('POST /clubStaff/sportevents')[0]?.body).toMatchObject({ isPublic: false, clubIds: [id('club')] });
  });
});

describe('events', () => {
  const patch = `PATCH /live/sportevents/${id('event1')}`;

  test('[B-EV-22] [B-EV-23] [B-EV-24] [B-EV-25] lists events with their controls', async () => {
    const { user, unmount } = open('/sportevents/manage', { user: admin });
    expect(await screen.findByText('No hay eventos disponibles')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Baloncesto' }));
    unmount();
    open('/sportevents/manage', {
      user: admin,
      replies: {
        'GET /live/sportevents': createList('sportEvents', [createClubEvent(1)]),
        [patch]: { data: { sportEvent: createClubEvent(1) } },
      },
    });
    await user.click(await screen.findByRole('switch', { name: 'Evento 1: público' }));
    await waitFor(() => expect(callsTo(patch)[0]?.body).toEqual({ isPublic: true }));
    expect(callsTo('GET /live/sportevents').at(-1)?.query.get('sport')).toBe('BASKET');
    expect(screen.getByRole('link', { name: 'Evento 1' }).getAttribute('href')).toBe(
      `/sportevents/manage/${id('event1')}`,
    );
  });

  test('[B-EV-23] [B-PERM-6] has no inline controls for club staff', async () => {
    open('/sportevents/manage', {
      user: staff,
      replies: { 'GET /clubStaff/sportevents': createList('sportEvents', [createClubEvent(1)]) },
    });
    await screen.findByRole('link', { name: 'Evento 1' });
    expect(screen.queryByRole('switch')).toBeNull();
    expect(callsTo('GET /live/sportevents')).toEqual([]);
  });

  /** Opens the page of an event with these fields. */
  const edit = (fields: Partial<ManagedEvent> = {}, who = admin, more: Replies = {}) => {
    const reply = { data: { sportEvent: createClubEvent(1, fields) } };
    const replies = {
      [`GET /live/sportevents/${id('event1')}`]: reply,
      [`GET /clubStaff/sportevents/${id('event1')}`]: reply,
      [patch]: { data: { sportEvent: createClubEvent(1, { ...fields, visible: true }) } },
    };
    return open(`/sportevents/manage/${id('event1')}`, { user: who, replies: { ...replies, ...more } });
  };
  const vods = [managedVod(1)];

  test('[B-EV-19] [B-EV-18] lists linked videos and saves changes', async () => {
    const { user } = edit({ vods });
    await user.type(await findField('Descripción'), ' En casa.');
    expect(screen.getByRole('link', { name: 'Partido 1' }).getAttribute('href')).toBe(`/vods/manage/${id('vod1')}`);
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Evento actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({ summary: 'Jornada 3. En casa.', version: 7 });
  });

  test('[D-CLIP-3] asks about the videos when a match is hidden, and hides them with it', async () => {
    const { user } = edit({ vods });
    const shown = await screen.findByRole('switch', { name: 'Evento visible' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(shown);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ocultar también su video' }).checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    await waitFor(() =>
      expect(callsTo(patch).map(({ body }) => body)).toEqual([{ visible: false, hideVods: true, version: 7 }]),
    );
  });

  test('[D-CLIP-3] can leave the videos visible', async () => {
    const { user } = edit({ vods });
    await user.click(await screen.findByRole('switch', { name: 'Evento visible' }));
    await user.click(screen.getByRole('checkbox', { name: 'Ocultar también su video' }));
    expect(screen.getByText(/^Su video sigue en las listas/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    await waitFor(() => expect(callsTo(patch).map(({ body }) => body)).toEqual([{ visible: false, version: 7 }]));
  });

  test('[B-API-79] tells club staff that the videos of a hidden match stay visible', async () => {
    const { user } = edit({ vods }, staff);
    await user.click(await screen.findByRole('switch', { name: 'Evento visible' }));
    expect(screen.getByText(/pide a un administrador que oculte también su video/)).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('[D-CLIP-3] hides the visible videos of an already hidden match with one tap', async () => {
    const { user } = edit({ vods, visible: false });
    await user.click(await screen.findByRole('button', { name: 'Ocultar el video' }));
    expect(await screen.findByText('Videos ocultos')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({ visible: false, hideVods: true, version: 7 });
  });

  test("[B-EV-23] [D-CLIP-3] asks about the videos after the list's switch, and hides them too", async () => {
    let shown = true;
    const now = () => createClubEvent(1, { visible: shown, vods });
    const { user } = open('/sportevents/manage', {
      user: admin,
      replies: {
        'GET /live/sportevents': () => createList('sportEvents', [now()]),
        [`GET /live/sportevents/${id('event1')}`]: () => ({ data: { sportEvent: now() } }),
        [patch]: ({ body }) => {
          shown = (body as { visible: boolean }).visible;
          return { data: { sportEvent: now() } };
        },
      },
    });
    const visible = await screen.findByRole('switch', { name: 'Evento 1: visible' });
    await user.click(visible);
    const asked = within(await screen.findByRole('dialog', { name: 'Su video sigue a la vista' }));
    expect(callsTo(patch).map(({ body }) => body)).toEqual([{ visible: false }]);
    await user.click(asked.getByRole('button', { name: 'Dejarlo' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(visible);
    await waitFor(() => expect(shown).toBe(true));
    await user.click(visible);
    await user.click(await screen.findByRole('button', { name: 'Ocultar el video' }));
    expect(await screen.findByText('Videos ocultos')).toBeDefined();
    expect(callsTo(patch).at(-1)?.body).toEqual({ visible: false, hideVods: true, version: 7 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[B-EV-20] [B-API-56] lets an admin decide about the videos when deleting', async () => {
    const key = `DELETE /live/sportevents/${id('event1')}`;
    const { user } = edit({ vods }, admin, { [key]: {} });
    await user.click(await screen.findByRole('button', { name: 'Eliminar evento' }));
    await user.click(screen.getByRole('checkbox', { name: 'Eliminar también su video' }));
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    await waitFor(() => expect(callsTo(key)[0]?.query.get('vods')).toBe('true'));
    expect(await screen.findByText('Evento eliminado correctamente')).toBeDefined();
  });

  test('[B-EV-21] prevents club staff from deleting an event with videos', async () => {
    edit({ vods }, staff);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Eliminar evento' });
    expect(button.disabled).toBe(true);
  });

  test("[B-EV-8] [B-UI-5] [B-API-53] [B-API-62] replaces an event's picture with progress", async () => {
    const { user } = edit({}, staff);
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const input = await screen.findByLabelText('Miniatura');
    // A dropped file bypasses the input's accept attribute.
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['x'], 'x.gif', { type: 'image/gif' }));
    expect(await screen.findByText('La miniatura debe ser un archivo PNG')).toBeDefined();
    requests.answers = ['lost'];
    await user.upload(input, png());
    expect(await screen.findByText('Error de conexión al subir la miniatura')).toBeDefined();
    expect(requests.forms).toEqual([
      { key: `POST /clubStaff/sportevents/${id('event1')}/thumbnail`, names: ['thumbFile'] },
    ]);
  });
});
