import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Camera } from '../../../shared/contract/cameras.ts';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import {
  address,
  calls,
  callsTo,
  createList,
  emptyList,
  id,
  open,
  person,
  type Replies,
  type Reply,
} from '../support/app.tsx';
import { camera, managedEvent, managedVod } from '../support/builders.ts';
import { mp4, png } from '../support/files.ts';

const admin = person('ADMIN');
const staff = person('CLUB_STAFF', { clubId: id('club') });
const clubs = [{ id: id('club'), name: 'CD Sauce' }];

const vod = (n: number, more: Partial<ManagedVod> = {}) =>
  managedVod(n, { clubs, analytics: { uniqueNonLiveViewers: 41 }, ...more });
const event = (n: number, more: Partial<ManagedEvent> = {}) =>
  managedEvent(n, { clubs: clubs.map((club) => ({ ...club, thumbnail: null })), ...more });
const refusal = rawAnswer(500);
const row = async (title: string) => within((await screen.findByText(title)).closest('li') as HTMLElement);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

afterEach(() => vi.restoreAllMocks());

describe('the video list', () => {
  const vods = (...items: ManagedVod[]): Replies => ({ 'GET /live/vods': createList('vods', items) });

  test('[B-STATE-1] [B-VOD-16] [B-VOD-17] [B-VOD-18] [B-STATE-9] has a badge for each state', async () => {
    open('/vods/manage', {
      user: admin,
      replies: vods(
        vod(1, { status: 'SENT' }),
        vod(2, { status: 'STARTED', progress: 62 }),
        vod(3, { visible: false }),
        vod(4, { status: 'FAILED', failure: 'El archivo no contiene video' }),
        vod(5),
      ),
    });
    expect((await row('Partido 1')).getByText('En cola')).toBeDefined();
    expect((await row('Partido 2')).getByText('Subiendo · procesando 62 %')).toBeDefined();
    expect((await row('Partido 3')).getByText('Finalizado')).toBeDefined();
    expect((await row('Partido 3')).getByText('Hidden')).toBeDefined();
    expect((await row('Partido 4')).getByText('Desconocido')).toBeDefined();
    expect((await row('Partido 4')).getByText('El archivo no contiene video')).toBeDefined();
    expect((await row('Partido 5')).queryByText('Hidden')).toBeNull();
  });

  test('counts, marks and filters videos that wait for publication', async () => {
    const { user } = open('/vods/manage', {
      user: admin,
      replies: {
        'GET /live/vods': createList('vods', [vod(1, { visible: false, awaitsPublication: true }), vod(2)]),
        'GET /live/publications': { data: { awaiting: 3 } },
      },
    });
    expect((await row('Partido 1')).getByText('Por publicar')).toBeDefined();
    expect((await row('Partido 2')).queryByText('Por publicar')).toBeNull();
    expect((await screen.findByRole('link', { name: /^Videos/ })).textContent).toBe('Videos3 por publicar');
    await user.click(await screen.findByRole('button', { name: 'Por publicar (3)' }));
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('awaitsPublication')).toBe('true'));
    expect(address()).toBe('/vods/manage?por-publicar=si');
  });

  test("opens the waiting videos from the email's link, or says that there are none", async () => {
    open('/vods/manage?por-publicar=si', {
      user: admin,
      replies: { 'GET /live/vods': emptyList('vods'), 'GET /live/publications': { data: { awaiting: 0 } } },
    });
    expect(await screen.findByText('Nada por publicar')).toBeDefined();
  });

  test('[B-VOD-15] links finished videos to their statistics', async () => {
    open('/vods/manage', { user: admin, replies: vods(vod(1), vod(2, { status: 'SENT' })) });
    const stats = (await row('Partido 1')).getByRole('link', { name: 'Estadísticas de Partido 1' });
    expect(stats.getAttribute('href')).toBe(`/vods/${id('vod1')}/stats`);
    expect((await row('Partido 2')).queryByRole('link', { name: /Estadísticas/ })).toBeNull();
  });

  test('[B-VOD-20] polls every 3000 ms until nothing is processing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let status: ManagedVod['status'] = 'STARTED';
    open('/vods/manage', {
      user: admin,
      replies: { 'GET /live/vods': () => createList('vods', [vod(1, { status }), vod(2, { status: 'FAILED' })]) },
    });
    await screen.findByText('Partido 1');
    const asked = () => callsTo('GET /live/vods').length;
    const first = asked();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(asked()).toBe(first + 1);
    status = 'FINISHED';
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(asked()).toBe(first + 2);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(asked()).toBe(first + 2);
  });

  test('[B-STATE-3] applies a switch at once and rolls back silently when the call fails', async () => {
    let fail: (reply: object) => void = () => undefined;
    const { user } = open('/vods/manage', {
      user: admin,
      replies: {
        ...vods(vod(1)),
        [`PATCH /live/vods/${id('vod1')}`]: () =>
          new Promise((resolve) => {
            fail = resolve;
          }),
      },
    });
    const toggle = await screen.findByRole('switch', { name: 'Partido 1: visible' });
    await user.click(toggle);
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ visible: false }));
    await act(async () => fail(refusal));
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'));
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  test('[B-VOD-19] [B-API-69] changes and sends the order', async () => {
    const { user } = open('/vods/manage', {
      user: admin,
      replies: { ...vods(vod(1)), [`PATCH /live/vods/${id('vod1')}`]: { data: { vod: vod(1) } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Orden de Partido 1: subir' }));
    await waitFor(() => expect(callsTo(`PATCH /live/vods/${id('vod1')}`)[0]?.body).toEqual({ renderOrder: 1 }));
  });

  test('[B-VOD-14] [B-VOD-21] has search, sport tabs, an add button and the empty text', async () => {
    const { user } = open('/vods/manage', { user: admin });
    expect(await screen.findByText('No hay videos disponibles')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Subir Video' })[0]?.getAttribute('href')).toBe('/vods/create');
    await user.click(screen.getByRole('radio', { name: 'Baloncesto' }));
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('sport')).toBe('BASKET'));
  });

  test("[B-VOD-14] prefers the URL's search to the remembered one", async () => {
    localStorage.setItem('cantera:manage:vods:search', JSON.stringify('final'));
    const { user } = open('/vods/manage?search=Copa', {
      user: admin,
      replies: { 'GET /live/vods': createList('vods', [vod(1)]) },
    });
    const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar por título' });
    expect(box.value).toBe('Copa');
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('search')).toBe('Copa'));
    await user.clear(box);
    await user.type(box, 'liga{Enter}');
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('search')).toBe('liga'));
    expect(address()).toBe('/vods/manage');
  });

  test('[B-VOD-14] has one link per row besides its controls', async () => {
    open('/vods/manage', { user: admin, replies: { 'GET /live/vods': createList('vods', [vod(1)]) } });
    const links = (await row('Partido 1')).getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([`/vods/manage/${id('vod1')}`, `/vods/${id('vod1')}/stats`]);
  });

  test('[B-PERM-3] [B-PERM-6] uses the staff endpoints and has no inline controls for club staff', async () => {
    open('/vods/manage', { user: staff, replies: { 'GET /clubStaff/vods': createList('vods', [vod(1)]) } });
    await row('Partido 1');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: /Orden/ })).toBeNull();
    expect(callsTo('GET /live/vods')).toEqual([]);
  });
});

describe('editing a video', () => {
  const path = `/vods/manage/${id('vod1')}`;
  const replies = (more = {}): Replies => ({ [`GET /live/vods/${id('vod1')}`]: { data: { vod: vod(1, more) } } });

  test('[B-VOD-7] [B-VOD-9] shows details, fields and the link to the statistics', async () => {
    open(path, { user: admin, replies: replies() });
    expect((await field('Título')).value).toBe('Partido 1');
    expect(screen.getByText('41')).toBeDefined();
    expect(screen.getByText('1,4 GB')).toBeDefined();
    expect(screen.getByText('02/01/2026, 11:00')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Estadísticas' })).toBeDefined();
  });

  test('[B-VOD-9] has no statistics before it is finished', async () => {
    open(path, { user: admin, replies: replies({ status: 'STARTED' }) });
    await field('Título');
    expect(screen.queryByRole('link', { name: 'Estadísticas' })).toBeNull();
  });

  test('[B-UI-1] [B-VOD-12] enables saving on a change and sends only changed fields', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...replies(), [`PATCH /live/vods/${id('vod1')}`]: { data: { vod: vod(1) } } },
    });
    const title = await field('Título');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' });
    expect(save.disabled).toBe(true);
    await user.type(title, ' bis');
    expect(save.disabled).toBe(false);
    await user.click(save);
    expect(await screen.findByText('Video actualizado correctamente')).toBeDefined();
    expect(callsTo(`PATCH /live/vods/${id('vod1')}`)[0]?.body).toEqual({ title: 'Partido 1 bis', version: 3 });
    expect(callsTo(`PUT /live/vods/${id('vod1')}/clubs`)).toEqual([]);
  });

  test('[B-EV-16] [B-VOD-11] shows the failure', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...replies(), [`PUT /live/vods/${id('vod1')}/clubs`]: refusal },
    });
    await user.click(await screen.findByRole('button', { name: 'Quitar CD Sauce' }));
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Error al actualizar los clubes')).toBeDefined();
  });

  test('[B-STATE-5] [B-STATE-6] [B-STATE-7] reports that regenerating started or failed', async () => {
    const key = `PUT /live/vods/${id('vod1')}/segments`;
    let reply: object = {};
    const { user } = open(path, { user: admin, replies: { ...replies(), [key]: () => reply } });
    const button = await screen.findByRole('button', { name: 'Regenerar segmentos' });
    await user.click(button);
    expect(
      await screen.findByText('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.'),
    ).toBeDefined();
    reply = refusal;
    await user.click(button);
    expect(await screen.findByText('Error al regenerar los segmentos')).toBeDefined();
  });

  test.each([
    [undefined, 'Vuelve a cifrar el video con una clave nueva'],
    [true, 'Este video se ve tal como se grabó la emisión'],
  ] as const)(
    '[B-STATE-5] says what regenerating brings a broadcast without encoding: %s',
    async (playsRecording, text) => {
      open(path, { user: admin, replies: replies({ playsRecording }) });
      expect(await screen.findByText(text, { exact: false })).toBeDefined();
    },
  );

  test('[B-VOD-11] [B-VOD-12] [F-DESK-2] deletes at once, reports a failure, and brings the video back as it was', async () => {
    const key = `DELETE /live/vods/${id('vod1')}`;
    const [recover, patch] = [`POST /live/vods/${id('vod1')}/recover`, `PATCH /live/vods/${id('vod1')}`];
    let reply: object = refusal;
    const { user } = open(path, {
      user: admin,
      replies: {
        ...replies(),
        [key]: () => reply,
        [recover]: { data: { vod: vod(1, { visible: false }) } },
        [patch]: { data: { vod: vod(1) } },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminar video' }));
    expect(await screen.findByText('Error al eliminar el VOD')).toBeDefined();
    reply = {};
    await user.click(screen.getByRole('button', { name: 'Eliminar video' }));
    expect(await screen.findByText('Video eliminado correctamente')).toBeDefined();
    expect(address()).toBe('/vods/manage');
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(callsTo(patch).map(({ body }) => body)).toEqual([{ visible: true }]));
    expect(callsTo(recover)).toHaveLength(1);
  });

  test('[B-VOD-8] [B-VOD-10] hides four controls from club staff, and an event of other clubs', async () => {
    open(path, {
      user: staff,
      replies: {
        [`GET /clubStaff/vods/${id('vod1')}`]: { data: { vod: vod(1, { sportEventId: id('event1') }) } },
        [`GET /clubStaff/sportevents/${id('event1')}`]: errorAnswer('SSN4030'),
        'GET /clubStaff/sportevents': createList('sportEvents', []),
      },
    });
    await field('Título');
    expect(screen.queryByRole('button', { name: 'Regenerar segmentos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Eliminar video' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Deporte' })).toBeNull();
    expect(await screen.findByText('No tienes permisos para ver el evento asociado a este video')).toBeDefined();
  });

  test('[B-VOD-13] reports an unknown video', async () => {
    open(path, { user: admin });
    expect(await screen.findByText('VOD no encontrado')).toBeDefined();
  });
});

describe('uploading a video', () => {
  test('[B-UI-2] [B-VOD-1] [B-VOD-3] requires title and file', async () => {
    const { user } = open('/vods/create', { user: admin });
    const title = await field('Título');
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Subir Video' });
    expect(submit.disabled).toBe(true);
    expect(screen.getByText('Debes completar todos los campos marcados con *')).toBeDefined();
    await user.type(title, 'x');
    await user.clear(title);
    await user.tab();
    expect(await screen.findByText('El título del video es requerido')).toBeDefined();
    const file = mp4('partido_final.mp4');
    await user.upload(screen.getByLabelText(/Archivo de video/), file);
    await waitFor(() => expect(title.value).toBe('partido final'));
    expect(submit.disabled).toBe(false);
  });

  test('[B-VOD-4] [B-UI-6] requires a PNG thumbnail', async () => {
    open('/vods/create', { user: admin });
    const input = await screen.findByLabelText<HTMLInputElement>('Miniatura');
    fireEvent.change(input, { target: { files: [new File(['x'], 'x.jpg', { type: 'image/jpeg' })] } });
    expect(await screen.findByText('La miniatura debe ser un archivo PNG')).toBeDefined();
  });

  test('[B-VOD-2] [B-EV-14] returns with the event that was created on the way', async () => {
    open(`/vods/create?sportEventId=${id('event1')}&sport=SOCCER`, {
      user: admin,
      replies: {
        'GET /live/sportevents': createList('sportEvents', []),
        [`GET /live/sportevents/${id('event1')}`]: { data: { sportEvent: event(1) } },
      },
    });
    const link = await screen.findByRole('link', { name: 'Crear un evento primero' });
    expect(link.getAttribute('href')).toBe('/sportevents/create?returnTo=createVod');
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Evento deportivo' });
    await waitFor(() => expect(select.selectedOptions[0]?.textContent).toContain('Evento 1'));
  });
});

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
    await user.type(await field('Título'), 'Final');
    const times = { Inicio: '2026-12-01T12:00', Fin: '2026-12-01T14:00' };
    for (const [label, value] of Object.entries(times)) {
      const input = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
      if (!input.value) fireEvent.change(input, { target: { value } });
    }
    return user;
  }
  const submit = (user: Awaited<ReturnType<typeof fill>>) =>
    user.click(screen.getByRole('button', { name: 'Crear Evento' }));

  test('[B-EV-1] [B-EV-18] [B-API-51] sends the dates as instants', async () => {
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
    await user.click(await field('Título'));
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
    ['[B-EV-9]', 'createVod', `/vods/create?sportEventId=${id('new')}&sport=SOCCER`],
    ['[B-EV-10]', 'liveProfile', `/live-profile?sportEventId=${id('new')}&sport=SOCCER`],
    [
      '[B-EV-11]',
      `vodDetails&vodId=${id('vod1')}`,
      `/vods/manage/${id('vod1')}?sportEventId=${id('new')}&sport=SOCCER`,
    ],
    [
      '[B-EV-13]',
      `cameraDetails&cameraId=${id('cam1')}`,
      `/cameras/manage/${id('cam1')}?sportEventId=${id('new')}&sport=SOCCER`,
    ],
    ['[B-EV-12]', '', '/sportevents/manage'],
  ])('%s returnTo=%s leads back after the delay', async (_, returnTo, target) => {
    const user = await fill(`/sportevents/create?returnTo=${returnTo}`);
    await submit(user);
    await screen.findByText('Evento creado correctamente');
    expect(address()).toContain('/sportevents/create');
    await waitFor(() => expect(address()).toBe(target));
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
  test('[B-EV-22] [B-EV-23] [B-EV-24] [B-EV-25] lists events with their controls', async () => {
    const { user, unmount } = open('/sportevents/manage', { user: admin });
    expect(await screen.findByText('No hay eventos disponibles')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Baloncesto' }));
    unmount();
    open('/sportevents/manage', {
      user: admin,
      replies: {
        'GET /live/sportevents': createList('sportEvents', [event(1)]),
        [`PATCH /live/sportevents/${id('event1')}`]: { data: { sportEvent: event(1) } },
      },
    });
    await user.click(await screen.findByRole('switch', { name: 'Evento 1: público' }));
    await waitFor(() =>
      expect(callsTo(`PATCH /live/sportevents/${id('event1')}`)[0]?.body).toEqual({ isPublic: true }),
    );
    expect(callsTo('GET /live/sportevents').at(-1)?.query.get('sport')).toBe('BASKET');
    expect(screen.getByRole('link', { name: 'Evento 1' }).getAttribute('href')).toBe(
      `/sportevents/manage/${id('event1')}`,
    );
  });

  const path = `/sportevents/manage/${id('event1')}`;
  const loaded = (more = {}): Replies => ({
    [`GET /live/sportevents/${id('event1')}`]: { data: { sportEvent: event(1, more) } },
    [`GET /clubStaff/sportevents/${id('event1')}`]: { data: { sportEvent: event(1, more) } },
  });
  const vods = [managedVod(1)];

  test('[B-EV-19] [B-EV-18] lists linked videos and saves changes', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...loaded({ vods }), [`PATCH /live/sportevents/${id('event1')}`]: { data: { sportEvent: event(1) } } },
    });
    await user.type(await field('Descripción'), ' En casa.');
    expect(screen.getByRole('link', { name: 'Partido 1' }).getAttribute('href')).toBe(`/vods/manage/${id('vod1')}`);
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Evento actualizado correctamente')).toBeDefined();
    expect(callsTo(`PATCH /live/sportevents/${id('event1')}`)[0]?.body).toEqual({
      summary: 'Jornada 3. En casa.',
      version: 7,
    });
  });

  const patch = `PATCH /live/sportevents/${id('event1')}`;

  test('[D-CLIP-3] asks about the videos when a match is hidden, and hides them with it', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...loaded({ vods }), [patch]: { data: { sportEvent: event(1, { vods }) } } },
    });
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
    const first = open(path, {
      user: admin,
      replies: { ...loaded({ vods }), [patch]: { data: { sportEvent: event(1, { vods }) } } },
    });
    await first.user.click(await screen.findByRole('switch', { name: 'Evento visible' }));
    await first.user.click(screen.getByRole('checkbox', { name: 'Ocultar también su video' }));
    expect(screen.getByText(/^Su video sigue en las listas/)).toBeDefined();
    await first.user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    await waitFor(() => expect(callsTo(patch).map(({ body }) => body)).toEqual([{ visible: false, version: 7 }]));
  });

  test('[B-API-79] tells club staff that the videos of a hidden match stay visible', async () => {
    const { user } = open(path, { user: staff, replies: loaded({ vods }) });
    await user.click(await screen.findByRole('switch', { name: 'Evento visible' }));
    expect(screen.getByText(/pide a un administrador que oculte también su video/)).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('[D-CLIP-3] hides the visible videos of an already hidden match with one tap', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...loaded({ vods, visible: false }), [patch]: { data: { sportEvent: event(1, { vods }) } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Ocultar el video' }));
    expect(await screen.findByText('Videos ocultos')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({ visible: false, hideVods: true, version: 7 });
  });

  test("[B-EV-23] [D-CLIP-3] asks about the videos after the list's switch, and hides them too", async () => {
    let shown = true;
    const now = () => event(1, { visible: shown, vods });
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
    const { user } = open(path, { user: admin, replies: { ...loaded({ vods }), [key]: {} } });
    await user.click(await screen.findByRole('button', { name: 'Eliminar evento' }));
    await user.click(screen.getByRole('checkbox', { name: 'Eliminar también su video' }));
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    await waitFor(() => expect(callsTo(key)[0]?.query.get('vods')).toBe('true'));
    expect(await screen.findByText('Evento eliminado correctamente')).toBeDefined();
  });

  test('[B-EV-21] prevents club staff from deleting an event with videos', async () => {
    open(path, { user: staff, replies: loaded({ vods }) });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Eliminar evento' });
    expect(button.disabled).toBe(true);
  });
});

describe('cameras', () => {
  const path = `/cameras/manage/${id('cam1')}`;
  const key = `GET /live/cameras/${id('cam1')}`;
  const list = (...items: Camera[]): Replies => ({
    'GET /live/cameras': createList('cameras', items, 1, { streamServer: 'rtmp://x/live' }),
  });

  test('[B-CAM-15] [B-CAM-16] [B-CAM-17] [B-CAM-18] lists rows with badges, chips and the warning', async () => {
    const five = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: id(name), name: `Club ${name}` }));
    open('/cameras/manage', {
      user: admin,
      replies: list(
        camera(1, { isLive: true, clubs: five }),
        camera(2, { isTest: true }),
        camera(3, { isLive: true, sportEventId: id('E'), eventIsHidden: true }),
      ),
    });
    const first = within((await screen.findByRole('link', { name: 'campo-1' })).closest('li') as HTMLElement);
    expect(first.getByText('Directo')).toBeDefined();
    expect(['Club A', 'Club B', 'Club C', '+2'].every((text) => first.queryByText(text))).toBe(true);
    expect(first.queryByText('Club D')).toBeNull();
    const warning = 'Selecciona un evento para retransmitir para que la emisión sea visible para los usuarios';
    expect(first.getByText(warning)).toBeDefined();
    const second = within(screen.getByRole('link', { name: 'campo-2' }).closest('li') as HTMLElement);
    expect(second.getByText('Prueba')).toBeDefined();
    expect(second.queryByText(warning)).toBeNull();
    const third = within(screen.getByRole('link', { name: 'campo-3' }).closest('li') as HTMLElement);
    expect(third.queryByText(warning)).toBeNull();
    expect(third.getByText(/El evento está oculto/)).toBeDefined();
  });

  test('shows the problem of a camera on air and the advice in the list', async () => {
    const advice = [{ level: 'problem', text: 'Pon el intervalo de fotogramas clave en 2 s' }];
    const measured = { width: null, height: null, framerate: null, videoBitrate: null, audioBitrate: null };
    const health = { state: 'HEALTHY', ...measured, keyframeInterval: 8, encoder: null, advice };
    open('/cameras/manage', {
      user: admin,
      replies: {
        ...list(camera(1, { isLive: true }), camera(2)),
        [`GET /live/cameras/${id('cam1')}/health`]: { data: { health } },
      },
    });
    const row = async (name: string) =>
      within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
    expect(await (await row('campo-1')).findByText(/Pon el intervalo de fotogramas clave en 2 s/)).toBeDefined();
    expect((await row('campo-1')).getByText('A saltos')).toBeDefined();
    expect((await row('campo-2')).queryByText(/señal|emisión/i)).toBeNull();
    expect(callsTo(`GET /live/cameras/${id('cam2')}/health`)).toEqual([]);
  });

  test('[H-STATE-3] says in the list when a camera lost its signal, and why', async () => {
    const lost = { at: '2026-11-28T09:42:00.000Z', cause: 'CUT' as const, text: 'La señal dejó de llegar de golpe.' };
    open('/cameras/manage', { user: admin, replies: list({ ...camera(1), lost } as Camera, camera(2)) });
    const row = async (name: string) =>
      within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
    expect((await row('campo-1')).getByText('Sin señal desde las 10:42')).toBeDefined();
    expect((await row('campo-1')).getByText(/La señal dejó de llegar de golpe/)).toBeDefined();
    expect((await row('campo-1')).queryByText('Offline')).toBeNull();
    expect((await row('campo-2')).getByText('Offline')).toBeDefined();
  });

  test('[B-CAM-13] [B-CAM-21] shows a load error, and a text without cameras', async () => {
    const { unmount } = open('/cameras/manage', { user: admin, replies: list() });
    expect(await screen.findByText('No hay cámaras disponibles')).toBeDefined();
    unmount();
    open('/cameras/manage', {
      user: admin,
      replies: { 'GET /live/cameras': rawAnswer(403) },
    });
    expect(await screen.findByText('Error fetching cameras')).toBeDefined();
  });

  test('[B-CAM-1] [B-CAM-2] [B-CAM-3] creates a camera', async () => {
    let reply: Reply<'POST /live/cameras'> = refusal;
    const { user } = open('/cameras/create', {
      user: admin,
      replies: { ...list(), 'POST /live/cameras': () => reply },
    });
    const slug = await field('Slug');
    await user.click(slug);
    await user.tab();
    expect(await screen.findByText('El slug es requerido')).toBeDefined();
    expect((await screen.findByLabelText<HTMLInputElement>('Servidor de emisión')).readOnly).toBe(true);
    await user.type(slug, 'campo-1');
    await user.click(screen.getByRole('switch', { name: 'En producción' }));
    await user.click(screen.getByRole('button', { name: 'Crear Cámara' }));
    expect(await screen.findByText('Error creating camera')).toBeDefined();
    reply = { data: { id: id('cam1') } };
    await user.click(screen.getByRole('button', { name: 'Crear Cámara' }));
    expect(await screen.findByText('Cámara creada correctamente')).toBeDefined();
    expect(callsTo('POST /live/cameras')[1]?.body).toEqual({ slug: 'campo-1', isTest: true });
    await waitFor(() => expect(address()).toBe('/cameras/manage'));
  });

  test('[B-CAM-4] [B-CAM-5] [B-CAM-6] [B-CAM-7] [B-CAM-8] shows the edit page', async () => {
    open(path, {
      user: admin,
      replies: {
        [key]: { data: camera(1, { isLive: true, sportEventId: id('event1') }) },
        'GET /live/sportevents': createList('sportEvents', [event(1), event(2)]),
        [`GET /live/sportevents/${id('event1')}`]: { data: { sportEvent: event(1) } },
      },
    });
    expect((await field('Slug')).value).toBe('campo-1');
    expect(screen.getByText('En directo')).toBeDefined();
    await waitFor(() => expect(callsTo('GET /live/sportevents')[0]?.query.get('sport')).toBe('SOCCER'));
    expect(screen.getByRole('link', { name: 'Crear un evento primero' }).getAttribute('href')).toBe(
      `/sportevents/create?returnTo=cameraDetails&cameraId=${id('cam1')}`,
    );
    expect(await screen.findByText('Jornada 3.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Servidor de emisión').value).toBe('rtmp://127.0.0.1:1935/live');
    expect(screen.getByLabelText<HTMLInputElement>('Clave de emisión').value).toBe('campo-1?key=abc');
  });

  test('[B-CAM-10] requires slug and event on update', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { [key]: { data: camera(1) }, 'GET /live/sportevents': createList('sportEvents', [event(1)]) },
    });
    await user.clear(await field('Slug'));
    await user.click(screen.getByRole('button', { name: 'Actualizar cámara' }));
    expect(await screen.findByText('El slug es requerido')).toBeDefined();
    expect(await screen.findByText('Debe seleccionar un evento deportivo')).toBeDefined();
    expect(callsTo(`PATCH /live/cameras/${id('cam1')}`)).toEqual([]);
  });

  test("[B-CAM-9] [B-CAM-12] confirms before deleting with the browser's dialog", async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    const { user } = open(path, {
      user: admin,
      replies: { [key]: { data: camera(1) }, [`DELETE /live/cameras/${id('cam1')}`]: {}, ...list() },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminar cámara' }));
    expect(callsTo(`DELETE /live/cameras/${id('cam1')}`)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Eliminar cámara' }));
    expect(await screen.findByText('Cámara eliminada correctamente')).toBeDefined();
    expect(address()).toBe('/cameras/manage');
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  test('[B-CAM-13] reports an unknown camera', async () => {
    open(path, { user: admin, replies: { [key]: rawAnswer(403) } });
    expect(await screen.findByText('Error fetching camera details')).toBeDefined();
  });
});
