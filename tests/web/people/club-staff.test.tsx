/** The staff of the clubs: list, invitation and edit page. */
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ClubStaffUser } from '../../../shared/contract/staff.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, callsTo, createList, fill, id, open, person, type Replies, type Reply } from '../support/app.tsx';
import { findField, findRow, refusal } from '../support/back-office.ts';
import { managedClub, staffUser } from '../support/builders.ts';

const admin = person('ADMIN');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

const member = (n: number, more: Partial<ClubStaffUser> = {}) =>
  staffUser(n, { email: `persona${n}@club.test`, ...more });
const createStaffPage = (...items: ClubStaffUser[]) => ({
  data: {
    clubStaffUsers: items,
    pagination: { limit: 12, page: 1, total: items.length, totalPages: items.length > 1 ? 2 : 1 },
  },
});
const members = (...items: ClubStaffUser[]): Replies => ({ 'GET /live/club-staff-users': createStaffPage(...items) });

describe('the list of club staff', () => {
  const resend = `POST /live/club-staff-users/${id('staff1')}/resend-invitation`;

  test('[B-STAFF-15] [B-STAFF-16] [B-STAFF-19] has search, status filter, pages and empty texts', async () => {
    const { user } = open('/club-staff-users/manage', { user: admin, replies: members() });
    expect(await screen.findByText('No hay usuarios del personal del club')).toBeDefined();
    expect(screen.getAllByRole('radio').map((tab) => tab.closest('label')?.textContent)).toEqual([
      'Todos',
      'Invitado',
      'Activo',
      'Deshabilitado',
    ]);
    await user.click(screen.getByRole('radio', { name: 'Activo' }));
    expect(await screen.findByText('No se encontraron usuarios')).toBeDefined();
    expect(callsTo('GET /live/club-staff-users').at(-1)?.query.get('status')).toBe('active');
    await user.type(screen.getByPlaceholderText('Buscar por email, nombre o club...'), 'marta{Enter}');
    await waitFor(() => expect(callsTo('GET /live/club-staff-users').at(-1)?.query.get('search')).toBe('marta'));
  });

  test('[B-STAFF-17] [B-STAFF-14] resends invitations (a failure is only logged); other users have a details link', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { user } = open('/club-staff-users/manage', {
      user: admin,
      replies: { ...members(member(1), member(2, { status: 'active', personalName: 'Ana' })), [resend]: refusal },
    });
    const first = await findRow('persona1@club.test');
    expect(first.queryByRole('link', { name: /Ver detalles/ })).toBeNull();
    await user.click(first.getByRole('button', { name: 'Reenviar invitación a persona1@club.test' }));
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(callsTo(resend)).toHaveLength(1);
    expect(screen.queryByText('Error al reenviar la invitación')).toBeNull();
    const second = await findRow('Ana');
    expect(second.getByText('Ver detalles').getAttribute('href')).toBe(`/club-staff-users/manage/${id('staff2')}`);
    expect(second.queryByRole('button')).toBeNull();
    expect(screen.getByRole('navigation', { name: /página/i })).toBeDefined();
  });

  test('[B-STAFF-18] shows a load error with a retry', async () => {
    let reply: Reply<'GET /live/club-staff-users'> = rawAnswer(403);
    const { user } = open('/club-staff-users/manage', {
      user: admin,
      replies: { 'GET /live/club-staff-users': () => reply },
    });
    expect(await screen.findByText('Error al cargar los usuarios del personal del club')).toBeDefined();
    reply = createStaffPage(member(1));
    await user.click(button('Reintentar'));
    await findRow('persona1@club.test');
  });
});

describe('the invitation form', () => {
  const create = 'POST /live/club-staff-users';

  test('[B-STAFF-1] [B-STAFF-2] [B-STAFF-3] [B-STAFF-4] [B-STAFF-5] has fields, an info box and required errors', async () => {
    const { user } = open('/club-staff-users/create', { user: admin });
    const email = await findField('Email');
    expect(screen.getByText(/caduca a las 48 horas/)).toBeDefined();
    expect(screen.getByText(/enlace seguro/)).toBeDefined();
    expect(screen.getByText(/su nombre y elige su contraseña/)).toBeDefined();
    expect(screen.getByText(/limitado al club elegido/)).toBeDefined();
    await user.click(email);
    await user.tab();
    expect(await screen.findByText('El email es requerido')).toBeDefined();
    fill(email, 'no es un email');
    expect(await screen.findByText('Por favor, ingresa un email válido')).toBeDefined();
    await user.click(screen.getByRole('combobox', { name: 'Club' }));
    await user.tab();
    expect(await screen.findByText('Debes seleccionar un club')).toBeDefined();
    expect(button('Enviar invitación').disabled).toBe(true);
  });

  test('[B-STAFF-6] [B-STAFF-7] trims and lowercases the email; the success names person and club', async () => {
    let reply: Reply<typeof create> = refusal;
    const { user } = open('/club-staff-users/create', {
      user: admin,
      replies: { ...members(), 'GET /live/clubs': createList('clubs', [managedClub()]), [create]: () => reply },
    });
    fill(await findField('Email'), '  Ana@Club.Test ');
    await user.type(screen.getByRole('combobox', { name: 'Club' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await user.click(button('Enviar invitación'));
    expect(await screen.findByText('Error al crear el usuario del personal del club')).toBeDefined();
    reply = { data: { id: id('staff1') } };
    await user.click(button('Enviar invitación'));
    await screen.findByText('Invitación enviada correctamente a ana@club.test para unirse a CD Sauce');
    expect(callsTo(create)[1]?.body).toEqual({ email: 'ana@club.test', clubId: id('club') });
  });
});

describe("a staff user's page", () => {
  const path = `/club-staff-users/manage/${id('staff1')}`;
  const patch = `PATCH /live/club-staff-users/${id('staff1')}`;
  const remove = `DELETE /live/club-staff-users/${id('staff1')}`;
  const resend = `POST /live/club-staff-users/${id('staff1')}/resend-invitation`;
  const replyWithStaff = (more = {}): Replies => ({
    [`GET /live/club-staff-users/${id('staff1')}`]: { data: { clubStaffUser: member(1, more) } },
  });
  const active = { status: 'active', personalName: 'Ana', dateActivated: '2026-01-03T10:00:00.000Z' };

  test('[B-STAFF-8] [B-API-32] has the name or email as title, and the details', async () => {
    const { unmount } = open(path, { user: admin, replies: replyWithStaff() });
    expect(await screen.findByRole('heading', { level: 1, name: 'persona1@club.test' })).toBeDefined();
    unmount();
    open(path, { user: admin, replies: replyWithStaff(active) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana' })).toBeDefined();
    for (const text of ['CD Sauce', 'persona1@club.test', '02/01/2026, 11:00', '03/01/2026, 11:00']) {
      expect(screen.getByText(text)).toBeDefined();
    }
  });

  test('[B-STAFF-9] [B-STAFF-11] [B-UI-1] edits name and status', async () => {
    let reply: object = refusal;
    const { user } = open(path, { user: admin, replies: { ...replyWithStaff(active), [patch]: () => reply } });
    const status = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Estado' });
    expect([...status.options].map((option) => option.value)).toEqual(['active', 'disabled']);
    expect(button('Guardar cambios').disabled).toBe(true);
    await user.selectOptions(status, 'disabled');
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Error al actualizar el usuario')).toBeDefined();
    reply = { data: { clubStaffUser: member(1, { ...active, status: 'disabled' }) } };
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Usuario actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[1]?.body).toEqual({ status: 'disabled', version: 1 });
  });

  test('[B-STAFF-10] [B-STAFF-12] [B-STAFF-13] has no status while invited, but a resend button whose result stays for 5 seconds', async () => {
    let reply: object = {};
    const { user } = open(path, { user: admin, replies: { ...replyWithStaff(), [resend]: () => reply } });
    const again = await screen.findByRole('button', { name: 'Reenviar invitación' });
    expect(screen.queryByRole('combobox', { name: 'Estado' })).toBeNull();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(again);
    expect(await screen.findByText('Invitación reenviada correctamente')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(4500));
    expect(screen.queryByText('Invitación reenviada correctamente')).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(screen.queryByText('Invitación reenviada correctamente')).toBeNull();
    vi.useRealTimers();
    reply = refusal;
    await user.click(again);
    expect(await screen.findByText('Error al reenviar la invitación')).toBeDefined();
  });

  test('[B-STAFF-12] [B-UI-10] deletes the user', async () => {
    let reply: object = refusal;
    const { user } = open(path, { user: admin, replies: { ...replyWithStaff(), ...members(), [remove]: () => reply } });
    await user.click(await screen.findByRole('button', { name: 'Eliminar usuario' }));
    await user.click(button('Borrar'));
    expect(await screen.findByText('Error al eliminar el usuario')).toBeDefined();
    reply = {};
    await user.click(button('Eliminar usuario'));
    await user.click(button('Borrar'));
    expect(await screen.findByText('Usuario eliminado correctamente')).toBeDefined();
    expect(address()).toBe('/club-staff-users/manage');
  });
});

test('an invitation whose mail came back is marked in the list and on its page', async () => {
  const user = member(1, { status: 'invited', returnsMail: true });
  open('/club-staff-users/manage', { user: admin, replies: members(user) });
  expect(await screen.findByText('Rebotado')).toBeDefined();
  open(`/club-staff-users/manage/${user.id}`, {
    user: admin,
    replies: { [`GET /live/club-staff-users/${user.id}`]: { data: { clubStaffUser: user } } },
  });
  expect(await screen.findByText(/ha vuelto sin entregar: comprueba la dirección/)).toBeDefined();
});

describe('accepting an invitation', () => {
  const accept = 'POST /club-staff-invitations/tok/accept';
  const loaded: Replies = {
    'GET /club-staff-invitations/tok': { data: { email: 'ana@club.test', clubName: 'CD Sauce' } },
  };

  test('[B-STAFF-20] asks for name, password and confirmation, then leads to the login', async () => {
    const { user } = open('/aceptar-invitacion?token=tok', { replies: { ...loaded, [accept]: {} } });
    expect(await screen.findByText('CD Sauce')).toBeDefined();
    expect(screen.getByText('Al menos 8 caracteres, sin espacios al principio ni al final.')).toBeDefined();
    const send = () => user.click(button('Activar mi cuenta'));
    const password = screen.getByLabelText(/^Contraseña/);
    const again = screen.getByLabelText(/^Repite la contraseña/);
    await send();
    expect(await screen.findByText('Por favor, introduce tu nombre')).toBeDefined();
    await user.type(await findField('Nombre'), 'Ana');
    await send();
    expect(await screen.findByText('Por favor, introduce una contraseña')).toBeDefined();
    fill(password, 'corta');
    await send();
    expect(await screen.findByText('La contraseña debe tener al menos 8 caracteres')).toBeDefined();
    fill(password, 'corta-pero-menos');
    await user.type(again, 'otra');
    await send();
    expect(await screen.findByText('Las contraseñas no coinciden')).toBeDefined();
    expect(callsTo(accept)).toEqual([]);
    await user.clear(again);
    fill(again, 'corta-pero-menos');
    await send();
    await waitFor(() => expect(address()).toBe('/login'));
    expect(await findField('Email o identificador de usuario')).toHaveProperty('value', 'ana@club.test');
    expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', 'corta-pero-menos');
    expect(callsTo(accept)[0]?.body).toEqual({ name: 'Ana', password: 'corta-pero-menos' });
  });

  test.each([
    ['that is unknown, used or too old', '?token=tok'],
    ['without a token', ''],
  ])('[B-STAFF-21] rejects an invitation %s', async (_, query) => {
    open(`/aceptar-invitacion${query}`, { replies: { 'GET /club-staff-invitations/tok': errorAnswer('STF4000') } });
    expect(await screen.findByText('La invitación no es válida o ha caducado.')).toBeDefined();
  });
});
