/** Staff cut clips from a running live, on its camera's page and on the live's own page. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { callsTo, id, open, person } from '../support/app.tsx';
import { liveStream, camera as someCamera, vod } from '../support/builders.ts';

const cam = id('cam1');
const [event, club, goal] = [id('event'), id('club'), id('goal')];
const clubs = [{ id: club, name: 'CD Sauce' }];
const startedAt = '2026-11-21T10:00:00.000Z';
const began = Date.parse(startedAt);
const score = {
  home: 1,
  away: 0,
  phase: 'PLAYING',
  period: 1,
  startedAt: began,
  clockMs: 0,
  version: 2,
  periods: [{ home: 1, away: 0 }],
  changedAt: began + 90_000,
};
const clip = (name: string, fields: object) => ({
  id: id(name),
  kind: 'CUT',
  title: name,
  start: 82,
  seconds: 14,
  parts: 1,
  clubId: club,
  version: 1,
  progress: null,
  failure: null,
  visible: false,
  isPublic: false,
  dateCreated: startedAt,
  poster: null,
  video: null,
  status: 'SENT',
  byViewer: false,
  ...fields,
});
const answers = {
  [`GET /sportevents/${event}/score`]: { data: { score } },
  [`GET /sportevents/${event}/timeline`]: {
    data: { steps: [], actions: [], moments: [{ id: goal, at: began + 90_000, label: 'Gol', momentType: 'goal' }] },
  },
  'GET /liveusers/norte/clips': {
    data: {
      clips: [clip('Parada', {}), clip('Golazo', { status: 'STARTED', progress: 40 })],
      limit: 12,
      page: 1,
      total: 2,
      totalPages: 1,
      byViewers: 0,
      clubs: [{ id: club, name: 'CD Sauce', thumbnail: null, publicClips: true }],
      canCut: true,
    },
  },
  'POST /liveusers/norte/clips': { data: { id: id('new') }, message: 'Clip en camino' },
};

test('[D-CLIP-1] cuts a clip of a running live with one tap on a goal; shows that it waits for the recording', async () => {
  const camera = someCamera(1, { slug: 'norte', title: 'norte', sportEventId: event });
  const running = { id: id('b'), startedAt, endedAt: null, state: 'ON_AIR', event: { id: event, title: 'Derbi' } };
  const { user } = open(`/cameras/manage/${cam}`, {
    user: person('ADMIN'),
    replies: {
      ...answers,
      [`GET /live/cameras/${cam}`]: { data: camera },
      [`GET /live/cameras/${cam}/broadcasts`]: {
        data: { broadcasts: [{ ...running, peak: null, failure: null, videos: [] }] },
      },
    },
  });
  const panel = (await screen.findByRole('heading', { name: 'Clips' })).closest('section') as HTMLElement;
  expect(await within(panel).findByText('Esperando a la grabación')).toBeDefined();
  expect(within(panel).getByText('Preparando')).toBeDefined();
  // A live has no summary.
  expect(within(panel).queryByRole('button', { name: 'Resumen automático' })).toBeNull();
  await user.click(await within(panel).findByRole('button', { name: 'Cortar clip de Gol, 1:30' }));
  await screen.findByText('Clip en camino');
  expect(callsTo('POST /liveusers/norte/clips')[0]?.body).toEqual({ startedAt, actionId: goal });
});

const refused = { granted: false, reason: 'PAYMENT_REQUIRED' } as const;
const live = liveStream('norte', { title: 'Derbi', sportEventId: event, startedAt, clubs, playback: refused });
const livePage = { ...answers, 'GET /liveusers/norte': { data: { liveUser: live } } };

test("[D-CLIP-1] shows the panel on a live's page to staff of its clubs and to admins", async () => {
  const { user } = open('/live/norte', { user: person('CLUB_STAFF', { clubId: club }), replies: livePage });
  await user.click(await screen.findByRole('button', { name: 'Cortar clip' }));
  // A live has no preview pictures.
  expect(await screen.findByText(/Guíate por el tiempo/)).toBeDefined();
  expect(callsTo('GET /liveusers/norte/clips')[0]?.query.get('startedAt')).toBe(startedAt);
});

test('[D-CLIP-1] hides the panel from everyone else', async () => {
  open('/live/norte', { user: person('CLUB_STAFF', { clubId: id('rival') }), replies: livePage });
  await screen.findByRole('heading', { name: 'Derbi' });
  expect(screen.queryByRole('button', { name: 'Cortar clip' })).toBeNull();
  expect(callsTo('GET /liveusers/norte/clips')).toHaveLength(0);
});

describe('many clips of a recording', () => {
  const recording = vod(1, { title: 'Derbi', clubs, playback: refused });
  const key = `GET /vods/${recording.id}/clips`;
  const last = clip('Nuevo', { status: 'STARTED', start: 3600 });
  const first = clip('Golazo', { status: 'FINISHED', byViewer: true });
  const page = (query: URLSearchParams | undefined) => {
    const listed = query?.get('by') === 'viewers' ? [first] : [first, last];
    const at = query?.has('clipId') ? 2 : Number(query?.get('page') ?? 1);
    return {
      data: {
        clips: listed.slice(at - 1, at),
        limit: 1,
        page: at,
        total: listed.length,
        totalPages: listed.length,
        byViewers: 1,
        canCut: true,
        moments: 0,
        clubs: [{ id: club, name: 'CD Sauce', thumbnail: null, publicClips: true }],
      },
    };
  };

  test('[D-CLIP-1][D-CLIP-3] are paged, with viewers’ clips as a separate filter; a new clip is shown on its page', async () => {
    const { user } = open(`/vods/${recording.id}`, {
      user: person('CLUB_STAFF', { clubId: club }),
      replies: {
        [`GET /vods/${recording.id}`]: { data: { vod: recording } },
        [key]: () => page(callsTo(key).at(-1)?.query),
        [`POST /vods/${recording.id}/clips`]: { data: { id: last.id }, message: 'Clip en camino' },
      },
    });
    expect(await screen.findByText(/De un abonado/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    expect(await screen.findByText('Nuevo')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'De abonados' }));
    expect(await screen.findByText('Golazo')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Páginas' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Cortar clip' }));
    await user.type(screen.getByRole('textbox', { name: 'Título' }), 'Nuevo');
    await user.click(screen.getByRole('button', { name: /^Cortar \d/ }));
    expect(await screen.findByRole('button', { name: 'Cambiar el nombre de Nuevo' })).toBeDefined();
    expect(callsTo(key).at(-1)?.query.get('clipId')).toBe(last.id);
  });
});
