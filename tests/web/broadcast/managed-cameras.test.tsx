/** The back office's cameras: list, create form and edit page. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Camera } from '../../../shared/contract/cameras.ts';
import { rawAnswer } from '../support/api-answers.ts';
import { address, admin, callsTo, createList, id, open, type Replies, type Reply } from '../support/app.tsx';
import { createClubEvent, findField, refusal } from '../support/back-office.ts';
import { camera } from '../support/builders.ts';

describe('cameras', () => {
  const path = `/cameras/manage/${id('cam1')}`;
  const key = `GET /live/cameras/${id('cam1')}`;
  const list = (...items: Camera[]): Replies => ({
    'GET /live/cameras': createList('cameras', items, 1, { streamServer: 'rtmp://x/live' }),
  });
  const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);

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
    const first = await row('campo-1');
    expect(first.getByText('Directo')).toBeDefined();
    expect(['Club A', 'Club B', 'Club C', '+2'].every((text) => first.queryByText(text))).toBe(true);
    expect(first.queryByText('Club D')).toBeNull();
    const warning = 'Selecciona un evento para retransmitir para que la emisión sea visible para los usuarios';
    expect(first.getByText(warning)).toBeDefined();
    const second = await row('campo-2');
    expect(second.getByText('Prueba')).toBeDefined();
    expect(second.queryByText(warning)).toBeNull();
    const third = await row('campo-3');
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
    expect(await (await row('campo-1')).findByText(/Pon el intervalo de fotogramas clave en 2 s/)).toBeDefined();
    expect((await row('campo-1')).getByText('A saltos')).toBeDefined();
    expect((await row('campo-2')).queryByText(/señal|emisión/i)).toBeNull();
    expect(callsTo(`GET /live/cameras/${id('cam2')}/health`)).toEqual([]);
  });

  test('[H-STATE-3] says in the list when a camera lost its signal, and why', async () => {
    const lost = { at: '2026-11-28T09:42:00.000Z', cause: 'CUT' as const, text: 'La señal dejó de llegar de golpe.' };
    open('/cameras/manage', { user: admin, replies: list({ ...camera(1), lost } as Camera, camera(2)) });
    expect((await row('campo-1')).getByText('Sin señal desde las 10:42')).toBeDefined();
    expect((await row('campo-1')).getByText(/La señal dejó de llegar de golpe/)).toBeDefined();
    expect((await row('campo-1')).queryByText('Offline')).toBeNull();
    expect((await row('campo-2')).getByText('Offline')).toBeDefined();
  });

  test('[B-CAM-13] shows a load error', async () => {
    open('/cameras/manage', { user: admin, replies: { 'GET /live/cameras': rawAnswer(403) } });
    expect(await screen.findByText('Error fetching cameras')).toBeDefined();
  });

  test('[B-CAM-1] [B-CAM-2] [B-CAM-3] creates a camera', async () => {
    let reply: Reply<'POST /live/cameras'> = refusal;
    const { user } = open('/cameras/create', {
      user: admin,
      replies: { ...list(), 'POST /live/cameras': () => reply },
    });
    const slug = await findField('Slug');
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
        'GET /live/sportevents': createList('sportEvents', [createClubEvent(1), createClubEvent(2)]),
        [`GET /live/sportevents/${id('event1')}`]: { data: { sportEvent: createClubEvent(1) } },
      },
    });
    expect((await findField('Slug')).value).toBe('campo-1');
    expect(screen.getByText('En directo')).toBeDefined();
    await waitFor(() => expect(callsTo('GET /live/sportevents')[0]?.query.get('sport')).toBe('SOCCER'));
    expect(screen.getByRole('link', { name: 'Crear un evento primero' }).getAttribute('href')).toBe(
      `/sportevents/create?returnTo=cameraDetails&cameraId=${id('cam1')}`,
    );
    // Outside of the inert card, so that screen readers have it too.
    const shown = await screen.findAllByText('Jornada 3.');
    expect(shown.some((element) => !element.closest('[inert]'))).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Servidor de emisión').value).toBe('rtmp://127.0.0.1:1935/live');
    expect(screen.getByLabelText<HTMLInputElement>('Clave de emisión').value).toBe('campo-1?key=abc');
  });

  test('[B-CAM-10] requires slug and event on update', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { [key]: { data: camera(1) }, 'GET /live/sportevents': createList('sportEvents', [createClubEvent(1)]) },
    });
    await user.clear(await findField('Slug'));
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
