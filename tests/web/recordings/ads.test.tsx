/** The back office's ads: list, upload form and edit page. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AdVideo } from '../../../shared/contract/ads.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { address, admin, callsTo, createList, id, open, type Replies, staff } from '../support/app.tsx';
import { findField, findRow, refusal, ticket, uploading } from '../support/back-office.ts';
import { adVideo, managedClub } from '../support/builders.ts';
import { installFakeRequests, requests } from '../support/fake-request.ts';
import { mp4 } from '../support/files.ts';

const clubs = [
  { id: id('club'), name: 'CD Sauce' },
  { id: id('other'), name: 'Atlético Norte' },
];
const ad = (n: number, more: Partial<AdVideo> = {}) =>
  adVideo(n, { emissionPriority: 1, size: 12_000_000, clubs, ...more });
const spot = () => mp4('spot_otoño.mp4');

installFakeRequests();

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
    await findRow('Anuncio 1');
    const { query } = callsTo('GET /live/ad_videos').at(-1) ?? {};
    expect([query?.get('search'), query?.get('page')]).toEqual(['pan', '2']);
    expect(screen.getByRole('navigation', { name: /página/i })).toBeDefined();
  });

  test('[B-AD-14] [B-STATE-2] [B-API-7] shows badge, visibility, inline priority and the edit link', async () => {
    const { user } = open('/ad-videos/manage', {
      user: admin,
      replies: { ...ads(ad(1), ad(2, { status: 'STARTED' })), [patch]: { data: { adVideo: ad(1) } } },
    });
    const first = await findRow('Anuncio 1');
    expect(first.getByText('Finalizado')).toBeDefined();
    expect((await findRow('Anuncio 2')).getByText('Procesando')).toBeDefined();
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

  test('shows the last of two quick changes, and keeps a number that is being typed', async () => {
    let stored: number | null = 1;
    const answers: (() => void)[] = [];
    const { user } = open('/ad-videos/manage', {
      user: admin,
      replies: {
        'GET /live/ad_videos': () => createList('adVideos', [ad(1, { emissionPriority: stored })]) as never,
        [patch]: ({ body }) =>
          new Promise((resolve) =>
            answers.push(() => {
              stored = (body as { emissionPriority: number | null }).emissionPriority;
              resolve({ data: { adVideo: ad(1) } });
            }),
          ),
      },
    });
    const step = async (name: string) => user.click(await screen.findByRole('button', { name }));
    const priority = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Prioridad de Anuncio 1' });
    await step('Prioridad de Anuncio 1: bajar');
    await waitFor(() => expect(priority.value).toBe(''));
    await step('Prioridad de Anuncio 1: subir');
    await waitFor(() => expect(priority.value).toBe('2'));
    await user.clear(priority);
    await user.type(priority, '7');
    await waitFor(() => expect(answers).toHaveLength(1));
    await act(async () => answers[0]?.());
    // The second change is sent once the first is stored; until the server confirms it, no answer undoes it.
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(priority.value).toBe('7');
    await user.keyboard('{Escape}');
    expect(priority.value).toBe('2');
    await act(async () => answers[1]?.());
    await waitFor(() => expect(callsTo('GET /live/ad_videos')).toHaveLength(2));
    expect([priority.value, stored]).toEqual(['2', 2]);
  });

  test("[B-AD-19] [B-PERM-2] [B-PERM-5] [B-AD-17] shows club staff their club's ads read-only", async () => {
    open('/ad-videos/manage', { user: staff, replies: ads(ad(1)) });
    const first = await findRow('Anuncio 1');
    expect(callsTo('GET /live/ad_videos')).toEqual([]);
    expect(screen.queryByRole('switch')).toBeNull();
    expect(first.queryByRole('button')).toBeNull();
    expect(first.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Subir Anuncio' })).toBeNull();
  });

  test('[B-AD-7] [B-PERM-5] redirects club staff from editing ads', async () => {
    open(`/ad-videos/manage/${id('ad1')}`, { user: staff, replies: ads(ad(1)) });
    await waitFor(() => expect(address()).toBe('/ad-videos/manage'));
  });
});

describe('uploading an ad', () => {
  const create = 'POST /live/ad_videos';
  const created: Replies = { [create]: { data: id('ad9'), upload: ticket }, ...uploading };

  test('[B-AD-1] [B-AD-2] [B-AD-4] [B-UI-2] requires title and file; defaults to priority 1 and visible', async () => {
    const { user } = open('/ad-videos/create', { user: admin });
    const title = await findField('Título');
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
      replies: { ...created, 'GET /live/clubs': createList('clubs', clubs.map(managedClub)) },
    });
    await user.upload(await screen.findByLabelText(/Archivo de video/), spot());
    await waitFor(async () => expect((await findField('Título')).value).toBe('spot otoño'));
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
  const replyWithAd = (more = {}): Replies => ({ [get]: { data: { adVideo: ad(1, more) } } });

  test('[B-AD-8] [B-AD-9] [B-AD-10] [B-UI-1] shows details; an empty priority means none', async () => {
    const { user } = open(path, { user: admin, replies: { ...replyWithAd(), [patch]: { data: { adVideo: ad(1) } } } });
    expect((await findField('Título')).value).toBe('Anuncio 1');
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
    const { user } = open(path, { user: admin, replies: { ...replyWithAd(), [patch]: () => reply } });
    await user.type(await findField('Título'), '!');
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
      replies: { ...replyWithAd(), [remove]: () => reply, 'GET /live/ad_videos': createList('adVideos', []) },
    });
    const begin = async () => user.click(await screen.findByRole('button', { name: 'Eliminar anuncio' }));
    await begin();
    const named = within(screen.getByRole('region', { name: 'Clubes asociados' }));
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
    await user.type(await findField('Título'), ' bis');
    server = ad(1, { visible: false, version: 4 });
    await user.click(screen.getByRole('button', { name: 'Actualizar Anuncio' }));
    expect(await screen.findByText('Anuncio actualizado correctamente')).toBeDefined();
    expect(callsTo(patch).map((call) => call.body)).toEqual([
      { title: 'Anuncio 1 bis', version: 3 },
      { title: 'Anuncio 1 bis', version: 4 },
    ]);
  });
});
