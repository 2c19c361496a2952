/** The back office's content videos: list, upload form and edit page. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ManagedContent } from '../../../shared/contract/content.ts';
import { address, admin, callsTo, createList, id, open, type Replies, type Reply } from '../support/app.tsx';
import { findField, findRow, refusal, ticket, uploading } from '../support/back-office.ts';
import { managedClub, managedContent } from '../support/builders.ts';
import { installFakeRequests, requests } from '../support/fake-request.ts';
import { mp4, png } from '../support/files.ts';

const clubs = [
  { id: id('club'), name: 'CD Sauce' },
  { id: id('other'), name: 'Atlético Norte' },
];
const video = (n: number, more: Partial<ManagedContent> = {}) =>
  managedContent(n, {
    id: id(`c${n}`),
    title: `Entrevista ${n}`,
    description: '',
    categoryId: 1,
    duration: 20,
    size: 12_000_000,
    dateCreated: '2026-01-02T10:00:00.000Z',
    clubs,
    ...more,
  });
const categories = [
  { id: 1, title: 'Entrevistas' },
  { id: 2, title: 'Resúmenes' },
  { id: 3, title: 'Escuela de fútbol' },
  { id: 4, title: 'Escuela de baloncesto' },
  { id: 5, title: 'Detrás del banquillo' },
  { id: 6, title: 'Entrenos' },
];
const spot = () => mp4('spot_otoño.mp4');

/** A dropped file bypasses the input's accept attribute. */
const anyFile = userEvent.setup({ applyAccept: false });

installFakeRequests();

describe('content', () => {
  const list = (...items: ManagedContent[]): Replies => ({
    'GET /live/content': createList('contentVideos', items),
    'GET /live/content/categories': { data: { categories } },
  });
  const path = `/content/manage/${id('c1')}`;
  const get = `GET /live/content/${id('c1')}`;
  const patch = `PATCH /live/content/${id('c1')}`;
  const replyWithContent = (more = {}): Replies => ({ ...list(), [get]: { data: { contentVideo: video(1, more) } } });

  test('[B-CON-9] [B-CON-12] [B-CON-13] [B-API-38] has search, category, clubs, a create button and the empty text', async () => {
    const { user } = open('/content/manage', {
      user: admin,
      replies: { ...list(), 'GET /live/clubs': createList('clubs', clubs.map(managedClub)) },
    });
    expect(await screen.findByText('No hay contenido disponible')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Contenido' })).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Subir Contenido' })[0]?.getAttribute('href')).toBe('/content/create');
    const getLastQuery = () => callsTo('GET /live/content').at(-1)?.query;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'Resúmenes');
    await waitFor(() => expect(getLastQuery()?.get('categoryId')).toBe('2'));
    await user.type(screen.getByRole('combobox', { name: 'Filtrar por club' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await waitFor(() => expect(getLastQuery()?.getAll('clubIds[]')).toEqual([id('club')]));
    await user.type(screen.getByRole('searchbox'), 'derbi{Enter}');
    await waitFor(() => expect(getLastQuery()?.get('search')).toBe('derbi'));
  });

  test('[B-CON-10] [B-CON-11] shows order, visibility, badge and chips per row', async () => {
    const { user } = open('/content/manage', {
      user: admin,
      replies: {
        ...list(video(1), video(2, { status: 'SENT', renderOrder: 1 })),
        [patch]: { data: { contentVideo: video(1) } },
        [`PATCH /live/content/${id('c2')}`]: { data: { contentVideo: video(2) } },
      },
    });
    const first = await findRow('Entrevista 1');
    expect(['Finalizado', 'Entrevistas', 'CD Sauce'].every((text) => first.queryByText(text))).toBe(true);
    expect((await findRow('Entrevista 2')).getByText('En cola')).toBeDefined();
    await user.click(first.getByRole('button', { name: 'Orden de Entrevista 1: subir' }));
    await waitFor(() => expect(callsTo(patch)[0]?.body).toEqual({ renderOrder: 2 }));
    await user.click((await findRow('Entrevista 2')).getByRole('button', { name: 'Orden de Entrevista 2: bajar' }));
    await waitFor(() => expect(callsTo(`PATCH /live/content/${id('c2')}`)[0]?.body).toEqual({ renderOrder: null }));
    await user.click(first.getByRole('switch', { name: 'Entrevista 1: visible' }));
    await waitFor(() => expect(callsTo(patch).at(-1)?.body).toEqual({ visible: false }));
  });

  test('[B-CON-1] [B-CON-2] [B-CON-3] [B-CON-4] [B-UI-4] [B-API-40] uploads a video', async () => {
    const create = 'POST /live/content';
    let reply: Reply<typeof create> = refusal;
    const { user } = open('/content/create', {
      user: admin,
      replies: {
        ...list(),
        ...uploading,
        [create]: () => reply,
        [`PATCH /live/content/${id('c9')}/thumbnail`]: { data: { thumbnail: 'https://media.test/c9.jpg' } },
      },
    });
    const title = await findField('Título');
    await user.type(title, 'x');
    await user.clear(title);
    await user.tab();
    expect(await screen.findByText('El título del contenido es requerido')).toBeDefined();
    await anyFile.upload(screen.getByLabelText('Miniatura'), new File(['x'], 'x.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText('La miniatura debe ser un archivo PNG')).toBeDefined();
    await user.upload(screen.getByLabelText('Miniatura'), png());
    await user.upload(screen.getByLabelText(/Archivo de video/), spot());
    await waitFor(() => expect(title.value).toBe('spot otoño'));
    const category = screen.getByRole('combobox', { name: 'Categoría' });
    await user.type(category, 'e');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(5));
    await user.type(category, 'scuela de f');
    await user.click(await screen.findByRole('option', { name: 'Escuela de fútbol' }));
    await user.click(screen.getByRole('button', { name: 'Subir Contenido' }));
    expect(await screen.findByText('Error al subir el contenido')).toBeDefined();
    reply = { data: id('c9'), upload: ticket };
    await user.click(screen.getByRole('button', { name: 'Cerrar' }));
    await user.click(screen.getByRole('button', { name: 'Subir Contenido' }));
    expect(await screen.findAllByText('Contenido subido correctamente')).not.toHaveLength(0);
    expect(callsTo(create)[1]?.body).toMatchObject({
      title: 'spot otoño',
      categoryId: 3,
      description: '',
      visible: false,
    });
    expect(callsTo(`PATCH /live/content/${id('c9')}/thumbnail`)).toHaveLength(1);
  });

  test('[B-CON-5] [B-CON-8] [B-UI-4] edits fields, sends only changes, and offers ten categories when changing', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...replyWithContent(), [patch]: { data: { contentVideo: video(1) } } },
    });
    expect((await findField('Título')).value).toBe('Entrevista 1');
    expect(screen.getByText('12 MB')).toBeDefined();
    expect(screen.getByText('02/01/2026, 11:00')).toBeDefined();
    const category = screen.getByRole<HTMLInputElement>('combobox', { name: 'Categoría' });
    expect(category.value).toBe('Entrevistas');
    await user.click(category);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(6));
    await user.click(screen.getByRole('option', { name: 'Resúmenes' }));
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Contenido actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({ categoryId: 2, version: 3 });
  });

  test('[B-CON-8] reports failed updates and deletions', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...replyWithContent(), [patch]: refusal, [`DELETE /live/content/${id('c1')}`]: refusal },
    });
    await user.type(await findField('Título'), '!');
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Error al actualizar el contenido')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Eliminar contenido' }));
    expect(await screen.findByText('Error al eliminar el contenido')).toBeDefined();
  });

  test('[B-CON-7] [B-UI-10] [B-API-47] regenerates and deletes', async () => {
    const { user } = open(path, { user: admin, replies: { ...replyWithContent() } });
    await user.click(await screen.findByRole('button', { name: 'Regenerar segmentos' }));
    await screen.findByText('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.');
    await user.click(screen.getByRole('button', { name: 'Eliminar contenido' }));
    expect(await screen.findByText('Contenido eliminado correctamente')).toBeDefined();
    expect(address()).toBe('/content/manage');
  });

  test('[B-CON-6] [B-UI-5] [B-API-46] uploads a new thumbnail with progress; failures have their texts', async () => {
    const { user } = open(path, { user: admin, replies: replyWithContent() });
    const input = () => screen.findByLabelText<HTMLInputElement>('Miniatura');
    requests.answers = [500, 'lost', 'never', 200];
    await user.upload(await input(), png());
    expect(await screen.findByText('Error al subir la miniatura')).toBeDefined();
    await user.upload(await input(), png());
    expect(await screen.findByText('Error de red al subir la miniatura')).toBeDefined();
    await user.upload(await input(), png());
    const progress = await screen.findByRole('progressbar', { name: 'Subida de la miniatura' });
    expect(progress.getAttribute('aria-valuenow')).toBe('50');
    await user.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    expect(await screen.findByText('Subida cancelada')).toBeDefined();
    await user.upload(await input(), png());
    await waitFor(() => expect(screen.queryByText('Subida cancelada')).toBeNull());
    expect(requests.forms.at(-1)).toEqual({
      key: `PATCH /live/content/${id('c1')}/thumbnail`,
      names: ['contentVideoThumbFile'],
    });
  });
});
