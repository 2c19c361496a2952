/** The page of an event: its videos, its live and its times. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetPayment, rememberPayment } from '../../../web/features/money/payments/pending-payment.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, basic, createList, id, open, person, type Replies } from '../support/app.tsx';
import { granted, liveStream, sportEvent } from '../support/builders.ts';
import { createCard, createLive, listTitles } from './event-cards.ts';
import { refused, subscriber, toRecording } from './recording-page.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

afterEach(forgetPayment);

describe('an event', () => {
  const path = `/evento/${id('event')}`;
  const event = sportEvent({
    sport: 'BASKET',
    scheduledStartDate: '2026-03-05T22:00:00.000Z',
    scheduledFinishDate: '2026-03-06T00:00:00.000Z',
    clubs: [{ id: id('c1'), name: 'CD Sauce', thumbnail: null }],
  });
  const videos = (...vods: unknown[]) => createList('vods', vods, 1, { clips: 0 });
  const page = (lives: unknown[], vods: unknown[], more: Replies = {}): Replies => ({
    [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } },
    [`GET /sportevents/${event.id}/lives`]: { data: { liveUsers: lives } },
    [`GET /sportevents/${event.id}/vods`]: videos(...vods),
    ...more,
  });

  test("[A-PAY-16] [E-PAY-3] opens after a payment although the user's data arrive before the video", async () => {
    const paid = person('REGULAR_BASIC', {
      sportEvents: [{ id: event.id, title: event.title, sport: 'BASKET', until: '2099-01-01T00:00:00.000Z' }],
    });
    let asked = 0;
    const video = () => {
      asked += 1;
      return toRecording(1, asked > 2 ? granted : refused);
    };
    rememberPayment('/home');
    open(`${path}?payment=success`, {
      user: paid,
      replies: page([], [createCard(1)], {
        'GET /users/me': { data: { user: paid } },
        [`GET /vods/${id('vod1')}`]: video,
      }),
    });
    expect(await screen.findByRole('region', { name: /Reproductor/ }, { timeout: 5000 })).toBeDefined();
    await waitFor(() => expect(address()).toBe(path));
  });

  describe('[E-PAY-3] a match to come, on a second device', () => {
    const coming = sportEvent({
      scheduledStartDate: new Date(Date.now() + 86_400_000).toISOString(),
      scheduledFinishDate: new Date(Date.now() + 90_000_000).toISOString(),
      state: 'SCHEDULED',
    });
    const stored = basic;
    const until = '2099-01-01T00:00:00.000Z';
    const paid = { ...stored, sportEvents: [{ id: coming.id, title: coming.title, sport: coming.sport, until }] };
    /** Opens the page; the returned function answers `GET /users/me`. */
    async function openWith(answer: object) {
      const { promise, resolve } = Promise.withResolvers<object>();
      open(`/evento/${coming.id}`, {
        user: stored,
        replies: page([], [], {
          [`GET /sportevents/${coming.id}`]: { data: { sportEvent: coming } },
          'GET /users/me': () => promise as never,
        }),
      });
      await screen.findByRole('heading', { level: 1, name: coming.title });
      await act(() => new Promise((done) => setTimeout(done, 100)));
      return () => act(async () => resolve(answer));
    }
    // An inert one keeps the room of an offer that may come.
    const offers = () =>
      screen.queryAllByRole('link', { name: /^(Ver|Reservar) por/ }).filter((link) => !link.closest('[inert]'));

    test('is never offered to buyers of the match', async () => {
      const answer = await openWith({ data: { user: paid } });
      expect(offers()).toEqual([]);
      await answer();
      await act(() => new Promise((done) => setTimeout(done, 100)));
      expect(offers()).toEqual([]);
    });

    test.each([
      ['has answered', { data: { user: stored } }],
      ['has failed', errorAnswer('REQ5000')],
    ])('is offered to others once the server %s', async (_, reply) => {
      const answer = await openWith(reply);
      await answer();
      await waitFor(() => expect(offers().length).toBeGreaterThan(0));
    });
  });

  test('[V-EVENT-1] [V-EVENT-3] [V-EVENT-5] [V-EVENT-6] shows title, sport, times, clubs and videos', async () => {
    open(path, { replies: page([], [createCard(1)]) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Derbi' })).toBeDefined();
    expect(screen.getByText('Baloncesto')).toBeDefined();
    expect(screen.getByText('5 de marzo de 2026, de 23:00 a 01:00 del día siguiente')).toBeDefined();
    expect(screen.getByRole('link', { name: 'CD Sauce' }).getAttribute('href')).toBe(`/club/${id('c1')}`);
    expect(await screen.findByRole('region', { name: 'Videos del Evento' })).toBeDefined();
    expect(screen.queryByText('DIRECTO')).toBeNull();
  });

  test('[V-EVENT-4] offers the match before its summary', async () => {
    const summary = createCard(9, { title: 'Resumen: Derbi' });
    const { user } = open(path, {
      user: subscriber,
      replies: page([createLive('campo')], [summary, createCard(1)], {
        'GET /liveusers/campo': { data: { liveUser: liveStream('campo') } },
        [`GET /vods/${id('vod1')}`]: toRecording(1, { ...granted, url: 'https://media.test/1' }),
        [`GET /vods/${id('vod9')}`]: toRecording(
          9,
          { ...granted, url: 'https://media.test/9' },
          { title: summary.title },
        ),
      }),
    });
    const player = () => screen.getByRole('region', { name: /^Reproductor/ });
    const choices = within(await screen.findByRole('group', { name: 'Qué ver' }));
    await waitFor(() => expect(choices.getAllByRole('radio')).toHaveLength(3));
    expect(choices.getByRole<HTMLInputElement>('radio', { name: 'Directo' }).checked).toBe(true);
    await user.click(choices.getByRole('radio', { name: 'Video' }));
    await waitFor(() => expect(player().dataset.url).toBe('https://media.test/1'));
    expect(address()).toBe(`${path}?ver=${id('vod1')}`);
    await user.click(choices.getByRole('radio', { name: 'Resumen' }));
    await waitFor(() => expect(player().dataset.url).toBe('https://media.test/9'));
    // The match is still live while its summary plays.
    expect(screen.getByText('DIRECTO')).toBeDefined();
  });

  test('[V-EVENT-2] [V-EVENT-4] shows a live in place of the picture', async () => {
    open(path, {
      user: subscriber,
      replies: page([createLive('campo')], [], { 'GET /liveusers/campo': { data: { liveUser: liveStream('campo') } } }),
    });
    expect(await screen.findByRole('region', { name: 'Reproductor: Derbi' })).toBeDefined();
    expect(screen.getByText('DIRECTO')).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
  });

  test('counts down before the start, with seconds in the last hour', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(event.scheduledStartDate) - 62 * 60_000 - 20_000 });
    open(path, { replies: page([], []) });
    const timer = await screen.findByRole('timer');
    expect(timer.textContent).toBe('Empieza en1 h y 2 min');
    await act(() => vi.advanceTimersByTimeAsync(61 * 60_000 + 20_000));
    expect(timer.textContent).toMatch(/^Empieza en(0:5\d|1:00)$/);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(screen.getByText('Empezamos enseguida')).toBeDefined();
  });

  test('[V-EVENT-4] shows the prices without access', async () => {
    open(path, {
      user: basic,
      replies: page([], [createCard(1)], { [`GET /vods/${id('vod1')}`]: toRecording(1, refused) }),
    });
    expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
    expect(screen.queryByRole('region', { name: /Reproductor/ })).toBeNull();
  });

  test('shows a videos load error with a retry', async () => {
    let fails = true;
    const { user } = open(path, {
      replies: page([], [createCard(1)], {
        [`GET /sportevents/${event.id}/vods`]: () =>
          fails ? errorAnswer('REQ4000', 'Videos no') : videos(createCard(1)),
      }),
    });
    expect(await screen.findByText('Videos no')).toBeDefined();
    expect(screen.queryByText('Todavía no hay videos')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(listTitles()).toEqual(['Partido 1']));
  });

  test('shows an error when a video fails to open, and no price meanwhile', async () => {
    open(path, {
      user: basic,
      replies: page([], [createCard(1)], { [`GET /vods/${id('vod1')}`]: rawAnswer(403, { message: 'No se abre' }) }),
    });
    expect(await screen.findByText('No se abre')).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
  });

  test('[V-EVENT-7] reports a missing event', async () => {
    open(`/evento/${id('none')}`);
    expect(await screen.findByText('Evento no encontrado')).toBeDefined();
    expect(screen.getByText('No se pudo cargar la información del evento')).toBeDefined();
  });
});
