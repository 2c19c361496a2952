import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { sendFile } from '../../../web/features/recordings/uploads/multipart-upload.ts';
import { UploadDock } from '../../../web/features/recordings/uploads/upload-dock.tsx';
import { computeSecondsLeft, createSpeedMeter } from '../../../web/features/recordings/uploads/upload-speed.ts';
import { startUpload } from '../../../web/features/recordings/uploads/upload-store.ts';
import { formatTimeLeft } from '../../../web/lib/format.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { answer, calls, callsTo, createList, id, open, person } from '../support/app.tsx';
import { managedClub, managedEvent } from '../support/builders.ts';
import { mp4 } from '../support/files.ts';

const ticket = { id: id('upload'), partSize: 10, parts: 5, size: 45 };
const file = () => mp4('partido.mp4', 45);

/** The parts that S3 received, and its next answers: a status, or 'lost' for a broken connection. */
const s3 = { received: new Map<number, number>(), answers: [] as (number | 'lost' | 'never')[], puts: [] as string[] };

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  #url = '';

  open(_: string, url: string) {
    this.#url = url;
  }

  send(part: Blob) {
    const next = s3.answers.shift() ?? 200;
    const number = Number(new URL(this.#url).searchParams.get('partNumber'));
    s3.puts.push(this.#url);
    queueMicrotask(() => {
      this.upload.onprogress?.({ loaded: part.size });
      if (next === 'never') return;
      if (next === 'lost') return this.onerror?.();
      this.status = next;
      if (next === 200) s3.received.set(number, part.size);
      this.onload?.();
    });
  }

  abort() {
    this.onabort?.();
  }
}

const uploadCalls = {
  [`GET /uploads/${ticket.id}`]: () => ({
    data: {
      upload: {
        ...ticket,
        fileName: 'partido.mp4',
        received: [...s3.received].map(([part, size]) => ({ part, size })),
      },
    },
  }),
  [`POST /uploads/${ticket.id}/parts`]: ({ body }: { body: unknown }) => ({
    data: {
      urls: (body as { parts: number[] }).parts.map((part) => ({
        part,
        url: `https://s3.test/x?partNumber=${part}&round=${callsTo(`POST /uploads/${ticket.id}/parts`).length}`,
      })),
    },
  }),
  [`POST /uploads/${ticket.id}/complete`]: () =>
    s3.received.size === ticket.parts ? {} : errorAnswer('UPL4000', 'Faltan partes'),
  [`DELETE /uploads/${ticket.id}`]: {},
};

beforeEach(() => {
  s3.received.clear();
  s3.answers = [];
  s3.puts = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

const send = (received: number[] = [], signal = new AbortController().signal) => {
  const progress: { sent: number; offline: boolean }[] = [];
  const done = sendFile(file(), ticket, received, (step) => progress.push(step), signal);
  return { done, progress };
};
const parts = () => [...s3.received.keys()].sort((a, b) => a - b);

describe('sending a file in parts', () => {
  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    answer(uploadCalls);
  });

  test('[B-VOD-5] sends all parts with progress and completes the upload', async () => {
    const { done, progress } = send();
    await done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect([...s3.received.values()].reduce((sum, size) => sum + size)).toBe(45);
    expect(progress.at(-1)).toEqual({ sent: 45, offline: false });
    expect(calls.at(-1)?.key).toBe(`POST /uploads/${ticket.id}/complete`);
    expect(callsTo(`POST /uploads/${ticket.id}/parts`)).toHaveLength(1);
  });

  test('[B-VOD-5] does not resend stored parts', async () => {
    s3.received.set(1, 10).set(3, 10).set(5, 5);
    const { done, progress } = send([1, 3, 5]);
    await done;
    expect(s3.puts).toHaveLength(2);
    expect(progress[0]?.sent).toBe(25);
  });

  test('[B-VOD-5] survives a lost connection and a busy server', async () => {
    vi.useFakeTimers();
    s3.answers = ['lost', 503, 200, 'lost'];
    const { done, progress } = send();
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect(progress.some((step) => step.offline)).toBe(true);
  });

  test('re-signs an expired address', async () => {
    vi.useFakeTimers();
    s3.answers = [403];
    const { done } = send();
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect(s3.puts.at(-1)).toContain('round=2');
  });

  test('resends parts that the server misses at the end', async () => {
    const complete = uploadCalls[`POST /uploads/${ticket.id}/complete`];
    let first = true;
    answer({
      ...uploadCalls,
      [`POST /uploads/${ticket.id}/complete`]: () => {
        if (first) s3.received.delete(2);
        first = false;
        return (complete as () => object)();
      },
    });
    await send().done;
    expect(parts()).toEqual([1, 2, 3, 4, 5]);
    expect(s3.puts).toHaveLength(6);
  });

  test("fails with the server's text if the server dropped the upload", async () => {
    answer({ [`POST /uploads/${ticket.id}/parts`]: errorAnswer('UPL4040', 'Subida no encontrada') });
    await expect(send().done).rejects.toThrow('Subida no encontrada');
  });

  test('stops at once on abort', async () => {
    s3.answers = ['never', 'never', 'never', 'never'];
    const controller = new AbortController();
    const { done } = send([], controller.signal);
    const outcome = expect(done).rejects.toThrow('Subida cancelada');
    await vi.waitFor(() => expect(s3.puts).toHaveLength(4), 10_000);
    controller.abort(new DOMException('Subida cancelada', 'AbortError'));
    await outcome;
  });
});

describe('the upload page', () => {
  test('[B-VOD-6] [B-VOD-12] [B-UI-3] sends the description first, then the file, under an overlay', async () => {
    const { user } = open('/vods/create', {
      user: person('ADMIN'),
      replies: {
        ...uploadCalls,
        'POST /live/vods': { data: id('vod'), upload: ticket },
        [`PUT /live/vods/${id('vod')}/clubs`]: {},
        'GET /live/clubs': createList('clubs', [managedClub()]),
      },
    });
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    s3.answers = ['never', 'never', 'never', 'never'];
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
  const progress = (dock: ReturnType<typeof within>, title: string) =>
    dock.getByRole('progressbar', { name: `Subida de ${title}` }).getAttribute('aria-valuenow');

  test('[B-VOD-5] pauses and resumes several uploads independently, without resending parts', async () => {
    s3.answers = [200, 200, 'never', 'never', 'never', 'never', 'never', 'never', 'never'];
    const { user, dock } = await openDock();
    expect(dock.getByText('Subiendo 2 videos')).toBeDefined();
    await waitFor(() => expect(s3.puts.length).toBeGreaterThanOrEqual(9));
    await user.click(dock.getByRole('button', { name: 'Pausar la subida de Cadete' }));
    expect(dock.getByText('En pausa. Lo que ya se ha subido se conserva.')).toBeDefined();
    expect(dock.getByText('Subiendo 1 video')).toBeDefined();
    expect(progress(dock, 'Infantil')).not.toBeNull();

    s3.answers = [];
    const before = s3.puts.length;
    const arrived = s3.received.size;
    await user.click(dock.getByRole('button', { name: 'Reanudar la subida de Cadete' }));
    await waitFor(() => expect(dock.getByText('Video subido correctamente')).toBeDefined());
    expect(s3.puts.length - before).toBe(ticket.parts - arrived);

    await user.click(dock.getByRole('button', { name: 'Quitar de la lista' }));
    await user.click(dock.getByRole('button', { name: 'Cancelar la subida de Infantil' }));
    await user.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Subidas' })).toBeNull());
  });

  test('[B-VOD-5] keeps the file after a failure, so that one click retries', async () => {
    s3.answers = [404];
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

test('[B-VOD-5] shows speed and time left from the last seconds', () => {
  const pace = createSpeedMeter();
  pace.note(0, 0);
  pace.note(500_000, 500);
  expect(pace.speed).toBeUndefined();
  pace.note(4_000_000, 2000);
  expect(pace.speed).toBe(2_000_000);
  pace.note(5_000_000, 20_000);
  expect(pace.speed).toBe(2_000_000);
  pace.note(9_000_000, 24_000);
  expect(pace.speed).toBe(1_000_000);
  // A lost part reduces the total: the measurement restarts.
  pace.note(8_000_000, 25_000);
  pace.note(8_300_000, 28_000);
  expect(pace.speed).toBe(100_000);
  expect(computeSecondsLeft(300_000, pace.speed)).toBe(3);
  expect(computeSecondsLeft(300_000, 0)).toBeUndefined();
  expect([20, 70, 480, 4800, 90_000].map(formatTimeLeft)).toEqual([
    'queda menos de un minuto',
    'queda 1 min',
    'quedan 8 min',
    'quedan 1 h 20 min',
    'queda más de un día',
  ]);
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
    s3.received.set(1, 10).set(2, 10);
    const { user, dock } = await reload();
    const input = dock.getByLabelText('Elegir archivo y continuar');
    await user.upload(input, new File(['x'], 'otro.mp4', { type: 'video/mp4' }));
    expect(dock.getByText(/no es el mismo archivo/)).toBeDefined();
    expect(s3.puts).toEqual([]);
    await user.upload(input, file());
    await waitFor(() => expect(dock.getByText('Video subido correctamente')).toBeDefined());
    expect(s3.puts).toHaveLength(3);
    expect(JSON.parse(localStorage.getItem('cantera:uploads') ?? '[]')).toEqual([]);
  });

  test('[B-UI-5] asks before cancelling and informs the server', async () => {
    const { user, dock } = await reload();
    await user.click(dock.getByRole('button', { name: 'Cancelar la subida de Final' }));
    await user.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    await waitFor(() => expect(callsTo(`DELETE /uploads/${ticket.id}`)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Subidas' })).toBeNull();
  });
});
