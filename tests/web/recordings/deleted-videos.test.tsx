/** 'Eliminados' of the back office: recoverable items, and 'Recuperar'. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeletedEvent, DeletedVideo } from '../../../shared/contract/schema.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { admin, callsTo, createList, emptyList, id, open, staff } from '../support/app.tsx';
import { managedEvent, managedVod } from '../support/builders.ts';

const day = 86_400_000;

const createDeleted = (n: number, more: Partial<DeletedVideo> = {}): DeletedVideo => ({
  id: id(`deleted-${n}`),
  title: `Partido ${n}`,
  duration: 3725,
  dateCreated: new Date(Date.now() - 30 * day).toISOString(),
  deletedAt: new Date(Date.now() - 2 * day).toISOString(),
  deletedBy: 'Ana Ruiz',
  recoverableUntil: new Date(Date.now() + 12 * day).toISOString(),
  ...more,
});

describe('Eliminados', () => {
  test('lists each video with the user who deleted it and the end of its grace period', async () => {
    const { user } = open('/vods/manage', {
      user: admin,
      replies: {
        'GET /live/deleted-vods': createList('vods', [
          createDeleted(1),
          createDeleted(2, { deletedBy: null, duration: null }),
        ]),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminados' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminados' }));
    const list = within(await dialog.findByRole('list', { name: 'Videos eliminados' }));
    const [first, second] = list.getAllByRole('listitem');
    expect(within(first as HTMLElement).getByText('Partido 1')).toBeDefined();
    expect(within(first as HTMLElement).getByText('1:02:05')).toBeDefined();
    expect(first?.textContent).toContain('Eliminado anteayer por Ana Ruiz. Se borra del todo dentro de 12 días.');
    expect(second?.textContent).toContain('Eliminado anteayer. Se borra');
  });

  test('shows deleted matches beside the videos, and recovers one', async () => {
    const event: DeletedEvent = {
      id: id('gone'),
      title: 'Derbi',
      sport: 'SOCCER',
      scheduledStartDate: '2026-12-05T10:30:00.000Z',
      deletedAt: new Date(Date.now() - day).toISOString(),
      deletedBy: 'Ana Ruiz',
      recoverableUntil: new Date(Date.now() + 13 * day).toISOString(),
    };
    const key = `POST /live/sportevents/${id('gone')}/recover`;
    const message = 'Evento recuperado: está oculto hasta que lo publiques';
    const { user } = open('/sportevents/manage', {
      user: admin,
      replies: {
        'GET /live/deleted-sportevents': () => createList('sportEvents', callsTo(key).length > 0 ? [] : [event]),
        'GET /live/deleted-vods': createList('vods', [createDeleted(1)]),
        [key]: { message, data: { sportEvent: managedEvent(1) } },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminados' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminados' }));
    const list = within(await dialog.findByRole('list', { name: 'Partidos eliminados' }));
    expect(list.getByText('Derbi')).toBeDefined();
    expect(list.getByText('05/12/2026, 11:30')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Recuperar Derbi' }));
    expect(await dialog.findByText(message)).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'Videos' }));
    expect(await dialog.findByRole('list', { name: 'Videos eliminados' })).toBeDefined();
  });

  test('recovers a video with the keyboard, announces it, and keeps the focus in the dialog', async () => {
    let left = [createDeleted(1), createDeleted(2)];
    const { user } = open('/vods/manage', {
      user: admin,
      replies: {
        'GET /live/deleted-vods': () => createList('vods', left),
        [`POST /live/vods/${id('deleted-1')}/recover`]: () => {
          left = [createDeleted(2)];
          return { message: 'Video recuperado: está oculto hasta que lo publiques', data: { vod: managedVod(1) } };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminados' }));
    (await screen.findByRole('button', { name: 'Recuperar Partido 1' })).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Video recuperado: está oculto hasta que lo publiques')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Recuperar Partido 1' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Recuperar Partido 2' })).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Eliminados' }).contains(document.activeElement)).toBe(true);
    expect(callsTo('GET /live/vods').length).toBeGreaterThan(1);
  });

  test('explains a rejected recovery, and refetches the list', async () => {
    const { user } = open('/vods/manage', {
      user: admin,
      replies: {
        'GET /live/deleted-vods': createList('vods', [createDeleted(1)]),
        [`POST /live/vods/${id('deleted-1')}/recover`]: errorAnswer('VOD4040'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminados' }));
    await user.click(await screen.findByRole('button', { name: 'Recuperar Partido 1' }));
    expect(await screen.findByText('VOD no encontrado')).toBeDefined();
    await waitFor(() => expect(callsTo('GET /live/deleted-vods').length).toBe(2));
  });

  test('shows a message when there is no content to recover', async () => {
    const { user } = open('/content/manage', {
      user: admin,
      replies: { 'GET /live/deleted-content': emptyList('contentVideos') },
    });
    await user.click(await screen.findByRole('button', { name: 'Eliminados' }));
    expect(await screen.findByText('No hay nada que recuperar')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is not offered to club staff', async () => {
    open('/vods/manage', { user: staff, replies: { 'GET /clubStaff/vods': emptyList('vods') } });
    expect(await screen.findByText('No hay videos disponibles')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Eliminados' })).toBeNull();
  });
});
