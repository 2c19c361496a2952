import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RefObject } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../../shared/contract/moments.ts';
import { momentTypes } from '../../../shared/domain/moment-types.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, callsTo, createList, id, open, person, type Replies, type Reply } from '../support/app.tsx';
import { managedEvent, managedVod, vod as watchedVod } from '../support/builders.ts';

// jsdom lacks Media Source; the end-to-end tests play real video. Only the element that provides the time remains.
vi.mock(import('../../../web/player/player.tsx'), () => ({
  usePlayerPreload: () => undefined,
  Player: ({ title, media }: { title: string; media?: RefObject<HTMLVideoElement | null> }) => (
    // biome-ignore lint/a11y/useMediaCaption: stands for the player
    <video ref={media} data-testid="player" title={title} />
  ),
}));

const admin = person('ADMIN');
const staff = person('CLUB_STAFF', { clubId: id('club') });
const clubs = [
  { id: id('club'), name: 'CD Sauce' },
  { id: id('other'), name: 'Atlético Norte' },
];
const vod = managedVod(1, { clubs });
const moment = (n: number, timestampMs: number, more = {}): Moment => ({
  id: id(`m${n}`),
  timestampMs,
  label: `Momento ${n}`,
  momentTypeId: 2,
  vodId: vod.id,
  clubId: id('club'),
  version: 1,
  ...more,
});
const path = `/vods/${vod.id}/stats`;
const toMomentsEndpoint = (club: string) => `GET /live/moments/vod/${vod.id}/club/${id(club)}`;
const types = { data: { momentTypes: [...momentTypes] } };
const refusal = rawAnswer(500);

const audience = { uniqueViewers: 41, plays: 67, livePeak: null as number | null, parts: Array<number>(100).fill(0) };

const replies = (moments: Moment[] = [], more: Replies = {}): Replies => ({
  [`GET /live/vods/${vod.id}`]: { data: { vod: { ...vod, analytics: { uniqueNonLiveViewers: 41 } } } },
  [`GET /clubStaff/vods/${vod.id}`]: { data: { vod } },
  [`GET /live/vods/${vod.id}/audience`]: { data: { audience } },
  [`GET /vods/${vod.id}`]: { data: { vod: watchedVod(1, { clubs }) } },
  [toMomentsEndpoint('club')]: { data: { moments } },
  [toMomentsEndpoint('other')]: { data: { moments: [] } },
  [`GET /clubStaff/moments/vod/${vod.id}`]: { data: { moments } },
  'GET /live/moment-types': types,
  'GET /clubStaff/moment-types': types,
  ...more,
});
const video = () => screen.findByTestId<HTMLVideoElement>('player');
const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

afterEach(() => vi.restoreAllMocks());

describe('statistics of a video', () => {
  test('[B-STAT-1] [B-STAT-2] [B-STAT-3] [B-SHELL-3] shows the player, the views and the moments of the chosen club', async () => {
    const { user } = open(path, { user: admin, replies: replies([moment(1, 65_000)]) });
    await video();
    expect(await screen.findByText('41')).toBeDefined();
    expect(await screen.findByText('Momento 1')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'CD Sauce' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Atlético Norte' }));
    expect(await screen.findByText('Todavía no hay momentos')).toBeDefined();
    expect(callsTo(toMomentsEndpoint('other'))).not.toEqual([]);
  });

  test('[B-STAT-2] shows plays, live peak and the audience curve with moments, as chart and table', async () => {
    const parts = Array.from({ length: 100 }, (_, part) => (part < 50 ? 40 : part === 50 ? 52 : 10));
    const watched = {
      [`GET /live/vods/${vod.id}/audience`]: { data: { audience: { ...audience, livePeak: 23, parts } } },
    };
    const { user } = open(path, { user: admin, replies: replies([moment(1, 2_750_000)], watched) });
    const curve = await screen.findByRole('img', { name: /Curva de audiencia/ });
    const summary = 'Empieza con 40 espectadores, llega a 52 en 45:00 y termina con 10.';
    expect(curve.getAttribute('aria-label')).toContain(summary);
    expect(screen.getByText('67')).toBeDefined();
    expect(screen.getByText('23')).toBeDefined();
    await waitFor(() => expect(curve.querySelector('title')?.textContent).toBe('45:50 · Momento 1'));
    await user.click(screen.getByText('Ver como tabla'));
    const row = within(screen.getByRole('row', { name: /45:00–49:30/ }));
    expect(row.getByRole('cell', { name: '18' })).toBeDefined();
    expect(row.getByRole('cell', { name: 'Momento 1' })).toBeDefined();
    expect(screen.getAllByRole('row')).toHaveLength(21);
  });

  test('[B-STAT-2] shows no curve without viewers', async () => {
    open(path, { user: admin, replies: replies() });
    expect(await screen.findByText('La curva de audiencia aparecerá cuando alguien vea el video.')).toBeDefined();
    expect(screen.queryByText('Máximo a la vez en directo')).toBeNull();
  });

  test('[B-PERM-8] [B-STAT-2] [B-API-77] shows club staff their own moments without views and tabs', async () => {
    open(path, { user: staff, replies: replies([moment(1, 65_000)]) });
    await video();
    expect(await screen.findByText('Momento 1')).toBeDefined();
    expect(screen.queryByText('Espectadores únicos')).toBeNull();
    expect(callsTo(`GET /live/vods/${vod.id}/audience`)).toEqual([]);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(callsTo(toMomentsEndpoint('club'))).toEqual([]);
  });

  test('[B-STAT-4] opens a dialog when the video fails to load', async () => {
    open(path, {
      user: admin,
      replies: replies([], { [`GET /vods/${vod.id}`]: rawAnswer(403) }),
    });
    expect(await screen.findByRole('heading', { name: 'Error al cargar el video' })).toBeDefined();
  });

  test('[B-MOM-4] [B-MOM-5] [B-SHELL-2] formats times as m:ss or h:mm:ss; a jump seeks and highlights the moment for 600 ms', async () => {
    const { user } = open(path, { user: admin, replies: replies([moment(1, 65_900), moment(2, 4_205_000)]) });
    const element = await video();
    const first = await screen.findByRole('button', { name: 'Ir a 1:05: Momento 1' });
    expect(screen.getByRole('button', { name: 'Ir a 1:10:05: Momento 2' })).toBeDefined();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(first);
    expect(element.currentTime).toBe(65.9);
    const flashing = () => first.closest('li')?.hasAttribute('data-flash');
    expect(flashing()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(flashing()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(250));
    expect(flashing()).toBe(false);
  });

  test('[B-STAT-1] [B-API-86] creates a moment by keyboard alone: N, a type, Enter', async () => {
    const { user } = open(path, {
      user: admin,
      replies: replies([], { 'POST /live/moments': { data: { id: id('m9') } } }),
    });
    (await video()).currentTime = 83.4;
    await screen.findByText('Todavía no hay momentos');
    await user.keyboard('n');
    expect((await input('Tiempo')).value).toBe('01:23');
    expect(document.activeElement).toBe(await input('Etiqueta'));
    await user.type(await input('Etiqueta'), 'no n');
    await user.clear(await input('Etiqueta'));
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect((await input('Etiqueta')).value).toBe('Gol');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(callsTo('POST /live/moments')[0]?.body).toEqual({
        timestampMs: 83_000,
        label: 'Gol',
        momentTypeId: 2,
        vodId: vod.id,
        clubId: id('club'),
      }),
    );
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Tiempo' })).toBeNull());
  });

  test('[B-MOM-7] [B-STATE-8] [B-API-92] offers the moment types of the installation, each with its icon', async () => {
    const { user } = open(path, { user: admin, replies: replies() });
    await user.click(await screen.findByRole('button', { name: /Añadir momento/ }));
    const names = within(screen.getByRole('group', { name: 'Tipo' })).getAllByRole('radio');
    expect(names.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Momento',
      'Gol',
      'Ocasión',
      'Falta',
      'Tarjeta',
      'Cambio',
      'Parada',
      'Canasta',
      'Triple',
      'Tiempo muerto',
    ]);
    expect(names.every((radio) => radio.closest('label')?.querySelector('svg'))).toBe(true);
  });

  test.each(['1', '1:2', '1:60', 'x', '1:02:03', '-1:00'])('[B-MOM-3] rejects «%s» as a time', async (typed) => {
    const { user } = open(path, { user: admin, replies: replies() });
    await user.click(await screen.findByRole('button', { name: /Añadir momento/ }));
    const time = await input('Tiempo');
    await user.clear(time);
    await user.type(time, typed);
    await user.tab();
    expect(await screen.findByText('El tiempo debe tener el formato mm:ss')).toBeDefined();
  });

  test('[B-MOM-1] [B-MOM-2] [B-MOM-3] requires a label of at most 500 characters; minutes may exceed 60', async () => {
    const { user } = open(path, {
      user: admin,
      replies: replies([], { 'POST /live/moments': { data: { id: id('m9') } } }),
    });
    await user.click(await screen.findByRole('button', { name: /Añadir momento/ }));
    const label = await input('Etiqueta');
    await user.type(label, '  ');
    await user.click(button('Crear momento'));
    expect(await screen.findByText('La etiqueta es requerida')).toBeDefined();
    fireEvent.change(label, { target: { value: 'x'.repeat(501) } });
    expect(await screen.findByText('La etiqueta no puede superar los 500 caracteres')).toBeDefined();
    fireEvent.change(label, { target: { value: ` ${'x'.repeat(500)} ` } });
    fireEvent.change(await input('Tiempo'), { target: { value: '75:30' } });
    await user.click(button('Crear momento'));
    await waitFor(() =>
      expect(callsTo('POST /live/moments')[0]?.body).toMatchObject({ timestampMs: 4_530_000, label: 'x'.repeat(500) }),
    );
  });

  test('[B-STAT-1] [B-API-89] [B-API-91] lets club staff change and delete moments; sends only changed fields', async () => {
    const change = `PATCH /clubStaff/moments/${id('m1')}`;
    const remove = `DELETE /clubStaff/moments/${id('m1')}`;
    const { user } = open(path, {
      user: staff,
      replies: replies([moment(1, 65_900)], {
        [change]: {},
        [remove]: {},
        'POST /clubStaff/moments': { data: { id: id('m2') } },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Editar Momento 1' }));
    await user.type(await input('Etiqueta'), ' bis');
    await user.click(button('Guardar momento'));
    await waitFor(() => expect(callsTo(change)[0]?.body).toEqual({ label: 'Momento 1 bis', version: 1 }));
    await user.click(await screen.findByRole('button', { name: 'Eliminar Momento 1' }));
    await waitFor(() => expect(callsTo(remove)).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await waitFor(() =>
      expect(callsTo('POST /clubStaff/moments').map(({ body }) => body)).toEqual([
        { vodId: vod.id, timestampMs: 65_900, label: 'Momento 1', momentTypeId: 2 },
      ]),
    );
  });

  test('[B-UI-1] shows the second editor of a moment the first one’s changes', async () => {
    const change = `PATCH /clubStaff/moments/${id('m1')}`;
    const list = `GET /clubStaff/moments/vod/${vod.id}`;
    let saved = moment(1, 65_900);
    const { user } = open(path, {
      user: staff,
      replies: replies([], {
        [list]: () => ({ data: { moments: [saved] } }),
        [change]: ({ body }) => ((body as { version: number }).version === saved.version ? {} : errorAnswer('REQ4090')),
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Editar Momento 1' }));
    await user.type(await input('Etiqueta'), ' bis');
    saved = moment(1, 70_000, { label: 'Gol de Vera', version: 2 });
    await user.click(button('Guardar momento'));
    expect(await screen.findByText(/Otra persona lo ha cambiado a «1:10 · Gol de Vera»/)).toBeDefined();
    expect((await input('Etiqueta')).value).toBe('Momento 1 bis');
    await user.click(button('Guardar momento'));
    await waitFor(() => expect(callsTo(change)[1]?.body).toEqual({ label: 'Momento 1 bis', version: 2 }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Guardar momento' })).toBeNull());
  });

  test('[B-MOM-6] shows the failure', async () => {
    const { user } = open(path, {
      user: admin,
      replies: replies([moment(1, 1000)], {
        'POST /live/moments': refusal,
        [`PATCH /live/moments/${id('m1')}`]: refusal,
        [`DELETE /live/moments/${id('m1')}`]: refusal,
      }),
    });
    await user.click(await screen.findByRole('button', { name: /Añadir momento/ }));
    await user.type(await input('Etiqueta'), 'x{Enter}');
    expect(await screen.findByText('Error creating moment')).toBeDefined();
    await user.click(button('Cancelar'));
    await user.click(button('Editar Momento 1'));
    await user.type(await input('Etiqueta'), 'x{Enter}');
    expect(await screen.findByText('Error updating moment')).toBeDefined();
    await user.click(button('Cancelar'));
    await user.click(button('Eliminar Momento 1'));
    expect(await screen.findByText('Error deleting moment')).toBeDefined();
  });
});

const profile = {
  ...admin,
  slug: 'marta',
  title: 'Directo de Marta',
  summary: '',
  thumbnail: null,
  sport: 'SOCCER' as const,
  sportEventId: null,
  isLive: true,
  streamServer: 'rtmp://127.0.0.1:1935/live',
  streamAuthKey: 'sk_secret',
  analytics: { liveViewers: 7, uniqueLiveViewers: 52 },
};
const me = { 'GET /live/users/me': { data: { user: profile } } };
const saves = 'PATCH /live/users/me';

describe('the broadcast profile', () => {
  test('[B-LIVE-1] [B-LIVE-2] [B-LIVE-3] [B-LIVE-5] shows event, viewers and state', async () => {
    open('/live-profile', { user: admin, replies: me });
    expect((await input('Email')).readOnly).toBe(true);
    expect(screen.getByText('En directo')).toBeDefined();
    expect(screen.getByText('7')).toBeDefined();
    expect(screen.getByText('52')).toBeDefined();
    for (const name of ['Slug', 'Título', 'Descripción']) expect((await input(name)).readOnly).toBe(false);
    expect(screen.getByRole('combobox', { name: 'Deporte' })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Evento deportivo' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Crear un evento primero' }).getAttribute('href')).toBe(
      '/sportevents/create?returnTo=liveProfile',
    );
  });

  test('[B-LIVE-4] copies server and key; masks the key until revealed', async () => {
    const { user } = open('/live-profile', { user: admin, replies: me });
    const key = await screen.findByLabelText<HTMLInputElement>('Clave de emisión');
    expect([key.value, key.type]).toEqual(['sk_secret', 'password']);
    await user.click(button('Mostrar'));
    expect(key.type).toBe('text');
    await user.click(button('Copiar Clave de emisión'));
    expect(await screen.findByText('¡Copiado!')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('sk_secret');
    await user.click(button('Copiar Servidor de emisión'));
    expect(await navigator.clipboard.readText()).toBe('rtmp://127.0.0.1:1935/live');
  });

  test('[B-LIVE-6] requires an event or a title', async () => {
    const { user } = open('/live-profile', { user: admin, replies: me });
    await user.clear(await input('Título'));
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Debe seleccionar un evento deportivo o indicar un título')).toBeDefined();
    expect(callsTo(saves)).toEqual([]);
  });

  test('[B-LIVE-7] requires the old password for a new one', async () => {
    const { user } = open('/live-profile', { user: admin, replies: { ...me, [saves]: { data: { user: profile } } } });
    await user.type(await screen.findByLabelText('Nueva contraseña'), 'nueva-clave');
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Old password is required when setting a new password')).toBeDefined();
    expect(callsTo(saves)).toEqual([]);
    await user.type(screen.getByLabelText('Contraseña actual'), 'vieja-clave');
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Usuario actualizado con éxito.')).toBeDefined();
    expect(callsTo(saves)[0]?.body).toEqual({ oldPassword: 'vieja-clave', newPassword: 'nueva-clave' });
  });

  test("[B-LIVE-8] shows the server's message, else the generic text", async () => {
    let reply: Reply<typeof saves> = errorAnswer('CAM4090');
    const { user } = open('/live-profile', { user: admin, replies: { ...me, [saves]: () => reply } });
    await user.type(await input('Slug'), '-2');
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Ya existe una cámara o un directo con ese slug')).toBeDefined();
    reply = refusal;
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Algo salió mal. Intenta de nuevo en un rato')).toBeDefined();
  });

  test('[B-EV-14] selects an event that was just created', async () => {
    const event = managedEvent(1, { title: 'Final' });
    open(`/live-profile?sportEventId=${id('event1')}&sport=BASKET`, {
      user: admin,
      replies: { ...me, [`GET /live/sportevents/${id('event1')}`]: { data: { sportEvent: event } } },
    });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Evento deportivo' });
    await waitFor(() => expect(select.selectedOptions[0]?.textContent).toContain('Final'));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Deporte' }).value).toBe('BASKET');
  });
});

describe('the profile of an admin', () => {
  test('[B-PROF-1] [B-PROF-2] shows the email read-only and requires both passwords', async () => {
    const { user } = open('/admin-profile', { user: admin });
    expect((await input('Email')).readOnly).toBe(true);
    await user.type(screen.getByLabelText('Nueva contraseña'), 'nueva-clave');
    await user.click(button('Cambiar contraseña'));
    expect(await screen.findByText('La contraseña actual es requerida para cambiar la contraseña')).toBeDefined();
    await user.clear(screen.getByLabelText('Nueva contraseña'));
    await user.type(screen.getByLabelText('Contraseña actual'), 'vieja-clave');
    await user.click(button('Cambiar contraseña'));
    expect(await screen.findByText('La nueva contraseña es requerida')).toBeDefined();
    expect(callsTo(saves)).toEqual([]);
  });

  test('[B-PROF-3] shows whether the password was changed', async () => {
    let reply: Reply<typeof saves> = refusal;
    const { user } = open('/admin-profile', { user: admin, replies: { [saves]: () => reply } });
    await user.type(await screen.findByLabelText('Contraseña actual'), 'vieja-clave');
    await user.type(screen.getByLabelText('Nueva contraseña'), 'nueva-clave');
    await user.click(button('Cambiar contraseña'));
    expect(await screen.findByText('Error al actualizar la contraseña')).toBeDefined();
    reply = { data: { user: admin } };
    await user.click(button('Cambiar contraseña'));
    expect(await screen.findByText('Contraseña actualizada correctamente')).toBeDefined();
    expect(callsTo(saves)[1]?.body).toEqual({ oldPassword: 'vieja-clave', newPassword: 'nueva-clave' });
  });
});

describe('paths and headings', () => {
  test.each([
    ['/live-profile', 'Perfil del Directo'],
    ['/admin-profile', 'Perfil'],
    ['/cameras/create', 'Crear Cámara'],
    ['/cameras/manage', 'Gestión de Cámaras'],
    ['/vods/create', 'Subir Video'],
    ['/vods/manage', 'Gestión de Videos'],
    ['/ad-videos/create', 'Subir Anuncio'],
    ['/ad-videos/manage', 'Gestión de Anuncios'],
    ['/content/create', 'Subir Contenido'],
    ['/content/manage', 'Contenido'],
    ['/sportevents/create', 'Crear Evento'],
    ['/sportevents/manage', 'Gestión de Eventos'],
    ['/clubs/create', 'Crear Club'],
    ['/clubs/manage', 'Gestión de Clubes'],
    ['/club-staff-users/create', 'Invitar al personal del club'],
    ['/club-staff-users/manage', 'Personal del Club'],
  ])('[B-SHELL-3] [B-SHELL-5] %s opens «%s»', async (to, heading) => {
    open(to, {
      user: admin,
      replies: { ...me, 'GET /live/cameras': createList('cameras', [], 1, { streamServer: 'rtmp://x/live' }) },
    });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
  });

  test.each([
    ['vods', 'VOD no encontrado'],
    ['sportevents', 'Evento no encontrado'],
    ['cameras', 'Cámara no encontrada'],
    ['ad-videos', 'Anuncio no encontrado'],
    ['content', 'Contenido no encontrado'],
    ['clubs', 'Club no encontrado'],
    ['club-staff-users', 'Usuario no encontrado'],
  ])('[B-SHELL-4] /%s/manage/{id} is the edit screen', async (section, missing) => {
    open(`/${section}/manage/${id('gone')}`, { user: admin });
    expect(await screen.findByText(missing)).toBeDefined();
  });

  test.each([
    '/live-profile',
    '/admin-profile',
    '/cameras/manage',
    '/content/create',
    '/clubs/manage',
    '/clubs/create',
    '/club-staff-users/create',
  ])('[B-PERM-1] [A-GUARD-6] sends club staff from %s to their videos', async (to) => {
    open(to, { user: staff });
    await waitFor(() => expect(address()).toBe('/vods/manage'));
  });

  test('[B-SHELL-6] appends a name or title of the query to the heading', async () => {
    open('/clubs/manage?name=CD%20Sauce', { user: admin });
    expect(await screen.findByRole('heading', { name: 'Gestión de Clubes - CD Sauce' })).toBeDefined();
  });
});
