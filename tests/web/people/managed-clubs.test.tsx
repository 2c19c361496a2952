/** The back office's clubs: list, create form and edit page. */
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ManagedClub } from '../../../shared/contract/clubs.ts';
import { rawAnswer } from '../support/api-answers.ts';
import { address, admin, callsTo, createList, id, open, type Replies, type Reply, staff } from '../support/app.tsx';
import { findField, findRow, refusal } from '../support/back-office.ts';
import { managedClub } from '../support/builders.ts';
import { installFakeRequests, requests } from '../support/fake-request.ts';
import { png } from '../support/files.ts';

const club = (n: 'club' | 'other', more: Partial<ManagedClub> = {}) =>
  managedClub({ id: id(n), name: n === 'club' ? 'CD Sauce' : 'Atlético Norte', userFavoritedCount: 1234, ...more });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

installFakeRequests();

describe('clubs', () => {
  const path = `/clubs/manage/${id('club')}`;
  const patch = `PATCH /live/clubs/${id('club')}`;
  const loaded: Replies = { [`GET /live/clubs/${id('club')}`]: { data: { club: club('club') } } };

  test('[B-CLUB-10] [B-CLUB-11] [B-STATE-4] [B-API-19] lists clubs; a failed toggle rolls back silently', async () => {
    let fail: (reply: object) => void = () => undefined;
    const { user } = open('/clubs/manage', {
      user: admin,
      replies: {
        'GET /live/clubs': createList('clubs', [club('club'), club('other', { visible: false })]),
        [patch]: () => new Promise((resolve) => (fail = resolve)),
      },
    });
    expect((await findRow('CD Sauce')).getByText('1234')).toBeDefined();
    expect((await findRow('CD Sauce')).queryByText('Oculto')).toBeNull();
    expect((await findRow('Atlético Norte')).getByText('Oculto')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Crear Club' })[0]?.getAttribute('href')).toBe('/clubs/create');
    const toggle = screen.getByRole('switch', { name: 'CD Sauce: visible' });
    await user.click(toggle);
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    await waitFor(() => expect(callsTo(patch)[0]?.body).toEqual({ visible: false }));
    await act(async () => fail(refusal));
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'));
    for (const { textContent } of screen.queryAllByRole('alert')) expect(textContent).toBe('');
    await user.type(screen.getByPlaceholderText('Buscar clubes...'), 'sau{Enter}');
    await waitFor(() => expect(callsTo('GET /live/clubs').at(-1)?.query.get('search')).toBe('sau'));
  });

  test('[B-CLUB-1] [B-CLUB-2] [B-CLUB-3] [B-CLUB-4] [B-API-23] creates a club, even when the crest upload fails', async () => {
    let reply: Reply<'POST /live/clubs'> = refusal;
    requests.answers = [500];
    const { user } = open('/clubs/create', {
      user: admin,
      replies: { 'POST /live/clubs': () => reply, 'GET /live/clubs': createList('clubs', []) },
    });
    const name = await findField('Nombre');
    expect(screen.getByRole('switch', { name: 'Club visible' }).getAttribute('aria-checked')).toBe('true');
    await user.type(name, 'x');
    await user.clear(name);
    await user.tab();
    expect(await screen.findByText('El nombre del club es requerido')).toBeDefined();
    expect(button('Crear Club').disabled).toBe(true);
    await user.type(name, 'CD Sauce');
    await user.upload(screen.getByLabelText('Escudo'), png());
    await user.click(button('Crear Club'));
    expect(await screen.findByText('Error al crear el club')).toBeDefined();
    reply = { data: { id: id('club') } };
    await user.click(button('Crear Club'));
    expect(await screen.findByText('Club creado correctamente')).toBeDefined();
    expect(requests.forms).toEqual([{ key: `POST /live/clubs/${id('club')}/thumbnail`, names: ['thumbFile'] }]);
    expect(callsTo('POST /live/clubs')[1]?.body).toEqual({ name: 'CD Sauce', visible: true });
    await waitFor(() => expect(address()).toBe('/clubs/manage'));
  });

  test('[B-CLUB-5] [B-CLUB-6] [B-CLUB-2] edits name, crest (with progress) and visibility', async () => {
    let reply: object = refusal;
    requests.answers = ['never'];
    const { user } = open(path, { user: admin, replies: { ...loaded, [patch]: () => reply } });
    const name = await findField('Nombre');
    await user.upload(screen.getByLabelText('Escudo'), png());
    expect(await screen.findByRole('progressbar', { name: 'Subida del escudo' })).toBeDefined();
    await user.type(name, ' B');
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Error al actualizar el club')).toBeDefined();
    reply = { data: { club: club('club') } };
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Club actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[1]?.body).toEqual({ name: 'CD Sauce B', version: 1 });
  });

  test('[E-SHARE-5] edits the embed hosts and shows the code', async () => {
    const { user } = open(path, { user: admin, replies: { ...loaded, [patch]: { data: { club: club('club') } } } });
    const sites = await findField('Dominios de tu web');
    expect((await findField('Código del calendario')).value).toContain(
      `src="${location.origin}/insertar/calendario/${id('club')}"`,
    );
    await user.type(sites, 'cdsauce');
    await user.tab();
    expect(await screen.findByText(/«cdsauce» no es un dominio/)).toBeDefined();
    await user.clear(sites);
    await user.type(sites, 'https://www.CDSauce.es/partidos{Enter}*.peña.es');
    await user.click(screen.getByRole('switch', { name: 'Enseñar el resultado al compartir' }));
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Club actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({
      embedHosts: ['www.cdsauce.es', '*.xn--pea-8ma.es'],
      scoreInPreviews: true,
      version: 1,
    });
  });

  test('[B-CLUB-7] [B-UI-10] shows load and delete failures, and deletes', async () => {
    const remove = `DELETE /live/clubs/${id('club')}`;
    let load: object = rawAnswer(403);
    let reply: object = refusal;
    const { user } = open(path, {
      user: admin,
      replies: { [`GET /live/clubs/${id('club')}`]: () => load, [remove]: () => reply },
    });
    expect(await screen.findByText('Error al cargar el club')).toBeDefined();
    load = { data: { club: club('club') } };
    await user.click(button('Reintentar'));
    await findField('Nombre');
    await user.click(button('Eliminar club'));
    await user.click(button('Borrar'));
    expect(await screen.findByText('Error al eliminar el club')).toBeDefined();
    reply = {};
    await user.click(button('Eliminar club'));
    await user.click(button('Borrar'));
    expect(await screen.findByText('Club eliminado correctamente')).toBeDefined();
    expect(address()).toBe('/clubs/manage');
  });

  test('[B-CLUB-8] [B-CLUB-9] [B-PERM-1] [B-API-29] lets club staff edit their own club but not delete it', async () => {
    const { user } = open(path, {
      user: staff,
      replies: {
        [`GET /clubStaff/clubs/${id('club')}`]: { data: { club: club('club') } },
        [`PATCH /clubStaff/clubs/${id('club')}`]: { data: { club: club('club') } },
      },
    });
    await user.type(await findField('Nombre'), ' B');
    expect(screen.queryByRole('button', { name: 'Eliminar club' })).toBeNull();
    await user.upload(screen.getByLabelText('Escudo'), png());
    expect(requests.forms[0]?.key).toBe(`POST /clubStaff/clubs/${id('club')}/thumbnail`);
    await user.click(button('Guardar cambios'));
    expect(await screen.findByText('Club actualizado correctamente')).toBeDefined();
    expect(callsTo(`PATCH /clubStaff/clubs/${id('club')}`)).toHaveLength(1);
  });

  test('[B-CLUB-9] shows club staff another club disabled', async () => {
    open(`/clubs/manage/${id('other')}`, {
      user: staff,
      replies: { [`GET /clubStaff/clubs/${id('other')}`]: { data: { club: club('other') } } },
    });
    const name = await findField('Nombre');
    expect(name.matches(':disabled')).toBe(true);
    expect(screen.getByRole('switch', { name: 'Club visible' }).matches(':disabled')).toBe(true);
    expect(screen.getByLabelText('Escudo').matches(':disabled')).toBe(true);
    expect(button('Guardar cambios').disabled).toBe(true);
  });
});
