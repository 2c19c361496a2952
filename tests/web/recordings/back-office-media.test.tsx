import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdVideo } from '../../../shared/contract/ads.ts';
import type { ManagedContent } from '../../../shared/contract/content.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, callsTo, createList, id, open, person, type Replies, type Reply } from '../support/app.tsx';
import { adVideo, managedClub, managedContent } from '../support/builders.ts';
import { FakeRequest, requests } from '../support/fake-request.ts';
import { mp4, png } from '../support/files.ts';

const admin = person('ADMIN');
const staff = person('CLUB_STAFF', { clubId: id('club') });
const clubs = [
  { id: id('club'), name: 'CD Sauce' },
  { id: id('other'), name: 'Atlético Norte' },
];
const ad = (n: number, more: Partial<AdVideo> = {}) =>
  adVideo(n, { emissionPriority: 1, size: 12_000_000, clubs, ...more });
const video = (n: number, more: Partial<ManagedContent> = {}) =>
  managedContent(n, {
    ...{ id: id(`c${n}`), title: `Entrevista ${n}`, description: '', categoryId: 1, duration: 20, size: 12_000_000 },
    ...{ dateCreated: '2026-01-02T10:00:00.000Z', clubs },
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
const refusal = rawAnswer(500);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const row = async (title: string) => within((await screen.findByText(title)).closest('li') as HTMLElement);
const spot = () => mp4('spot_otoño.mp4');
const ticket = { id: id('upload'), partSize: 100, parts: 1, size: 12 };
const uploading: Replies = {
  [`POST /uploads/${ticket.id}/parts`]: { data: { urls: [{ part: 1, url: 'https://s3.test/x?partNumber=1' }] } },
  [`POST /uploads/${ticket.id}/complete`]: {},
};

/** A dropped file bypasses the input's accept attribute. */
const anyFile = userEvent.setup({ applyAccept: false });

beforeEach(() => {
  requests.answers = [];
  requests.forms = [];
  requests.puts = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.restoreAllMocks());

describe('the ad list', () => {
  const ads = (...items: AdVideo[]): Replies => ({
    'GET /live/ad_videos': createList('adVideos', items, 2),
    'GET /clubStaff/ad_videos': createList('adVideos', items),
  });
  const patch = `PATCH /live/ad_videos/${id('ad1')}`;

  test('[B-AD-13] [B-AD-17] [B-AD-18] [B-API-4] remembers the search, has pages, a create button and the empty text', async () => {
    const { user, unmount } = open('/ad-videos/manage', {
      user: admin,
      replies: { 'GET /live/ad_videos': createList('adVideos', []) },
    });
    expect(await screen.findByText('No hay anuncios disponibles')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Subir Anuncio' })[0]?.getAttribute('href')).toBe('/ad-videos/create');
    await user.type(screen.getByRole('searchbox'), 'pan{Enter}');
    await waitFor(() => expect(callsTo('GET /live/ad_videos').at(-1)?.query.get('search')).toBe('pan'));
    unmount();
    open('/ad-videos/manage?page=2', { user: admin, replies: ads(ad(1)) });
    await row('Anuncio 1');
    const { query } = callsTo('GET /live/ad_videos').at(-1) ?? {};
    expect([query?.get('search'), query?.get('page')]).toEqual(['pan', '2']);
    expect(screen.getByRole('navigation', { name: /página/i })).toBeDefined();
  });

  test('[B-AD-14] [B-STATE-2] [B-API-7] shows badge, visibility, inline priority and the edit link', async () => {
    const { user } = open('/ad-videos/manage', {
      user: admin,
      replies: { ...ads(ad(1), ad(2, { status: 'STARTED' })), [patch]: { data: { adVideo: ad(1) } } },
    });
    const first = await row('Anuncio 1');
    expect(first.getByText('Finalizado')).toBeDefined();
    expect((await row('Anuncio 2')).getByText('Procesando')).toBeDefined();
    const waiting = screen.getByText('Anuncio 2').closest('li') as HTMLElement;
    expect(waiting.querySelector('.animate-spin')).not.toBeNull();
    expect(first.getByRole('link', { name: 'Anuncio 1' }).getAttribute('href')).toBe(`/ad-videos/manage/${id('ad1')}`);
    await user.click(first.getByRole('switch', { name: 'Anuncio 1: visible' }));
    await waitFor(() => expect(callsTo(patch).at(-1)?.body).toEqual({ visible: false }));
    const priority = first.getByRole('textbox', { name: 'Prioridad de Anuncio 1' });
    await user.clear(priority);
    await user.type(priority, '7{Enter}');
    await waitFor(() => expect(callsTo(patch).at(-1)?.body).toEqual({ emissionPriority: 7 }));
  });

  test.each([
    ['down from 1 gives none', 1, 'bajar', { emissionPriority: null }],
    ['up from none gives 2', null, 'subir', { emissionPriority: 2 }],
    ['down from none changes nothing', null, 'bajar', undefined],
    ['up from 3 gives 4', 3, 'subir', { emissionPriority: 4 }],
  ])('[B-AD-15] %s', async (_, emissionPriority, step, sent) => {
    const { user } = open('/ad-videos/manage', {
      user: admin,
      replies: { ...ads(ad(1, { emissionPriority })), [patch]: { data: { adVideo: ad(1) } } },
    });
    await user.click(await screen.findByRole('button', { name: `Prioridad de Anuncio 1: ${step}` }));
    if (sent) await waitFor(() => expect(callsTo(patch)[0]?.body).toEqual(sent));
    else expect(callsTo(patch)).toEqual([]);
  });

  test.each(['0', '-2', 'x', '1.5', ' '])('[B-AD-16] reverts an inline priority of «%s»', async (typed) => {
    const { user } = open('/ad-videos/manage', { user: admin, replies: ads(ad(1, { emissionPriority: 4 })) });
    const priority = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Prioridad de Anuncio 1' });
    await user.clear(priority);
    await user.type(priority, `${typed}{Enter}`);
    expect(priority.value).toBe('4');
    expect(callsTo(patch)).toEqual([]);
  });

  test("[B-AD-19] [B-PERM-2] [B-PERM-5] [B-AD-17] shows club staff their club's ads read-only", async () => {
    open('/ad-videos/manage', { user: staff, replies: ads(ad(1)) });
    const first = await row('Anuncio 1');
    expect(callsTo('GET /live/ad_videos')).toEqual([]);
    expect(screen.queryByRole('switch')).toBeNull();
    expect(first.queryByRole('button')).toBeNull();
    expect(first.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Subir Anuncio' })).toBeNull();
  });

  test('[B-AD-7] [B-PERM-5] redirects club staff from editing and uploading ads', async () => {
    const { unmount } = open(`/ad-videos/manage/${id('ad1')}`, { user: staff, replies: ads(ad(1)) });
    await waitFor(() => expect(address()).toBe('/ad-videos/manage'));
    unmount();
    open('/ad-videos/create', { user: staff });
    await waitFor(() => expect(address()).toBe('/vods/manage'));
  });
});

describe('uploading an ad', () => {
  const create = 'POST /live/ad_videos';
  const created: Replies = { [create]: { data: id('ad9'), upload: ticket }, ...uploading };

  test('[B-AD-1] [B-AD-2] [B-AD-4] [B-UI-2] requires title and file; defaults to priority 1 and visible', async () => {
    const { user } = open('/ad-videos/create', { user: admin });
    const title = await field('Título');
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Prioridad de emisión' })).toMatchObject({
      value: '1',
      min: '1',
    });
    expect(screen.getByRole('switch', { name: 'Anuncio visible' }).getAttribute('aria-checked')).toBe('true');
    await user.type(title, 'x');
    await user.clear(title);
    await user.tab();
    expect(await screen.findByText('El título del anuncio es requerido')).toBeDefined();
    fireEvent.change(screen.getByLabelText(/Archivo de video/), { target: { files: [] } });
    expect(await screen.findByText('El archivo de video es requerido')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subir Anuncio' }).disabled).toBe(true);
  });

  test.each([
    ['by its type', new File(['x'], 'spot.mov', { type: 'video/quicktime' })],
    ['by its content', new File(['<html></html>'], 'spot.mp4', { type: 'video/mp4' })],
  ])('[B-AD-3] [B-UI-6] rejects a file that is not MP4 %s before the upload', async (_, file) => {
    open('/ad-videos/create', { user: admin });
    fireEvent.change(await screen.findByLabelText(/Archivo de video/), { target: { files: [file] } });
    expect(await screen.findByText('El archivo debe ser un video MP4')).toBeDefined();
    expect(screen.queryByText(file.name)).toBeNull();
  });

  test('[B-AD-5] [B-AD-6] [B-API-3] creates the ad, then sends its clubs, then the file; then shows the list', async () => {
    const { user } = open('/ad-videos/create', {
      user: admin,
      replies: {
        ...created,
        'GET /live/clubs': createList('clubs', clubs.map(managedClub)),
        [`PUT /live/ad_videos/${id('ad9')}/clubs`]: {},
      },
    });
    await user.upload(await screen.findByLabelText(/Archivo de video/), spot());
    await waitFor(async () => expect((await field('Título')).value).toBe('spot otoño'));
    const priority = screen.getByRole('spinbutton', { name: 'Prioridad de emisión' });
    await user.clear(priority);
    await user.type(screen.getByRole('combobox', { name: 'Clubes' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await user.click(screen.getByRole('button', { name: 'Subir Anuncio' }));
    expect(await screen.findAllByText('Anuncio subido correctamente')).not.toHaveLength(0);
    expect(callsTo(create)[0]?.body).toMatchObject({ title: 'spot otoño', visible: true, emissionPriority: 1 });
    expect(callsTo(`PUT /live/ad_videos/${id('ad9')}/clubs`)[0]?.body).toEqual({ clubIds: [id('club')] });
    expect(requests.puts).toHaveLength(1);
    await waitFor(() => expect(address()).toBe('/ad-videos/manage'));
  });

  test('[B-AD-6] reports a failure', async () => {
    const { user } = open('/ad-videos/create', { user: admin, replies: { [create]: refusal } });
    await user.upload(await screen.findByLabelText(/Archivo de video/), spot());
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subir Anuncio' }).disabled).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Subir Anuncio' }));
    expect(await screen.findByText('Error al subir el anuncio')).toBeDefined();
  });
});

describe('editing an ad', () => {
  const path = `/ad-videos/manage/${id('ad1')}`;
  const get = `GET /live/ad_videos/${id('ad1')}`;
  const patch = `PATCH /live/ad_videos/${id('ad1')}`;
  const remove = `DELETE /live/ad_videos/${id('ad1')}`;
  const loaded = (more = {}): Replies => ({ [get]: { data: { adVideo: ad(1, more) } } });

  test('[B-AD-8] [B-AD-9] [B-AD-10] [B-UI-1] shows details; an empty priority means none', async () => {
    const { user } = open(path, { user: admin, replies: { ...loaded(), [patch]: { data: { adVideo: ad(1) } } } });
    expect((await field('Título')).value).toBe('Anuncio 1');
    expect(screen.getByText('12 MB')).toBeDefined();
    expect(screen.getByText('02/01/2026, 11:00')).toBeDefined();
    expect(screen.getByText('CD Sauce')).toBeDefined();
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Actualizar Anuncio' });
    expect(save.disabled).toBe(true);
    await user.clear(screen.getByRole('spinbutton', { name: 'Prioridad de emisión' }));
    expect(save.disabled).toBe(false);
    await user.click(save);
    expect(await screen.findByText('Anuncio actualizado correctamente')).toBeDefined();
    expect(callsTo(patch)[0]?.body).toEqual({ emissionPriority: null, version: 3 });
  });

  test("[B-AD-10] [B-UI-8] shows the server's message for a failed update, else its own text", async () => {
    let reply: object = refusal;
    const { user } = open(path, { user: admin, replies: { ...loaded(), [patch]: () => reply } });
    await user.type(await field('Título'), '!');
    await user.click(screen.getByRole('button', { name: 'Actualizar Anuncio' }));
    expect(await screen.findByText('Error al actualizar el anuncio')).toBeDefined();
    reply = errorAnswer('REQ4000', 'El texto contiene caracteres no permitidos');
    await user.click(screen.getByRole('button', { name: 'Actualizar Anuncio' }));
    expect(await screen.findByText('El texto contiene caracteres no permitidos')).toBeDefined();
  });

  test('[B-AD-11] [B-AD-12] [B-UI-10] [B-API-8] names the clubs and confirms before deleting', async () => {
    let reply: object = refusal;
    const { user } = open(path, {
      user: admin,
      replies: { ...loaded(), [remove]: () => reply, 'GET /live/ad_videos': createList('adVideos', []) },
    });
    const begin = async () => user.click(await screen.findByRole('button', { name: 'Eliminar anuncio' }));
    await begin();
    const named = within(screen.getByRole('list', { name: 'Clubes asociados' }));
    expect(named.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['CD Sauce', 'Atlético Norte']);
    await user.click(screen.getByRole('button', { name: 'Mejor no' }));
    expect(callsTo(remove)).toEqual([]);
    await begin();
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    expect(await screen.findByText('Error al eliminar el anuncio')).toBeDefined();
    reply = {};
    await begin();
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    expect(await screen.findByText('Anuncio eliminado correctamente')).toBeDefined();
    expect(address()).toBe('/ad-videos/manage');
  });

  test("does not silently overwrite another user's change", async () => {
    let server = ad(1);
    const { user } = open(path, {
      user: admin,
      replies: {
        [get]: () => ({ data: { adVideo: server } }),
        [patch]: ({ body }: { body: unknown }) =>
          (body as { version: number }).version === server.version
            ? { data: { adVideo: server } }
            : errorAnswer('REQ4090'),
      },
    });
    await user.type(await field('Título'), ' bis');
    server = ad(1, { title: 'De otra persona', version: 4 });
    await user.click(screen.getByRole('button', { name: 'Actualizar Anuncio' }));
    expect(await screen.findByText('Alguien ha cambiado estos datos mientras tanto')).toBeDefined();
    expect(callsTo(patch)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cargar los datos nuevos' }));
    await waitFor(async () => expect((await field('Título')).value).toBe('De otra persona'));
    await user.type(await field('Título'), '!');
    await user.click(screen.getByRole('button', { name: 'Actualizar Anuncio' }));
    expect(await screen.findByText('Anuncio actualizado correctamente')).toBeDefined();
    expect(callsTo(patch).at(-1)?.body).toEqual({ title: 'De otra persona!', version: 4 });
  });

  test("ignores another user's change of another field", async () => {
    let server = ad(1);
    const { user } = open(path, {
      user: admin,
      replies: {
        [get]: () => ({ data: { adVideo: server } }),
        [patch]: ({ body }: { body: unknown }) =>
          (body as { version: number }).version === server.version
            ? { data: { adVideo: server } }
            : errorAnswer('REQ4090'),
      },
    });
    await user.type(await field('Título'), ' bis');
    server = ad(1, { visible: false, version: 4 });
    await user.click(screen.getByRole('button', { name: 'Actualizar Anuncio' }));
    expect(await screen.findByText('Anuncio actualizado correctamente')).toBeDefined();
    expect(callsTo(patch).map((call) => call.body)).toEqual([
      { title: 'Anuncio 1 bis', version: 3 },
      { title: 'Anuncio 1 bis', version: 4 },
    ]);
  });

  test('asks before leaving with changes', async () => {
    const { user } = open(path, {
      user: admin,
      replies: { ...loaded(), 'GET /live/ad_videos': createList('adVideos', []) },
    });
    await user.type(await field('Título'), '!');
    await user.click(screen.getByRole('link', { name: 'Anuncios' }));
    expect(await screen.findByText('Hay cambios sin guardar', { selector: 'h2' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(address()).toBe(path);
    expect((await field('Título')).value).toBe('Anuncio 1!');
    await user.click(screen.getByRole('link', { name: 'Anuncios' }));
    await user.click(screen.getByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(address()).toBe('/ad-videos/manage'));
  });
});

describe('content', () => {
  const list = (...items: ManagedContent[]): Replies => ({
    'GET /live/content': createList('contentVideos', items),
    'GET /live/content/categories': { data: { categories } },
  });
  const path = `/content/manage/${id('c1')}`;
  const get = `GET /live/content/${id('c1')}`;
  const patch = `PATCH /live/content/${id('c1')}`;
  const loaded = (more = {}): Replies => ({ ...list(), [get]: { data: { contentVideo: video(1, more) } } });

  test('[B-CON-9] [B-CON-12] [B-CON-13] [B-API-38] has search, category, clubs, a create button and the empty text', async () => {
    const { user } = open('/content/manage', {
      user: admin,
      replies: { ...list(), 'GET /live/clubs': createList('clubs', clubs.map(managedClub)) },
    });
    expect(await screen.findByText('No hay contenido disponible')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Contenido' })).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Subir Contenido' })[0]?.getAttribute('href')).toBe('/content/create');
    const asked = () => callsTo('GET /live/content').at(-1)?.query;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'Resúmenes');
    await waitFor(() => expect(asked()?.get('categoryId')).toBe('2'));
    await user.type(screen.getByRole('combobox', { name: 'Filtrar por club' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await waitFor(() => expect(asked()?.getAll('clubIds[]')).toEqual([id('club')]));
    await user.type(screen.getByRole('searchbox'), 'derbi{Enter}');
    await waitFor(() => expect(asked()?.get('search')).toBe('derbi'));
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
    const first = await row('Entrevista 1');
    expect(['Finalizado', 'Entrevistas', 'CD Sauce'].every((text) => first.queryByText(text))).toBe(true);
    expect((await row('Entrevista 2')).getByText('En cola')).toBeDefined();
    await user.click(first.getByRole('button', { name: 'Orden de Entrevista 1: subir' }));
    await waitFor(() => expect(callsTo(patch)[0]?.body).toEqual({ renderOrder: 2 }));
    await user.click((await row('Entrevista 2')).getByRole('button', { name: 'Orden de Entrevista 2: bajar' }));
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
    const title = await field('Título');
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
      replies: { ...loaded(), [patch]: { data: { contentVideo: video(1) } } },
    });
    expect((await field('Título')).value).toBe('Entrevista 1');
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
      replies: { ...loaded(), [patch]: refusal, [`DELETE /live/content/${id('c1')}`]: refusal },
    });
    await user.type(await field('Título'), '!');
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    expect(await screen.findByText('Error al actualizar el contenido')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Eliminar contenido' }));
    expect(await screen.findByText('Error al eliminar el contenido')).toBeDefined();
  });

  test('[B-CON-7] [B-UI-10] [B-API-47] regenerates and deletes', async () => {
    const { user } = open(path, {
      user: admin,
      replies: {
        ...loaded(),
        [`PUT /live/content/${id('c1')}/segments`]: {},
        [`DELETE /live/content/${id('c1')}`]: {},
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Regenerar segmentos' }));
    expect(
      await screen.findByText('Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.'),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Eliminar contenido' }));
    expect(await screen.findByText('Contenido eliminado correctamente')).toBeDefined();
    expect(address()).toBe('/content/manage');
  });

  test('[B-CON-6] [B-UI-5] [B-API-46] uploads a new thumbnail with progress; failures have their texts', async () => {
    const { user } = open(path, { user: admin, replies: loaded() });
    const input = () => screen.findByLabelText<HTMLInputElement>('Miniatura');
    requests.answers = [500, 'lost', 'never', 200];
    await user.upload(await input(), png());
    expect(await screen.findByText('Error al subir la miniatura')).toBeDefined();
    await user.upload(await input(), png());
    expect(await screen.findByText('Error de red al subir la miniatura')).toBeDefined();
    await user.upload(await input(), png());
    expect(
      (await screen.findByRole('progressbar', { name: 'Subida de la miniatura' })).getAttribute('aria-valuenow'),
    ).toBe('50');
    await user.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    expect(await screen.findByText('Subida cancelada')).toBeDefined();
    await user.upload(await input(), png());
    await waitFor(() => expect(screen.queryByText('Subida cancelada')).toBeNull());
    expect(requests.forms.at(-1)).toEqual({
      key: `PATCH /live/content/${id('c1')}/thumbnail`,
      names: ['contentVideoThumbFile'],
    });
  });

  test('[B-PERM-1] redirects club staff', async () => {
    open('/content/manage', { user: staff });
    await waitFor(() => expect(address()).toBe('/vods/manage'));
  });
});

describe('pictures of videos and events', () => {
  test("[B-EV-8] [B-UI-5] [B-API-53] [B-API-62] replaces an event's picture with progress", async () => {
    const event = {
      id: id('event1'),
      title: 'Evento',
      summary: '',
      sport: 'SOCCER',
      thumbnail: null,
      scheduledStartDate: '2026-12-01T11:00:00.000Z',
      scheduledFinishDate: '2026-12-01T13:00:00.000Z',
      isPublic: false,
      visible: true,
      version: 7,
      clubs: [],
      vods: [],
    };
    const { user } = open(`/sportevents/manage/${id('event1')}`, {
      user: staff,
      replies: { [`GET /clubStaff/sportevents/${id('event1')}`]: { data: { sportEvent: event } } },
    });
    const input = await screen.findByLabelText('Miniatura');
    await anyFile.upload(input, new File(['x'], 'x.gif', { type: 'image/gif' }));
    expect(await screen.findByText('La miniatura debe ser un archivo PNG')).toBeDefined();
    requests.answers = ['lost'];
    await user.upload(input, png());
    expect(await screen.findByText('Error de conexión al subir la miniatura')).toBeDefined();
    expect(requests.forms).toEqual([
      { key: `POST /clubStaff/sportevents/${id('event1')}/thumbnail`, names: ['thumbFile'] },
    ]);
  });
});
