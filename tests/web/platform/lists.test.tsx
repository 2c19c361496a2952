/** Lists of the back office: filters in the address, saved views, several rows at once, and undo. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { errorAnswer } from '../support/api-answers.ts';
import { address, admin, callsTo, createList, id, open, type Replies, staff, stubMedia } from '../support/app.tsx';
import { bar, chooseAll } from '../support/back-office.ts';
import { club, managedEvent, managedVod } from '../support/builders.ts';

const vods = (...numbers: number[]): Replies => ({
  'GET /live/vods': createList(
    'vods',
    numbers.map((n) => managedVod(n)),
  ),
});
const patch = (n: number) => `PATCH /live/vods/${id(`vod${n}`)}`;
const answerPatch = (n: number) => ({ [patch(n)]: { data: { vod: managedVod(n) } } });

describe('[F-DESK-2] filters of a list', () => {
  test('are kept in the address and restored from it: state, day and club', async () => {
    const { user } = open(`/vods/manage?fecha=2026-11-21&clubes=${id('club')}`, {
      user: admin,
      replies: { ...vods(1), [`GET /clubs/${id('club')}`]: { data: { club: club() } } },
    });
    await screen.findByText('Partido 1');
    expect(await screen.findByText('CD Sauce')).toBeDefined();
    const last = () => callsTo('GET /live/vods').at(-1)?.query;
    expect([last()?.get('date'), last()?.getAll('clubIds[]')]).toEqual(['2026-11-21', [id('club')]]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por estado' }), 'Ocultos');
    await waitFor(() => expect(last()?.get('state')).toBe('hidden'));
    expect(address()).toContain('estado=hidden');
    fireEvent.change(screen.getByLabelText('Filtrar por día'), { target: { value: '' } });
    await waitFor(() => expect(last()?.get('date')).toBeNull());
  });

  test('fold on a phone behind a button that counts those set, in one line with the search', async () => {
    stubMedia('width < 40rem');
    const { user } = open('/vods/manage?estado=hidden&fecha=2026-11-21', { user: admin, replies: vods(1) });
    const button = await screen.findByRole('button', { name: 'Filtros (2)' });
    expect(screen.getByRole('searchbox').closest('search')?.parentElement?.parentElement).toBe(button.parentElement);
    for (const name of ['Eliminados', 'Guardar vista']) expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    for (const name of ['Eliminados', 'Guardar vista']) expect(screen.getByRole('button', { name })).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por estado' }), '');
    expect(await screen.findByRole('button', { name: 'Filtros (1)' })).toBe(button);
  });

  test('show an empty state if nothing matches, and ignore invalid values', async () => {
    open('/sportevents/manage?estado=ended&fecha=ayer&clubes=x', { user: admin });
    expect(await screen.findByText('Ningún evento con estos filtros')).toBeDefined();
    const query = callsTo('GET /live/sportevents').at(-1)?.query;
    expect([query?.get('time'), query?.get('date'), query?.get('clubIds[]')]).toEqual(['results', null, null]);
  });

  test('[F-DESK-2] are saved as a named view, which can be removed and restored', async () => {
    const { user } = open('/vods/manage?estado=failed', { user: admin, replies: vods(1) });
    await user.click(await screen.findByRole('button', { name: 'Guardar vista' }));
    await user.type(screen.getByRole('textbox', { name: 'Nombre de la vista' }), 'Rotos{Enter}');
    const views = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Vistas guardadas' });
    expect(views().value).toBe('Rotos');
    await user.selectOptions(views(), '');
    await waitFor(() => expect(address()).toBe('/vods/manage'));
    await user.selectOptions(views(), 'Rotos');
    await waitFor(() => expect(address()).toBe('/vods/manage?estado=failed'));
    await user.click(screen.getByRole('button', { name: 'Quitar vista' }));
    expect(screen.queryByRole('combobox', { name: 'Vistas guardadas' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    expect(views().value).toBe('Rotos');
  });
});

describe('[F-DESK-2] several rows at once', () => {
  test('are selected by keyboard, counted, and changed one by one; failures are reported, other changes stay', async () => {
    const { user } = open('/vods/manage', {
      user: admin,
      replies: { ...vods(1, 2, 3), ...answerPatch(1), ...answerPatch(3), [patch(2)]: errorAnswer('REQ4090') },
    });
    (await chooseAll()).focus();
    await user.keyboard(' ');
    expect(bar().getByText('3 elegidos')).toBeDefined();
    await user.click(bar().getByRole('button', { name: 'Ocultar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Uno no se ha podido cambiar' }));
    expect(dialog.getByText('Partido 2')).toBeDefined();
    expect(dialog.getByText(errorAnswer('REQ4090').message)).toBeDefined();
    expect(callsTo(patch(1))[0]?.body).toEqual({ visible: false, version: 3 });
    expect(await screen.findByText('2 videos ocultos')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Entendido' }));
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(callsTo(patch(3)).at(-1)?.body).toEqual({ visible: true }));
    expect(callsTo(patch(2))).toHaveLength(1);
  });

  test('are moved to a match, the only action for club staff', async () => {
    const event = managedEvent(1);
    const key = `PATCH /clubStaff/vods/${id('vod1')}`;
    const { user } = open('/vods/manage', {
      user: staff,
      replies: {
        'GET /clubStaff/vods': createList('vods', [managedVod(1)]),
        'GET /clubStaff/sportevents': createList('sportEvents', [event]),
        [`GET /clubStaff/sportevents/${event.id}`]: { data: { sportEvent: event } },
        [key]: { data: { vod: managedVod(1) } },
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir Partido 1' }));
    expect(bar().getByRole('button').textContent).toBe('Mover a un partido');
    await user.click(bar().getByRole('button'));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('option', { name: new RegExp(event.title) });
    await user.selectOptions(dialog.getByRole('combobox'), event.id);
    await user.click(dialog.getByRole('button', { name: 'Mover' }));
    await waitFor(() => expect(callsTo(key)[0]?.body).toEqual({ sportEventId: event.id, version: 3 }));
    expect(await screen.findByText('1 video movido')).toBeDefined();
  });

  test('are deleted only after a question if they are events, because that cannot be undone', async () => {
    const event = managedEvent(1);
    const remove = `DELETE /live/sportevents/${event.id}`;
    const { user } = open('/sportevents/manage', {
      user: admin,
      replies: { 'GET /live/sportevents': createList('sportEvents', [event]), [remove]: errorAnswer('EVT4091') },
    });
    await user.click(await chooseAll());
    await user.click(bar().getByRole('button', { name: 'Eliminar' }));
    expect(callsTo(remove)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    expect(await screen.findByText(errorAnswer('EVT4091').message)).toBeDefined();
  });
});

test('[F-DESK-2] undoes a switch in a list, by button or by Ctrl Z, for 8 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = open('/vods/manage', { user: admin, replies: { ...vods(1), ...answerPatch(1) } });
  const hide = async () => {
    await user.click(await screen.findByRole('switch', { name: 'Partido 1: visible' }));
    await screen.findByText('«Partido 1»: oculto');
  };
  const listSentBodies = () => callsTo(patch(1)).map(({ body }) => body);
  await hide();
  expect(screen.getByText('«Partido 1»: oculto').closest('[role="status"]')).not.toBeNull();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(listSentBodies()).toEqual([{ visible: false }, { visible: true }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull());
  await hide();
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(screen.getByRole('button', { name: 'Deshacer' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});
