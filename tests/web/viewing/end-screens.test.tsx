/** The end screens of a live, a content video and a match's video. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { LiveStream } from '../../../shared/contract/live.ts';
import type { SportEvent } from '../../../shared/contract/sport-event.ts';
import { paths } from '../../../web/lib/paths.ts';
import { address, callsTo, createList, id, open, type Replies, subscriber } from '../support/app.tsx';
import { contentCard, granted, liveStream, sportEvent, vod, vodCard } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

const clubs = [{ id: id('club'), name: 'CD Sauce', thumbnail: null }];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const match = (name: string, more: Partial<SportEvent> = {}) =>
  sportEvent({
    id: id(name),
    title: name,
    clubs,
    state: 'LIVE',
    scheduledStartDate: inDays(-0.05),
    scheduledFinishDate: inDays(0.05),
    ...more,
  });
const card = (n: number) => vodCard(n, { sportEventId: id('derbi'), clubs });

async function endVideo() {
  await screen.findByRole('region', { name: /Reproductor/ });
  fireEvent.ended(document.querySelector('video')!);
}
const findOffer = () => screen.findByRole('region', { name: 'A continuación' });

describe('[E-PLAYER-4] the end screen of a live', () => {
  /** Answers as for a live that is on air until `isOn` changes. */
  function goLive(state: SportEvent['state'], vods: object[], isOn: { now: boolean }) {
    const derby = () => match('derbi', { state: isOn.now ? 'LIVE' : state });
    const off: Partial<LiveStream> = {
      isLive: false,
      status: 'OFFLINE',
      startedAt: null,
      playback: { granted: false, reason: 'OFFLINE' },
    };
    const live = () =>
      liveStream('campo', {
        title: 'Derbi',
        clubs,
        sportEventId: id('derbi'),
        sportEvent: derby(),
        viewers: 3,
        ...(isOn.now ? { startedAt: inDays(-0.05) } : off),
      });
    const replies: Replies = {
      'GET /liveusers/campo': () => ({ data: { liveUser: live() } }),
      'GET /sportevents': createList('sportEvents', [
        match('derbi'),
        match('siguiente', { state: 'SCHEDULED', scheduledStartDate: inDays(7), scheduledFinishDate: inDays(7.1) }),
      ]),
      [`GET /sportevents/${id('derbi')}`]: () => ({ data: { sportEvent: derby() } }),
      [`GET /sportevents/${id('derbi')}/lives`]: () => ({ data: { liveUsers: isOn.now ? [live()] : [] } }),
      [`GET /sportevents/${id('derbi')}/vods`]: createList('vods', vods, 1, { clips: 0 }),
    };
    return replies;
  }

  test("offers the match's recording with a countdown", async () => {
    const isOn = { now: true };
    open(paths.live('campo'), { user: subscriber, replies: goLive('FINISHED', [card(1)], isOn) });
    await screen.findByRole('region', { name: 'Reproductor: Derbi' });
    expect(callsTo('GET /sportevents')).toEqual([]);
    isOn.now = false;
    await endVideo();
    const next = within(await findOffer());
    expect(next.getByText('Partido 1')).toBeDefined();
    expect(next.getByText(/A continuación en \d+ s/)).toBeDefined();
    next.getByRole('button', { name: 'Ver ahora' }).click();
    await waitFor(() => expect(address()).toBe(paths.vod(id('vod1'))));
  });

  test("offers the clubs' next match, without a countdown, if there is no recording", async () => {
    const isOn = { now: true };
    open(paths.live('campo'), { user: subscriber, replies: goLive('FINISHED', [], isOn) });
    await screen.findByRole('region', { name: 'Reproductor: Derbi' });
    isOn.now = false;
    await endVideo();
    const next = within(await findOffer());
    expect(next.getByText('siguiente')).toBeDefined();
    expect(next.queryByText(/en \d+ s/)).toBeNull();
    expect(callsTo('GET /sportevents')[0]?.query.getAll('clubIds[]')).toEqual([id('club')]);
    next.getByRole('button', { name: 'Ficha del partido' }).click();
    await waitFor(() => expect(address()).toBe(paths.event(id('siguiente'))));
  });

  test('offers nothing while the match continues: the picture will return', async () => {
    const isOn = { now: true };
    open(paths.live('campo'), { user: subscriber, replies: goLive('LIVE', [card(1)], isOn) });
    await screen.findByRole('region', { name: 'Reproductor: Derbi' });
    isOn.now = false;
    await endVideo();
    await screen.findByText('La emisión no está disponible en este momento.');
    expect(screen.queryByRole('region', { name: 'A continuación' })).toBeNull();
    expect(callsTo(`GET /sportevents/${id('derbi')}/vods`)).toEqual([]);
  });

  test('offers nothing to a visitor who arrives after the end', async () => {
    open(paths.live('campo'), { user: subscriber, replies: goLive('FINISHED', [card(1)], { now: false }) });
    await screen.findByText('La emisión no está disponible en este momento.');
    expect(callsTo(`GET /sportevents/${id('derbi')}/vods`)).toEqual([]);
  });

  test("appears below the result on the match's page", async () => {
    const isOn = { now: true };
    open(paths.event(id('derbi')), { user: subscriber, replies: goLive('FINISHED', [], isOn) });
    await screen.findByRole('region', { name: 'Reproductor: derbi' });
    isOn.now = false;
    await endVideo();
    expect(within(await findOffer()).getByText('siguiente')).toBeDefined();
  });
});

test('[E-PLAYER-4] plays the second part of a match after the first', async () => {
  const [first, second] = [card(1), { ...card(2), dateCreated: '2026-01-02T11:00:00.000Z' }];
  open(paths.event(id('derbi')), {
    user: subscriber,
    replies: {
      [`GET /sportevents/${id('derbi')}`]: { data: { sportEvent: match('derbi', { state: 'FINISHED' }) } },
      [`GET /sportevents/${id('derbi')}/vods`]: createList('vods', [first, second], 1, { clips: 0 }),
      [`GET /vods/${first.id}`]: { data: { vod: vod(1, first) } },
    },
  });
  await endVideo();
  expect(within(await findOffer()).getByText('Partido 2')).toBeDefined();
});

describe('[E-PLAYER-4] the end screen of a content video', () => {
  const show = (n: number, pages: object[][]) =>
    open(paths.contentVideo(2, id(`report${n}`)), {
      replies: {
        [`GET /content/categories/2/videos/${id(`report${n}`)}`]: {
          data: { contentVideo: { ...contentCard(n), playback: { ...granted, reason: 'PUBLIC' } } },
        },
        'GET /content/categories/2/videos': ({ query }) => {
          const page = Number(query.get('page') ?? 1);
          const contentVideos = pages[page - 1];
          return { data: { contentVideos, limit: 1, page, total: pages.flat().length, totalPages: pages.length } };
        },
      },
    });

  test('offers the next video of its category, across pages', async () => {
    show(2, [[contentCard(1)], [contentCard(2)], [contentCard(3)]]);
    await endVideo();
    const next = within(await findOffer());
    expect(next.getByText('Reportaje 3')).toBeDefined();
    next.getByRole('button', { name: 'Ver ahora' }).click();
    await waitFor(() => expect(address()).toBe(paths.contentVideo(2, id('report3'))));
  });

  test('offers the first after the last one, without a countdown', async () => {
    show(2, [[contentCard(1), contentCard(2)]]);
    await endVideo();
    const next = within(await findOffer());
    expect(next.getByText('Reportaje 1')).toBeDefined();
    expect(next.queryByText(/en \d+ s/)).toBeNull();
  });

  test('offers nothing for a single video', async () => {
    show(2, [[contentCard(2)]]);
    await endVideo();
    await waitFor(() => expect(callsTo('GET /content/categories/2/videos')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'A continuación' })).toBeNull();
  });
});
