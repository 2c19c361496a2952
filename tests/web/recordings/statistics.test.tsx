/** The statistics of a video, and its moments. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../../shared/contract/moments.ts';
import { momentTypes } from '../../../shared/domain/moment-types.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { admin, callsTo, id, open, type Replies, staff } from '../support/app.tsx';
import { managedVod, vod as watchedVod } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

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
const openStatistics = (moments: Moment[] = [], more: Replies = {}, who = admin) =>
  open(path, { user: who, replies: replies(moments, more) });
const video = async () => (await screen.findByRole('region', { name: /^Reproductor/ })).querySelector('video')!;
const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('statistics of a video', () => {
  test('[B-STAT-1] [B-STAT-2] [B-STAT-3] [B-SHELL-3] shows the player, the views and the moments of the chosen club', async () => {
    const { user } = openStatistics([moment(1, 65_000)]);
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
    const { user } = openStatistics([moment(1, 2_750_000)], watched);
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
    openStatistics();
    expect(await screen.findByText('La curva de audiencia aparecerá cuando alguien vea el video.')).toBeDefined();
    expect(screen.queryByText('Máximo a la vez en directo')).toBeNull();
  });

  test('[B-PERM-8] [B-STAT-2] [B-API-77] shows club staff their own moments without views and tabs', async () => {
    openStatistics([moment(1, 65_000)], {}, staff);
    await video();
    expect(await screen.findByText('Momento 1')).toBeDefined();
    expect(screen.queryByText('Espectadores únicos')).toBeNull();
    expect(callsTo(`GET /live/vods/${vod.id}/audience`)).toEqual([]);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(callsTo(toMomentsEndpoint('club'))).toEqual([]);
  });

  test('[B-STAT-4] opens a dialog when the video fails to load', async () => {
    openStatistics([], { [`GET /vods/${vod.id}`]: rawAnswer(403) });
    expect(await screen.findByRole('heading', { name: 'Error al cargar el video' })).toBeDefined();
  });

  test('[B-MOM-4] [B-MOM-5] [B-SHELL-2] formats times as m:ss or h:mm:ss; a jump seeks and highlights the moment for 600 ms', async () => {
    const { user } = openStatistics([moment(1, 65_900), moment(2, 4_205_000)]);
    const element = await video();
    const first = await screen.findByRole('button', { name: 'Ir a 1:05: Momento 1' });
    expect(screen.getByRole('button', { name: 'Ir a 1:10:05: Momento 2' })).toBeDefined();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(first);
    expect(element.currentTime).toBe(65.9);
    const isFlashing = () => first.closest('li')?.hasAttribute('data-flash');
    expect(isFlashing()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(isFlashing()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(250));
    expect(isFlashing()).toBe(false);
  });

  test('[B-STAT-1] [B-API-86] creates a moment by keyboard alone: N, a type, Enter', async () => {
    const { user } = openStatistics([], { 'POST /live/moments': { data: { id: id('m9') } } });
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
    const { user } = openStatistics();
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
    const { user } = openStatistics();
    await user.click(await screen.findByRole('button', { name: /Añadir momento/ }));
    const time = await input('Tiempo');
    await user.clear(time);
    await user.type(time, typed);
    await user.tab();
    expect(await screen.findByText('El tiempo debe tener el formato mm:ss')).toBeDefined();
  });

  test('[B-MOM-1] [B-MOM-2] [B-MOM-3] requires a label of at most 500 characters; minutes may exceed 60', async () => {
    const { user } = openStatistics([], { 'POST /live/moments': { data: { id: id('m9') } } });
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
    const saves = { [change]: {}, [remove]: {}, 'POST /clubStaff/moments': { data: { id: id('m2') } } };
    const { user } = openStatistics([moment(1, 65_900)], saves, staff);
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
    const more: Replies = {
      [list]: () => ({ data: { moments: [saved] } }),
      [change]: ({ body }) => ((body as { version: number }).version === saved.version ? {} : errorAnswer('REQ4090')),
    };
    const { user } = openStatistics([], more, staff);
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

  test('[B-MOM-6] shows why a moment was not created, changed or deleted', async () => {
    const { user } = openStatistics([moment(1, 1000)], {
      'POST /live/moments': refusal,
      [`PATCH /live/moments/${id('m1')}`]: refusal,
      [`DELETE /live/moments/${id('m1')}`]: refusal,
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
