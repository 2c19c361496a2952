import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AwaitingVideo, Today, TodayMatch, TodayVideo } from '../../../shared/contract/today.ts';
import { findNextStep } from '../../../web/features/broadcast/today/next-step.ts';
import { admin, callsTo, id, open, type Replies, staff } from '../support/app.tsx';
import { club, managedEvent, managedVod } from '../support/builders.ts';

const minute = 60_000;
const now = Date.now();
const inMinutes = (minutes: number) => new Date(now + minutes * minute).toISOString();
const running = { scheduledStartDate: inMinutes(-20), scheduledFinishDate: inMinutes(70) };
const ahead = { scheduledStartDate: inMinutes(60), scheduledFinishDate: inMinutes(150) };
const over = { scheduledStartDate: inMinutes(-200), scheduledFinishDate: inMinutes(-100), state: 'FINISHED' as const };
const none = { items: [], total: 0 };

const video = (more: Partial<TodayVideo> = {}): TodayVideo => ({
  kind: 'vods',
  id: id('vod1'),
  title: 'CD Sauce – Atlético',
  status: 'FINISHED',
  visible: false,
  progress: null,
  failure: null,
  awaitsPublication: true,
  ...more,
});

const awaiting = (more: Partial<AwaitingVideo> = {}): AwaitingVideo => ({
  ...video(),
  thumbnail: '/media/poster.jpg',
  sport: 'SOCCER',
  duration: 5525,
  dateCreated: '2026-03-07T17:32:00.000Z',
  clubs: [club()],
  isBroadcast: true,
  ...more,
});

function match(more: Partial<TodayMatch> = {}): TodayMatch {
  const { vods: _, summary: __, ...event } = managedEvent(1);
  return { ...event, desk: 'NOBODY', cameras: [], feeds: [], light: null, videos: [], ...more };
}

const camera = {
  id: id('cam'),
  kind: 'camera',
  slug: 'campo-1',
  isOnAir: true,
  time: { isEnforced: false, isOpen: true, until: null },
} as const;
const good = { level: 'good', text: 'No tienes que hacer nada.' } as const;
const choppy = { level: 'choppy', text: 'Pon el intervalo de fotogramas clave en 2 s' } as const;
const silent = { level: 'none', text: 'La cámara no está emitiendo.' } as const;

const todayData: Today = {
  matches: [],
  next: null,
  strays: [],
  publications: none,
  processing: none,
  failures: none,
  failedBroadcasts: [],
  matters: { total: 0, deadline: null },
  edge: null,
};

const today = (more: Partial<Today> = {}): Replies => ({ 'GET /live/today': { data: { ...todayData, ...more } } });

describe('[F-DESK-1] the next action of a match', () => {
  const filmed = { cameras: [camera], light: good };
  test.each<[string, Partial<TodayMatch>, string]>([
    ['without a camera', ahead, 'Asignar una cámara'],
    ['whose camera is off before it begins', { ...ahead, cameras: [camera], light: silent }, 'SCORER_LINK'],
    ['whose camera lost its signal', { ...running, cameras: [camera], light: silent }, 'Ver la cámara'],
    ['whose camera stutters', { ...running, cameras: [camera], light: choppy }, 'Ver la cámara'],
    ['without a scorer', { ...running, ...filmed }, 'SCORER_LINK'],
    ['with a scorer', { ...running, ...filmed, desk: 'RUNNING' }, 'Abrir la mesa'],
    ['that is over, without a video', over, 'Subir el video'],
    ['that is over, with a recording to publish', { ...over, videos: [video()] }, 'PUBLISH'],
    [
      'whose recording failed',
      { ...over, videos: [video({ status: 'FAILED', awaitsPublication: false })] },
      'Ver el error',
    ],
    [
      'whose recording is published',
      { ...over, videos: [video({ visible: true, awaitsPublication: false })] },
      'Ver el video',
    ],
    [
      'that is postponed',
      { ...ahead, state: 'POSTPONED', postponedFrom: ahead.scheduledStartDate },
      'Poner nueva fecha',
    ],
  ])('is chosen for one %s', (_name, more, expected) => {
    const step = findNextStep(match(more), false, now);
    expect('text' in step ? step.text : step.kind).toBe(expected);
  });

  test('is neither a camera nor a publication if the user is club staff', () => {
    const steps = [ahead, { ...running, ...filmed, light: choppy }, { ...over, videos: [video()] }];
    expect(steps.map((more) => findNextStep(match(more), true, now).kind)).toEqual([
      'SCORER_LINK',
      'SCORER_LINK',
      'OPEN',
    ]);
  });
});

describe('[F-CAM-1] the airtime on Hoy', () => {
  const enforced = { isEnforced: true, isOpen: false, until: null };
  const answer = (cameras: TodayMatch['cameras'], strays: Today['strays'] = []): Replies => ({
    'GET /clubStaff/today': { data: { ...todayData, matches: [match({ ...running, cameras, light: good })], strays } },
  });

  test('lets club staff open it with one tap, and says until when', async () => {
    let time: TodayMatch['cameras'][number]['time'] = enforced;
    const { user } = open('/hoy', {
      user: staff,
      replies: {
        'GET /clubStaff/today': () => answer([{ ...camera, time }])['GET /clubStaff/today'] as never,
        [`POST /live/cameras/${camera.id}/time`]: () => {
          time = { isEnforced: true, isOpen: true, until: inMinutes(90) };
          return { data: { time: { ...time, opensAt: null, byHand: true, text: '' } } };
        },
      },
    });
    expect(await screen.findByText('Solo la ves tú')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Emitir ahora: / }));
    expect(await screen.findByText(/^Se emite hasta las /)).toBeDefined();
    expect(screen.queryByRole('button', { name: /emitiendo|Emitir/ })).toBeNull();
  });

  test('offers to go on shortly before its end, and names cameras out of their time', async () => {
    const endsSoon = { isEnforced: true, isOpen: true, until: inMinutes(5) };
    const stray = { ...camera, id: id('otra'), slug: 'campo-2', reason: 'OUT_OF_TIME', eventId: id('e'), light: good };
    open('/hoy', { user: staff, replies: answer([{ ...camera, time: endsSoon }], [stray as Today['strays'][number]]) });
    expect(await screen.findByRole('button', { name: /^Seguir emitiendo: / })).toBeDefined();
    const section = screen.getByRole('region', { name: 'Emiten fuera de horario' });
    expect(within(section).getByText('Emite fuera del horario de su partido.')).toBeDefined();
    expect(within(section).getByRole('link', { name: 'Abrir el partido' })).toBeDefined();
  });
});

describe('[F-DESK-1] Hoy', () => {
  test('shows each match with score, camera light and its advice, and the scorer', async () => {
    const [home, away] = [club(), club({ id: id('away'), name: 'Atlético Norte' })];
    const sides = { clubs: [home, away], homeClubId: home.id, awayClubId: away.id };
    const score = { home: 2, away: 1, phase: 'PLAYING' as const, period: 1 };
    const played = match({ ...running, ...sides, score, cameras: [camera], light: choppy, desk: 'RUNNING' });
    open('/hoy', { user: admin, replies: today({ matches: [played] }) });
    const row = within(await screen.findByRole('region', { name: 'Partidos de hoy' }));
    for (const text of ['CD Sauce', 'Atlético Norte', '2', '1', 'A saltos', choppy.text, 'Anotando'])
      expect(row.getByText(text)).toBeDefined();
    expect(row.getByRole('link', { name: 'Ver la cámara' }).getAttribute('href')).toBe(`/cameras/manage/${id('cam')}`);
  });

  test('[G-PHONE-5] says which of several pictures is seen, and shows another by a button', async () => {
    const [first, second] = [true, false].map((isShown, index) => ({
      source: id(`phone${index}`),
      kind: 'PHONE' as const,
      name: `Móvil ${index + 1}`,
      isShown,
    }));
    if (!first || !second) throw new Error('no feeds');
    const played = match({ ...running, cameras: [{ ...camera, kind: 'phone' }], light: good, feeds: [first, second] });
    const key = `POST /sportevents/${played.id}/feed`;
    const feeds = [
      { ...first, isShown: false },
      { ...second, isShown: true },
    ];
    const replies = { ...today({ matches: [played] }), [key]: { data: { feeds } } };
    const { user } = open('/hoy', { user: admin, replies });
    const row = within(await screen.findByRole('region', { name: 'Partidos de hoy' }));
    expect(row.getByText('Se ve')).toBeDefined();
    expect(row.getByText('En reserva')).toBeDefined();
    await user.click(row.getByRole('button', { name: 'Mostrar Móvil 2' }));
    await waitFor(() => expect(callsTo(key).map(({ body }) => body)).toEqual([{ source: second.source }]));
  });

  test('publishes a waiting recording, and undoes it from the message', async () => {
    const key = `PATCH /live/vods/${id('vod1')}`;
    const replies = {
      ...today({ publications: { items: [awaiting()], total: 1 } }),
      [key]: { data: { vod: managedVod(1) } },
    };
    const { user } = open('/hoy', { user: admin, replies });
    await user.click(await screen.findByRole('button', { name: 'Publicar: CD Sauce – Atlético' }));
    expect((await screen.findByText('Publicado: CD Sauce – Atlético')).closest('[role="status"]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(callsTo(key).map(({ body }) => body)).toEqual([{ visible: true }, { visible: false }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull());
  });

  test('shows what waits to be published with picture, length, who and date', async () => {
    const upload = awaiting({ id: id('vod2'), title: 'Subido', duration: null, isBroadcast: false });
    open('/hoy', { user: admin, replies: today({ publications: { items: [awaiting(), upload], total: 2 } }) });
    const lines = within(await screen.findByRole('region', { name: 'Por publicar' }));
    expect(lines.getByText('1:32:05 · Emisión de CD Sauce · 7 de marzo de 2026, 18:32')).toBeDefined();
    expect(lines.getByText('Subida de CD Sauce · 7 de marzo de 2026, 18:32')).toBeDefined();
    expect(lines.getAllByRole('presentation').map((picture) => picture.getAttribute('src'))).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('poster')),
    );
  });

  test('shows the progress or failure of each video, with its next action', async () => {
    const busy = video({
      id: id('vod2'),
      title: 'En marcha',
      status: 'STARTED',
      progress: 32,
      awaitsPublication: false,
    });
    const failure = 'El archivo no es un video';
    const failed = video({ id: id('vod3'), title: 'Roto', status: 'FAILED', failure, awaitsPublication: false });
    open('/hoy', {
      user: admin,
      replies: today({ processing: { items: [busy], total: 1 }, failures: { items: [failed], total: 12 } }),
    });
    expect(await screen.findByText('Procesando 32 %')).toBeDefined();
    const errors = within(screen.getByRole('region', { name: 'Con errores' }));
    expect(errors.getByText(failure)).toBeDefined();
    expect(errors.getByRole('link', { name: 'Ver los 12' })).toBeDefined();
    expect(errors.getByRole('link', { name: 'Ver qué hacer' }).getAttribute('href')).toBe(`/vods/manage/${id('vod3')}`);
  });

  test('shows the match without a recording, the reason, and the remedy', async () => {
    const failed = {
      id: id('b1'),
      startedAt: '2026-11-28T09:00:00.000Z',
      endedAt: '2026-11-28T09:42:00.000Z',
      event: { id: id('event1'), title: 'CD Sauce – Rivas', sport: 'SOCCER' as const },
      failure: 'La emisión ha terminado y no ha llegado ninguna grabación',
    };
    open('/hoy', { user: admin, replies: today({ failedBroadcasts: [failed] }) });
    const lines = within(await screen.findByRole('region', { name: 'Se emitió y no se grabó' }));
    expect(lines.getByRole('link', { name: 'CD Sauce – Rivas' }).getAttribute('href')).toBe(
      `/sportevents/manage/${id('event1')}`,
    );
    expect(lines.getByText(/10:00 – 10:42/)).toBeDefined();
    expect(lines.getByText(failed.failure)).toBeDefined();
    expect(lines.getByText(/Si alguien lo grabó en la cámara o en el móvil/)).toBeDefined();
    expect(lines.getByRole('link', { name: 'Subir el video' }).getAttribute('href')).toBe(
      `/vods/create?sportEventId=${id('event1')}&sport=SOCCER`,
    );
    expect(screen.queryByText(/Todo en orden/)).toBeNull();
  });

  test('says how many reports wait for an answer, until when, and leads to them', async () => {
    open('/hoy', { user: admin, replies: today({ matters: { total: 3, deadline: inMinutes(20 * 24 * 60) } }) });
    const lines = within(await screen.findByRole('region', { name: 'Denuncias sin responder' }));
    expect(lines.getByRole('heading').textContent).toBe('Denuncias sin responder3');
    expect(lines.getByText('3 denuncias esperan respuesta')).toBeDefined();
    expect(lines.getByText(/^El primero, hasta el \d+ de \w+/).className).not.toContain('danger');
    expect(lines.getByRole('link', { name: 'Contestar' }).getAttribute('href')).toBe('/avisos/manage');
  });

  test.each([
    ['near', 1, 24 * 60, /^Plazo: hasta el \d+ de/],
    ['over', 2, -24 * 60, /^El plazo del primero terminó el \d+ de/],
  ])('points out the deadline of a report that is %s', async (_name, total, minutes, text) => {
    open('/hoy', { user: admin, replies: today({ matters: { total, deadline: inMinutes(minutes) } }) });
    expect((await screen.findByText(text)).className).toContain('danger');
  });

  test('hides the reports when none waits for an answer', async () => {
    open('/hoy', { user: admin, replies: today() });
    await screen.findByText('Hoy no hay partidos');
    expect(screen.queryByText('Denuncias sin responder')).toBeNull();
  });

  test('shows the next match when there is none today', async () => {
    const next = { id: id('e9'), title: 'CD Sauce – Rivas', scheduledStartDate: '2026-12-05T09:00:00.000Z' };
    open('/hoy', { user: admin, replies: today({ next }) });
    expect(await screen.findByText('Hoy no hay partidos')).toBeDefined();
    expect(screen.getByText(/^El próximo: CD Sauce – Rivas\. Sáb, 5 dic/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Preparar el próximo' })).toBeDefined();
  });

  test.each([
    [{ waiting: 3, since: 'LATE', unexplained: 0 }, /3 retiradas aún no han llegado a los servidores/],
    [{ waiting: 1, since: 'LATE', unexplained: 0 }, /1 retirada aún no ha llegado/],
    [{ waiting: 0, since: null, unexplained: 12 }, /12 elementos siguen cerrados sin que conste por qué/],
  ])('[F-TAKE-1] says what the edge does not know yet, and what it alone refuses: %o', async (edge, text) => {
    const since = edge.since && new Date(Date.now() - 4 * 60_000).toISOString();
    open('/hoy', { user: admin, replies: today({ edge: { ...edge, since } }) });
    expect(await screen.findByText(text)).toBeDefined();
    if (since) expect(screen.getByText(/La más antigua espera desde las \d+:\d\d \(4 min\)/)).toBeDefined();
  });

  test('[F-TAKE-1] does not mention withdrawals that have come just now', async () => {
    const edge = { waiting: 2, since: new Date().toISOString(), unexplained: 0 };
    open('/hoy', { user: admin, replies: today({ edge }) });
    await screen.findByText('Hoy no hay partidos');
    expect(screen.queryByText(/aún no/)).toBeNull();
  });

  test('is the first entry of the back office, and requests the club of club staff', async () => {
    const { 'GET /live/today': answer } = today();
    open('/hoy', { user: staff, replies: { 'GET /clubStaff/today': answer as never } });
    await screen.findByText('Hoy no hay partidos');
    const [first] = within(screen.getByRole('navigation', { name: 'Gestión' })).getAllByRole('link');
    expect(first?.textContent).toBe('Hoy');
    expect(first?.getAttribute('aria-current')).toBe('page');
    expect(callsTo('GET /live/today')).toEqual([]);
  });
});
