import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { UploadDock } from '../../../web/features/recordings/uploads/upload-dock.tsx';
import { pauseUpload, resumeUpload, startUpload } from '../../../web/features/recordings/uploads/upload-store.ts';
import { describeThumbnailError, sendForm } from '../../../web/lib/send-form.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { answer, callsTo, createList, id, open, person } from '../support/app.tsx';
import { managedClub, managedEvent } from '../support/builders.ts';
import { installFakeRequests, requests } from '../support/fake-request.ts';
import { png, removeCard } from '../support/files.ts';
import { file, ticket, uploadCalls } from './upload-calls.ts';

installFakeRequests();

describe('the upload page', () => {
  test('[B-VOD-6] [B-VOD-12] [B-UI-3] sends the description first, then the file, under an overlay', async () => {
    const { user } = open('/vods/create', {
      user: person('ADMIN'),
      replies: {
        ...uploadCalls,
        'POST /live/vods': { data: id('vod'), upload: ticket },
        'GET /live/clubs': createList('clubs', [managedClub()]),
      },
    });
    requests.answers = ['never', 'never', 'never', 'never'];
    await user.upload(await screen.findByLabelText(/Archivo de video/), file());
    await user.type(screen.getByRole('combobox', { name: 'Clubes' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await user.click(screen.getByRole('button', { name: 'Subir Video' }));
    const overlay = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(overlay.getByText('88 %')).toBeDefined());
    expect(callsTo('POST /live/vods')[0]?.body).toEqual({
      title: 'partido',
      summary: '',
      sport: 'SOCCER',
      visible: false,
      sportEventId: null,
      file: { name: 'partido.mp4', size: 45, type: 'video/mp4' },
    });
    expect(callsTo(`PUT /live/vods/${id('vod')}/clubs`)[0]?.body).toEqual({ clubIds: [id('club')] });

    const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(mayLeave()).toBe(false);

    await user.click(overlay.getByRole('button', { name: 'Seguir en segundo plano' }));
    const dock = within(await screen.findByRole('region', { name: 'Subidas' }));
    await user.click(dock.getByRole('button', { name: 'Cancelar la subida de partido' }));
    await act(() => user.click(screen.getByRole('button', { name: 'Cancelar la subida' })));
    await waitFor(() => expect(mayLeave()).toBe(true));
  });

  test("proposes the event's title until the user has typed one", async () => {
    const derby = managedEvent(1, { title: 'Derbi de cadetes' });
    const final = managedEvent(2, { title: 'Final de copa' });
    const one = (event: ManagedEvent) => ({ data: { sportEvent: event } });
    const { user } = open('/vods/create', {
      user: person('ADMIN'),
      replies: {
        'GET /live/sportevents': createList('sportEvents', [derby, final]),
        [`GET /live/sportevents/${derby.id}`]: one(derby),
        [`GET /live/sportevents/${final.id}`]: one(final),
      },
    });
    await user.upload(await screen.findByLabelText(/Archivo de video/), file());
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Título' });
    await waitFor(() => expect(title.value).toBe('partido'));
    const choose = async (name: RegExp) => {
      const option = await screen.findByRole('option', { name });
      await user.selectOptions(screen.getByRole('combobox', { name: 'Evento deportivo' }), option);
    };
    await choose(/^Derbi/);
    await waitFor(() => expect(title.value).toBe('Derbi de cadetes'));
    await choose(/^Final/);
    await waitFor(() => expect(title.value).toBe('Final de copa'));
    await user.type(title, ', segunda parte');
    await choose(/^Derbi/);
    await waitFor(() => expect(callsTo(`GET /live/sportevents/${derby.id}`).length).toBeGreaterThan(0));
    expect(title.value).toBe('Final de copa, segunda parte');
  });

  test('[B-VOD-5] shows why an upload was rejected', async () => {
    const { user } = open('/vods/create', {
      user: person('ADMIN'),
      replies: { 'POST /live/vods': errorAnswer('REQ4000', 'El archivo supera el máximo de 20 GB') },
    });
    await user.upload(await screen.findByLabelText(/Archivo de video/), file());
    await user.click(screen.getByRole('button', { name: 'Subir Video' }));
    expect(await screen.findByText('El archivo supera el máximo de 20 GB')).toBeDefined();
  });
});

describe('the upload dock', () => {
  const second = { ...ticket, id: id('second') };
  const both = {
    ...uploadCalls,
    ...Object.fromEntries(
      Object.entries(uploadCalls).map(([key, reply]) => [key.replace(ticket.id, second.id), reply]),
    ),
  };

  async function openDock() {
    answer(both);
    render(
      <MemoryRouter>
        <UploadDock />
      </MemoryRouter>,
    );
    const item = { kind: 'vods' as const, itemId: id('vod') };
    // Both promises reject, because the uploads are paused or cancelled here.
    startUpload(file(), ticket, { ...item, title: 'Cadete' }).catch(() => undefined);
    startUpload(file(), second, { ...item, title: 'Infantil' }).catch(() => undefined);
    return { user: userEvent.setup(), dock: within(await screen.findByRole('region', { name: 'Subidas' })) };
  }
  async function emptyDock(user: ReturnType<typeof userEvent.setup>, dock: ReturnType<typeof within>) {
    for (const button of dock.queryAllByRole('button', { name: 'Quitar de la lista' })) await user.click(button);
    for (const button of screen.queryAllByRole('button', { name: /^Cancelar la subida de/ })) {
      await user.click(button);
      await user.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    }
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Subidas' })).toBeNull());
  }
  const progress = (dock: ReturnType<typeof within>, title: string) =>
    dock.getByRole('progressbar', { name: `Subida de ${title}` }).getAttribute('aria-valuenow');

  test('[B-VOD-5] pauses and resumes several uploads independently, without resending parts', async () => {
    requests.answers = [200, 200, 'never', 'never', 'never', 'never', 'never', 'never', 'never'];
    const { user, dock } = await openDock();
    expect(dock.getByText('Subiendo 2 videos')).toBeDefined();
    await waitFor(() => expect(requests.puts.length).toBeGreaterThanOrEqual(9));
    await user.click(dock.getByRole('button', { name: 'Pausar la subida de Cadete' }));
    expect(dock.getByText('En pausa. Lo que ya se ha subido se conserva.')).toBeDefined();
    expect(dock.getByText('Subiendo 1 video')).toBeDefined();
    expect(progress(dock, 'Infantil')).not.toBeNull();

    requests.answers = [];
    const before = requests.puts.length;
    const arrived = requests.received.size;
    await user.click(dock.getByRole('button', { name: 'Reanudar la subida de Cadete' }));
    await waitFor(() => expect(dock.getByText('Video subido correctamente')).toBeDefined());
    expect(requests.puts.length - before).toBe(ticket.parts - arrived);

    await emptyDock(user, dock);
  });

  test('[B-VOD-5] stays paused when paused while it asks for the parts that are there', async () => {
    requests.answers = Array(8).fill('never');
    const { user, dock } = await openDock();
    await waitFor(() => expect(requests.puts).toHaveLength(8));
    await user.click(dock.getByRole('button', { name: 'Pausar la subida de Cadete' }));
    const { promise, resolve } = Promise.withResolvers<void>();
    const upload = uploadCalls[`GET /uploads/${ticket.id}`] as () => object;
    answer({ ...both, [`GET /uploads/${ticket.id}`]: () => promise.then(upload) });
    await user.click(dock.getByRole('button', { name: 'Reanudar la subida de Cadete' }));
    await user.click(await dock.findByRole('button', { name: 'Pausar la subida de Cadete' }));
    await act(async () => resolve());
    expect(dock.getByText('En pausa. Lo que ya se ha subido se conserva.')).toBeDefined();
    expect(requests.puts).toHaveLength(8);
    await emptyDock(user, dock);
  });

  test('[B-VOD-5] resumes while the paused parts are still ending', async () => {
    requests.answers = Array(8).fill('never');
    const { user, dock } = await openDock();
    await waitFor(() => expect(requests.puts).toHaveLength(8));
    await act(async () => {
      pauseUpload(ticket.id);
      await Promise.all([resumeUpload(ticket.id), resumeUpload(ticket.id)]);
    });
    expect(dock.getByText('Video subido correctamente')).toBeDefined();
    expect(requests.puts).toHaveLength(8 + ticket.parts);
    await emptyDock(user, dock);
  });

  test('[B-VOD-5] keeps the file after a failure, so that one click retries', async () => {
    requests.answers = [404];
    const { user, dock } = await openDock();
    await waitFor(() => expect(dock.getByText('El almacén respondió con el estado 404')).toBeDefined());
    await user.click(dock.getByRole('button', { name: /Reanudar la subida/ }));
    await waitFor(() => expect(dock.getAllByText('Video subido correctamente')).toHaveLength(2));
    await user.click(dock.getByRole('button', { name: /Subidas \(2\)/ }));
    expect(dock.queryByRole('article')).toBeNull();
    await user.click(dock.getByRole('button', { name: /Subidas \(2\)/ }));
    for (const button of dock.getAllByRole('button', { name: 'Quitar de la lista' })) await user.click(button);
  });
});

test('[B-VOD-5] asks for the file again when it cannot be read any more, and continues with the parts that are there', async () => {
  requests.answers = [200, 'lost'];
  answer(uploadCalls);
  render(
    <MemoryRouter>
      <UploadDock />
    </MemoryRouter>,
  );
  const item = { kind: 'vods' as const, itemId: id('vod'), title: 'Cadete' };
  const upload = startUpload(removeCard(file()), ticket, item);
  await expect(upload).rejects.toMatchObject({
    text: { markup: 'El archivo ha cambiado o ya no está: vuelve a elegirlo' },
  });
  const dock = within(await screen.findByRole('region', { name: 'Subidas' }));
  expect(await dock.findByText('El archivo ha cambiado o ya no está: vuelve a elegirlo')).toBeDefined();
  expect(dock.getByText('Al elegir «partido.mp4», la subida continuará donde estaba.')).toBeDefined();
  requests.answers = [];
  const [before, stored] = [requests.puts.length, requests.received.size];
  await userEvent.setup().upload(dock.getByLabelText('Elegir archivo y continuar'), file());
  await waitFor(() => expect(dock.getByText('Video subido correctamente')).toBeDefined());
  expect(stored).toBeGreaterThan(0);
  expect(requests.puts.length - before).toBe(ticket.parts - stored);
  await userEvent.setup().click(dock.getByRole('button', { name: 'Quitar de la lista' }));
});

test('[B-UI-8] blames a picture that cannot be read any more, not the connection', async () => {
  requests.answers = ['lost'];
  const form = new FormData();
  form.set('thumbnail', png());
  vi.spyOn(form, 'values').mockReturnValue([removeCard(png())].values() as ReturnType<FormData['values']>);
  const failure = await sendForm('POST /live/vods/{id}/thumbnail', { id: id('vod') }, form, () => undefined).catch(
    describeThumbnailError,
  );
  expect(failure).toMatchObject({ markup: 'El archivo ha cambiado o ya no está: vuelve a elegirlo' });
});

// Last, because reloading the app duplicates its modules.
describe('an upload interrupted by a reload', () => {
  const stored = {
    id: ticket.id,
    ticket,
    kind: 'vods',
    itemId: id('vod'),
    title: 'Final',
    fileName: 'partido.mp4',
    lastModified: 1,
    sent: 20,
  };

  /** Loads the app again, as a browser does; the store reads the data of the previous page. */
  async function reload() {
    localStorage.setItem('cantera:uploads', JSON.stringify([{ ...stored, state: 'sending' }, { nonsense: true }]));
    vi.resetModules();
    const { UploadDock } = await import('../../../web/features/recordings/uploads/upload-dock.tsx');
    const { MemoryRouter } = await import('react-router-dom');
    const { render } = await import('@testing-library/react');
    const { userEvent } = await import('@testing-library/user-event');
    answer(uploadCalls);
    render(
      <MemoryRouter>
        <UploadDock />
      </MemoryRouter>,
    );
    return { user: userEvent.setup(), dock: within(await screen.findByRole('region', { name: 'Subidas' })) };
  }

  test('[B-VOD-5] is remembered and resumes when the same file is chosen', async () => {
    requests.received.set(1, 10).set(2, 10);
    const { user, dock } = await reload();
    const input = dock.getByLabelText('Elegir archivo y continuar');
    await user.upload(input, new File(['x'], 'otro.mp4', { type: 'video/mp4' }));
    expect(dock.getByText(/no es el mismo archivo/)).toBeDefined();
    expect(requests.puts).toEqual([]);
    await user.upload(input, file());
    await waitFor(() => expect(dock.getByText('Video subido correctamente')).toBeDefined());
    expect(requests.puts).toHaveLength(3);
    expect(JSON.parse(localStorage.getItem('cantera:uploads') ?? '[]')).toEqual([]);
  });

  test('[B-UI-5] asks before cancelling and informs the server', async () => {
    const { user, dock } = await reload();
    await user.click(dock.getByRole('button', { name: 'Cancelar la subida de Final' }));
    await user.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    await waitFor(() => expect(callsTo(`DELETE /uploads/${ticket.id}`)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Subidas' })).toBeNull();
  });

  test('[B-VOD-5] belongs to the other tab that has its file, until that tab has ended', async () => {
    const other = createLocks();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: other }));
    const kill = other.hold(`cantera:upload:${ticket.id}`);
    const { dock } = await reload();
    expect(dock.getByText(/^En marcha en otra pestaña/)).toBeDefined();
    expect(dock.queryByLabelText('Elegir archivo y continuar')).toBeNull();
    expect(dock.queryByRole('button', { name: /Cancelar/ })).toBeNull();
    kill();
    expect(await dock.findByLabelText('Elegir archivo y continuar')).toBeDefined();
  });

  test('[B-VOD-5] disappears when the other tab has sent it', async () => {
    const other = createLocks();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: other }));
    other.hold(`cantera:upload:${ticket.id}`);
    await reload();
    localStorage.setItem('cantera:uploads', '[]');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'cantera:uploads' })));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Subidas' })).toBeNull());
  });
});

/** Locks of a browser, as far as uploads use them: exclusive ones, in the order of the requests. */
function createLocks() {
  const held = new Map<string, Promise<unknown>>();
  const request = async (name: string, _: LockOptions, use: () => unknown) => {
    await held.get(name);
    const used = Promise.resolve(use());
    held.set(name, used);
    return used;
  };
  const hold = (name: string) => {
    let release = () => {};
    held.set(name, new Promise<void>((resolve) => (release = resolve)));
    return () => release();
  };
  return { request, hold };
}
