import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { address, admin, callsTo, createList, id, open, type Replies, staff } from '../support/app.tsx';
import { managedEvent, managedVod, camera as someCamera, club as someClub } from '../support/builders.ts';
import { mp4 } from '../support/files.ts';

const club = someClub();
const ownClub: Replies = { [`GET /clubs/${club.id}`]: { data: { club } } };
const vod = (more: Partial<ManagedVod> = {}) => managedVod(1, { visible: false, awaitsPublication: true, ...more });
const edit = `/vods/manage/${id('vod1')}`;
const publication = async () => within(await screen.findByRole('region', { name: 'Publicación' }));

describe('the publication of a video', () => {
  test('is explained to club staff before the upload', async () => {
    open('/vods/create', { user: staff, replies: ownClub });
    expect((await publication()).getByText('Lo publica Cantera TV')).toBeDefined();
  });

  test.each<[string, Partial<ManagedVod>, string]>([
    ['waits', {}, 'Lo publica Cantera TV'],
    ['is being processed', { status: 'STARTED', awaitsPublication: false }, 'Lo publica Cantera TV'],
    ['is published', { visible: true, awaitsPublication: false }, 'Publicado'],
    ['was left hidden', { awaitsPublication: false }, 'De momento está oculto'],
  ])('tells club staff that their video %s', async (_state, more, title) => {
    const key = `GET /clubStaff/vods/${id('vod1')}`;
    open(edit, { user: staff, replies: { ...ownClub, [key]: { data: { vod: vod(more) } } } });
    expect((await publication()).getByText(title)).toBeDefined();
    expect((await publication()).queryByRole('button')).toBeNull();
  });

  test.each([
    ['Publicar ahora', true],
    ['Dejarlo oculto', false],
  ])("ends with an admin’s decision '%s'", async (name, visible) => {
    let decided = false;
    const { user } = open(edit, {
      user: admin,
      replies: {
        [`GET /live/vods/${id('vod1')}`]: () => ({
          data: { vod: vod(decided ? { visible, awaitsPublication: false } : {}) },
        }),
        [`PATCH /live/vods/${id('vod1')}`]: () => {
          decided = true;
          return { data: { vod: vod() } };
        },
      },
    });
    await user.click((await publication()).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Publicación' })).toBeNull());
    expect(callsTo(`PATCH /live/vods/${id('vod1')}`)[0]?.body).toEqual({ visible });
  });
});

describe('a page about an item of another club', () => {
  const refused = errorAnswer('SSN4030');

  test.each([edit, `/vods/${id('vod1')}/stats`])('[B-PERM-9] says so at %s, with links', async (path) => {
    open(path, { user: staff, replies: { ...ownClub, [`GET /clubStaff/vods/${id('vod1')}`]: refused } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Este video es de otro club' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver los videos' }).getAttribute('href')).toBe('/vods/manage');
    expect(screen.getByRole('link', { name: 'Verlo como espectador' }).getAttribute('href')).toBe(
      `/vods/${id('vod1')}`,
    );
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });

  test('[B-PERM-9] says so for an event too', async () => {
    open(`/sportevents/manage/${id('e1')}`, {
      user: staff,
      replies: { ...ownClub, [`GET /clubStaff/sportevents/${id('e1')}`]: refused },
    });
    expect(await screen.findByText('Este evento es de otro club')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver los eventos' })).toBeDefined();
  });
});

describe("'Crear un evento primero'", () => {
  const made = managedEvent(1, {
    title: 'Derbi nuevo',
    scheduledStartDate: '2026-03-05T17:00:00.000Z',
    scheduledFinishDate: '2026-03-05T19:00:00.000Z',
    sport: 'BASKET',
  });
  const events: Replies = {
    ...ownClub,
    'POST /live/sportevents': { data: { id: made.id } },
    'GET /live/sportevents': () =>
      createList('sportEvents', callsTo('POST /live/sportevents').length > 0 ? [made] : []),
    [`GET /live/sportevents/${made.id}`]: { data: { sportEvent: made } },
  };
  const createEvent = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('link', { name: 'Crear un evento primero' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByRole('heading', { level: 1, name: 'Crear Evento' });
    await user.type(screen.getByLabelText(/^Título/), 'Derbi nuevo');
    await user.type(screen.getByLabelText(/^Inicio/), '2026-03-05T18:00');
    await user.selectOptions(screen.getByLabelText('Deporte'), 'BASKET');
    await user.click(screen.getByRole('button', { name: 'Crear Evento' }));
  };

  test('[B-VOD-2] [B-EV-9] [B-EV-14] returns to the upload with the input, the file and the new event', async () => {
    const { user } = open('/vods/create', { user: admin, replies: events });
    await user.upload(await screen.findByLabelText(/^Archivo de video/), mp4('final_cadete.mp4'));
    const title = await screen.findByDisplayValue('final cadete');
    await user.clear(title);
    await user.type(title, 'La final');
    await user.type(screen.getByLabelText('Descripción'), 'Jornada 30');
    await createEvent(user);
    await screen.findByRole('heading', { level: 1, name: 'Subir Video' });
    expect(await screen.findByDisplayValue('La final')).toBeDefined();
    expect(screen.getByDisplayValue('Jornada 30')).toBeDefined();
    expect(await screen.findByText('final_cadete.mp4')).toBeDefined();
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Evento deportivo').value).toBe(made.id));
    expect(screen.getByLabelText<HTMLSelectElement>('Deporte').value).toBe('BASKET');
  });

  test('[B-EV-11] [B-EV-14] returns to a video with its unsaved input', async () => {
    const { user } = open(edit, {
      user: admin,
      replies: { ...events, [`GET /live/vods/${id('vod1')}`]: { data: { vod: vod() } } },
    });
    const title = await screen.findByDisplayValue('Partido 1');
    await user.type(title, ' de ida');
    await createEvent(user);
    await waitFor(() => expect(address()).toContain(`sportEventId=${made.id}`));
    expect(await screen.findByDisplayValue('Partido 1 de ida')).toBeDefined();
    expect(screen.getByText('Hay cambios sin guardar')).toBeDefined();
  });

  test('restores a draft once, for its author only', async () => {
    const { user, unmount } = open('/vods/create', { user: admin, replies: events });
    await user.type(await screen.findByLabelText(/^Título/), 'Secreto');
    await user.click(screen.getByRole('link', { name: 'Crear un evento primero' }));
    await screen.findByRole('heading', { level: 1, name: 'Crear Evento' });
    unmount();
    const other = open('/vods/create', { user: { ...admin, id: id('other') }, replies: events });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Título/)).value).toBe('');
    other.unmount();
    open('/vods/create', { user: admin, replies: events }).unmount();
    open('/vods/create', { user: admin, replies: events });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Título/)).value).toBe('');
  });
});

test('the state of a broadcast precedes the keys in reading order, so it is above them on a phone', async () => {
  const camera = someCamera(1, { title: 'Campo', isLive: true });
  open(`/cameras/manage/${camera.id}`, {
    user: admin,
    replies: { [`GET /live/cameras/${camera.id}`]: { data: camera } },
  });
  const key = await screen.findByText('Clave de emisión');
  const state = screen.getByText('En directo');
  expect(state.compareDocumentPosition(key) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
