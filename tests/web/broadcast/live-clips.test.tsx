/** Staff cut clips from a live that goes on: on its camera's page and on the page of the live itself. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callsTo, id, listOf, open, person } from '../support/app.tsx';

const cam = id('cam');
const [event, club, goal] = [id('event'), id('club'), id('goal')];
const startedAt = '2026-11-21T10:00:00.000Z';
const began = Date.parse(startedAt);
const score = {
  ...{ home: 1, away: 0, phase: 'PLAYING', period: 1, startedAt: began, clockMs: 0, version: 2 },
  ...{ periods: [{ home: 1, away: 0 }], changedAt: began + 90_000 },
};
const clip = (name: string, fields: object) => ({
  ...{ id: id(name), kind: 'CUT', title: name, start: 82, seconds: 14, parts: 1, clubId: club, version: 1 },
  ...{ progress: null, failure: null, visible: false, isPublic: false, dateCreated: startedAt, poster: null },
  ...{ video: null, status: 'SENT' },
  ...fields,
});
const answers = {
  'GET /live/sportevents': listOf('sportEvents', []),
  [`GET /sportevents/${event}/score`]: { data: { score } },
  [`GET /sportevents/${event}/timeline`]: {
    data: { steps: [], moments: [{ id: goal, at: began + 90_000, label: 'Gol', momentType: 'goal' }] },
  },
  'GET /liveusers/norte/clips': {
    data: {
      clips: [clip('Parada', {}), clip('Golazo', { status: 'STARTED', progress: 40 })],
      clubs: [{ id: club, name: 'CD Sauce', thumbnail: null, publicClips: true }],
      canCut: true,
    },
  },
  'POST /liveusers/norte/clips': { data: { id: id('new') }, message: 'Clip en camino' },
};

test('[D-CLIP-1] a goal of what is on the air is one tap; what waits for its recording says so', async () => {
  const camera = {
    ...{ id: cam, slug: 'norte', title: 'norte', summary: '', isTest: false, isLive: false, sport: 'SOCCER' },
    ...{ sportEventId: event, renderOrder: null, thumbnail: null, clubs: [], version: 1 },
    ...{ streamServer: 'rtmp://x/live', streamKey: 'sk_x', streamAuthKey: 'sk_x' },
  };
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
  // A summary is of what is over.
  expect(within(panel).queryByRole('button', { name: 'Resumen automático' })).toBeNull();
  await user.click(await within(panel).findByRole('button', { name: 'Cortar clip de Gol, 1:30' }));
  await screen.findByText('Clip en camino');
  expect(callsTo('POST /liveusers/norte/clips')[0]?.body).toEqual({ startedAt, actionId: goal });
});

test('[D-CLIP-1] on the page of a live the panel is for staff of its clubs and for admins', async () => {
  const live = {
    ...{ slug: 'norte', title: 'Derbi', summary: '', thumbnail: null, isLive: true, status: 'ONLINE', sport: 'SOCCER' },
    ...{ sportEventId: event, clubs: [{ id: club, name: 'CD Sauce' }], startedAt, result: null, sportEvent: null },
    ...{ viewers: 1, playback: { granted: false, reason: 'PAYMENT_REQUIRED' } },
  };
  const replies = { ...answers, 'GET /liveusers/norte': { data: { liveUser: live } } };
  const { user } = open('/live/norte', { user: person('CLUB_STAFF', { clubId: club }), replies });
  await user.click(await screen.findByRole('button', { name: 'Cortar clip' }));
  // There are no pictures of a live to choose by.
  expect(await screen.findByText(/Guíate por el tiempo/)).toBeDefined();
  expect(callsTo('GET /liveusers/norte/clips')[0]?.query.get('startedAt')).toBe(startedAt);
});

test('[D-CLIP-1] nobody else sees it', async () => {
  const live = {
    ...{ slug: 'norte', title: 'Derbi', summary: '', thumbnail: null, isLive: true, status: 'ONLINE', sport: 'SOCCER' },
    ...{ sportEventId: event, clubs: [{ id: club, name: 'CD Sauce' }], startedAt, result: null, sportEvent: null },
    ...{ viewers: 1, playback: { granted: false, reason: 'PAYMENT_REQUIRED' } },
  };
  const replies = { ...answers, 'GET /liveusers/norte': { data: { liveUser: live } } };
  open('/live/norte', { user: person('CLUB_STAFF', { clubId: id('rival') }), replies });
  await screen.findByRole('heading', { name: 'Derbi' });
  expect(screen.queryByRole('button', { name: 'Cortar clip' })).toBeNull();
  expect(callsTo('GET /liveusers/norte/clips')).toHaveLength(0);
});
