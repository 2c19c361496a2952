/** The back office's videos: list, edit page and upload form. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { address, calls, callsTo, createList, emptyList, id, open, person, type Replies } from '../support/app.tsx';
import { createClubEvent, findField, findRow, refusal } from '../support/back-office.ts';
import { managedVod } from '../support/builders.ts';
import { mp4 } from '../support/files.ts';

const admin = person('ADMIN');
const staff = person('CLUB_STAFF', { clubId: id('club') });
const clubs = [{ id: id('club'), name: 'CD Sauce' }];

const vod = (n: number, more: Partial<ManagedVod> = {}) =>
  managedVod(n, { clubs, analytics: { uniqueNonLiveViewers: 41 }, ...more });

const patch = `PATCH /live/vods/${id('vod1')}`;

describe('the video list', () => {
  const vods = (...items: ManagedVod[]): Replies => ({ 'GET /live/vods': createList('vods', items) });
  const openList = (replies: Replies = {}, query = '') => open(`/vods/manage${query}`, { user: admin, replies });

  test('[B-STATE-1] [B-VOD-16] [B-VOD-17] [B-VOD-18] [B-STATE-9] has a badge for each state', async () => {
    const failed = { status: 'FAILED', failure: 'El archivo no contiene video' } as const;
    openList(
      vods(
        vod(1, { status: 'SENT' }),
        vod(2, { status: 'STARTED', progress: 62 }),
        vod(3, { visible: false }),
        vod(4, failed),
        vod(5),
        vod(6, { isImproving: true }),
      ),
    );
    for (const [title, text] of [
      ['Partido 1', 'En cola'],
      ['Partido 2', 'Subiendo · procesando 62 %'],
      ['Partido 3', 'Finalizado'],
      ['Partido 3', 'Hidden'],
      ['Partido 4', 'Desconocido'],
      ['Partido 4', failed.failure],
      ['Partido 6', 'Ya se ve · mejorando la calidad'],
    ] as const)
      expect((await findRow(title)).getByText(text)).toBeDefined();
    expect((await findRow('Partido 5')).queryByText('Hidden')).toBeNull();
  });

  test('counts, marks and filters videos that wait for publication', async () => {
    const { user } = openList({
      ...vods(vod(1, { visible: false, awaitsPublication: true }), vod(2)),
      'GET /live/publications': { data: { awaiting: 3 } },
    });
    expect((await findRow('Partido 1')).getByText('Por publicar')).toBeDefined();
    expect((await findRow('Partido 2')).queryByText('Por publicar')).toBeNull();
    expect((await screen.findByRole('link', { name: /^Videos/ })).textContent).toBe('Videos3 por publicar');
    await user.click(await screen.findByRole('button', { name: 'Por publicar (3)' }));
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('awaitsPublication')).toBe('true'));
    expect(address()).toBe('/vods/manage?por-publicar=si');
  });

  test("opens the waiting videos from the email's link, or says that there are none", async () => {
    const none: Replies = { 'GET /live/vods': emptyList('vods'), 'GET /live/publications': { data: { awaiting: 0 } } };
    openList(none, '?por-publicar=si');
    expect(await screen.findByText('Nada por publicar')).toBeDefined();
  });

  test('[B-VOD-14] [B-VOD-15] links each video to its edit page, and a finished one to its statistics', async () => {
    openList(vods(vod(1), vod(2, { status: 'SENT' })));
    const links = async (title: string) =>
      (await findRow(title)).getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(await links('Partido 1')).toEqual([`/vods/manage/${id('vod1')}`, `/vods/${id('vod1')}/stats`]);
    expect(await links('Partido 2')).toEqual([`/vods/manage/${id('vod2')}`]);
  });

  test('[B-VOD-20] polls every 3000 ms until nothing is processing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let status: ManagedVod['status'] = 'STARTED';
    openList({ 'GET /live/vods': () => createList('vods', [vod(1, { status }), vod(2, { status: 'FAILED' })]) });
    await screen.findByText('Partido 1');
    const countListCalls = () => callsTo('GET /live/vods').length;
    const first = countListCalls();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(countListCalls()).toBe(first + 1);
    status = 'FINISHED';
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(countListCalls()).toBe(first + 2);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(countListCalls()).toBe(first + 2);
  });

  test('[B-STATE-3] applies a switch at once and rolls back silently when the call fails', async () => {
    let fail: (reply: object) => void = () => undefined;
    const { user } = openList({ ...vods(vod(1)), [patch]: () => new Promise((resolve) => (fail = resolve)) });
    const toggle = await screen.findByRole('switch', { name: 'Partido 1: visible' });
    await user.click(toggle);
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ visible: false }));
    await act(async () => fail(refusal));
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'));
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  test('[B-VOD-19] [B-API-69] changes and sends the order', async () => {
    const { user } = openList({ ...vods(vod(1)), [patch]: { data: { vod: vod(1) } } });
    await user.click(await screen.findByRole('button', { name: 'Orden de Partido 1: subir' }));
    await waitFor(() => expect(callsTo(patch)[0]?.body).toEqual({ renderOrder: 1 }));
  });

  test('[B-VOD-14] [B-VOD-21] has search, sport tabs, an add button and the empty text', async () => {
    const { user } = openList();
    expect(await screen.findByText('No hay videos disponibles')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Subir Video' })[0]?.getAttribute('href')).toBe('/vods/create');
    await user.click(screen.getByRole('radio', { name: 'Baloncesto' }));
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('sport')).toBe('BASKET'));
  });

  test("[B-VOD-14] prefers the URL's search to the remembered one", async () => {
    localStorage.setItem('cantera:manage:vods:search', JSON.stringify('final'));
    const { user } = openList(vods(vod(1)), '?search=Copa');
    const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar por título' });
    expect(box.value).toBe('Copa');
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('search')).toBe('Copa'));
    await user.clear(box);
    await user.type(box, 'liga{Enter}');
    await waitFor(() => expect(callsTo('GET /live/vods').at(-1)?.query.get('search')).toBe('liga'));
    expect(address()).toBe('/vods/manage');
  });

  test('[B-PERM-3] [B-PERM-6] uses the staff endpoints and has no inline controls for club staff', async () => {
    open('/vods/manage', { user: staff, replies: { 'GET /clubStaff/vods': createList('vods', [vod(1)]) } });
    await findRow('Partido 1');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: /Orden/ })).toBeNull();
    expect(callsTo('GET /live/vods')).toEqual([]);
  });
});

describe('editing a video', () => {
  const path = `/vods/manage/${id('vod1')}`;
  /** Opens the page of a video with these fields. */
  const edit = (fields: Partial<ManagedVod> = {}, more: Replies = {}) => {
    const read = { [`GET /live/vods/${id('vod1')}`]: { data: { vod: vod(1, fields) } } };
    return open(path, { user: admin, replies: { ...read, ...more } });
  };

  test('[B-VOD-7] [B-VOD-9] shows details, fields and the link to the statistics', async () => {
    edit();
    expect((await findField('Título')).value).toBe('Partido 1');
    expect(screen.getByText('41')).toBeDefined();
    expect(screen.getByText('1,4 GB')).toBeDefined();
    expect(screen.getByText('02/01/2026, 11:00')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Estadísticas' })).toBeDefined();
  });

  test('[B-VOD-9] has no statistics before it is finished', async () => {
    edit({ status: 'STARTED' });
    await findField('Título');
    expect(screen.queryByRole('link', { name: 'Estadísticas' })).toBeNull();
  });

  test('[B-UI-1] [B-VOD-12] enables saving on a change and sends only changed fields', async () => {
    const { user } = edit({}, { [patch]: { data: { vod: vod(1) } } });
    const title = await findField('Título');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' });
    expect(save.disabled).toBe(true);
    await user.type(title, ' bis');
    expect(save.disabled).toBe(false);
    await user.click(save);
    expect(await screen.findByText('Video actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({ title: 'Partido 1 bis', version: 3 });
    expect(callsTo(`PUT /live/vods/${id('vod1')}/clubs`)).toEqual([]);
  });

  test('[B-EV-16] [B-VOD-11] shows that the clubs could not be saved', async () => {
    const { user } = edit({}, { [`PUT /live/vods/${id('vod1')}/clubs`]: refusal });
    await user.click(await screen.findByRole('button', { name: 'Quitar CD Sauce' }));
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Error al actualizar los clubes')).toBeDefined();
  });

  test('[B-STATE-5] [B-STATE-6] [B-STATE-7] reports that regenerating started or failed', async () => {
    const key = `PUT /live/vods/${id('vod1')}/segments`;
    let reply: object = {};
    const { user } = edit({}, { [key]: () => reply });
    const button = await screen.findByRole('button', { name: 'Regenerar segmentos' });
    await user.click(button);
    const started = 'Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.';
    expect(await screen.findByText(started)).toBeDefined();
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
      edit({ playsRecording });
      expect(await screen.findByText(text, { exact: false })).toBeDefined();
    },
  );

  test('[B-VOD-11] [B-VOD-12] [F-DESK-2] deletes at once, reports a failure, and brings the video back as it was', async () => {
    const key = `DELETE /live/vods/${id('vod1')}`;
    const recover = `POST /live/vods/${id('vod1')}/recover`;
    let reply: object = refusal;
    const restored = { [recover]: { data: { vod: vod(1, { visible: false }) } }, [patch]: { data: { vod: vod(1) } } };
    const { user } = edit({}, { [key]: () => reply, ...restored });
    expect(await screen.findByText(/Se elimina sin preguntar, y puedes deshacerlo\.$/)).toBeDefined();
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
      },
    });
    await findField('Título');
    expect(screen.queryByRole('button', { name: 'Regenerar segmentos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Eliminar video' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Deporte' })).toBeNull();
    expect(await screen.findByText('No tienes permisos para ver el evento asociado a este video')).toBeDefined();
  });
});

describe('uploading a video', () => {
  test('[B-UI-2] [B-VOD-1] [B-VOD-3] requires title and file', async () => {
    const { user } = open('/vods/create', { user: admin });
    const title = await findField('Título');
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
      replies: { [`GET /live/sportevents/${id('event1')}`]: { data: { sportEvent: createClubEvent(1) } } },
    });
    const link = await screen.findByRole('link', { name: 'Crear un evento primero' });
    expect(link.getAttribute('href')).toBe('/sportevents/create?returnTo=createVod');
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Evento deportivo' });
    await waitFor(() => expect(select.selectedOptions[0]?.textContent).toContain('Evento 1'));
  });
});
