/** The broadcast profile and the profile of an admin. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { admin, callsTo, id, open, type Reply } from '../support/app.tsx';
import { managedEvent } from '../support/builders.ts';

const refusal = rawAnswer(500);

const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

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

  test('[A-GEN-11] has football as sport until one is chosen', async () => {
    const { sport: _, ...user } = profile;
    open('/live-profile', { user: admin, replies: { 'GET /live/users/me': { data: { user } } } });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Deporte' });
    expect(select.selectedOptions[0]?.textContent).toBe('Fútbol');
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
