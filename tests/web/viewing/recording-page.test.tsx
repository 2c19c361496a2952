/** The page of a recording and of a live: player or plans, and the wait for a payment. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LiveStream } from '../../../shared/contract/live.ts';
import type { User } from '../../../shared/contract/user.ts';
import type { Vod } from '../../../shared/contract/vod.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { forgetPayment, rememberPayment } from '../../../web/features/money/payments/pending-payment.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, admin, basic, callsTo, id, open, person, type Replies } from '../support/app.tsx';
import { eventOfItem, granted, liveStream } from '../support/builders.ts';
import { refused, subscriber, toRecording } from './recording-page.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

afterEach(forgetPayment);

const sides = {
  homeClubId: id('c1'),
  awayClubId: id('c2'),
  clubs: [
    { id: id('c1'), name: 'CD Sauce', thumbnail: null },
    { id: id('c2'), name: 'Pinar UD', thumbnail: null },
  ],
};
const played = eventOfItem({ ...sides, state: 'FINISHED', score: { home: 3, away: 1, phase: 'ENDED', period: 2 } });

const goal = {
  id: id('goal'),
  kind: 'GOAL',
  side: 'HOME',
  period: 1,
  clockMs: 11 * 60_000,
  shirt: 9,
  at: Date.parse(played.scheduledStartDate) + 11 * 60_000,
};

describe('a recording', () => {
  const path = `/vods/${id('vod1')}`;
  const vod = (playback: Playback, more: Partial<Vod> = {}): Replies => ({
    [`GET ${path}`]: toRecording(1, playback, { sportEvent: eventOfItem(), ...more }),
    [`GET ${path}/clubs`]: { data: { clubs: [{ id: id('c1'), name: 'CD Sauce', thumbnail: null }] } },
  });

  test('[V-VOD-1] [V-VOD-3] shows the player with title, summary and clubs if access is granted', async () => {
    open(path, { user: subscriber, replies: vod(granted) });
    expect((await screen.findByRole('region', { name: 'Reproductor: Partido 1' })).dataset.url).toBe(granted.url);
    expect(screen.getByRole('heading', { level: 1, name: 'Partido 1' })).toBeDefined();
    expect(screen.getByText('Jornada 3.')).toBeDefined();
    expect(await screen.findByRole('region', { name: 'Clubes participantes' })).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
  });

  test('[V-VOD-1] shows users who have not paid crests, score and price instead of a lock, with one primary button', async () => {
    const { user } = open(path, { replies: vod({ granted: false, reason: 'LOGIN_REQUIRED' }, { sportEvent: played }) });
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toMatch(/CD Sauce.*3 – 1.*Pinar UD/);
    expect(screen.queryByText('Este partido es de pago.')).toBeNull();
    const links = within(screen.getByRole('main')).getAllByRole('link');
    const primary = links.filter(({ className }) => /(^| )bg-accent/.test(className));
    expect(primary.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Ver por 1,99/)]);
    // Two actions at most, and the others behind the dots.
    expect(screen.queryByRole('button', { name: 'Denunciar' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    expect(screen.getByRole('button', { name: 'Denunciar' })).toBeDefined();
  });

  test('[V-VOD-1] shows buyers the result below the picture only on request', async () => {
    const { user } = open(path, {
      user: subscriber,
      replies: {
        ...vod(granted, { sportEvent: played }),
        [`GET /sportevents/${played.id}/timeline`]: { data: { steps: [], moments: [], actions: [goal] } },
      },
    });
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).not.toContain('3 – 1');
    // The actions lead to their pictures, without the score.
    const beside = await screen.findByRole('region', { name: 'Momentos' });
    expect(await within(beside).findByText('Gol · #9')).toBeDefined();
    expect(within(beside).queryByText('1 – 0')).toBeNull();
    await user.click(within(heading).getByRole('button', { name: 'Ver resultado' }));
    expect(heading.textContent).toContain('3 – 1');
    expect(within(beside).getByText('Gol 1–0 · #9')).toBeDefined();
    expect(within(beside).getByText('1 – 0')).toBeDefined();
  });

  test.each<[string, User]>([
    ['who wants results everywhere', person('REGULAR_SUBSCRIBER', { hidesResults: false })],
    ['an admin', admin],
  ])('[V-VOD-1] tells %s the result at once', async (_who, user) => {
    open(path, { user, replies: vod(granted, { sportEvent: played }) });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('3 – 1');
  });

  test('[V-VOD-1] [V-VOD-2] [V-PRICE-1] [V-PRICE-2] [V-PRICE-3] [V-PRICE-4] shows a visitor the three plans', async () => {
    open(`${path}?x=1`, { replies: vod({ granted: false, reason: 'LOGIN_REQUIRED' }) });
    const plans = within(await screen.findByRole('region', { name: 'Elige una de las siguientes opciones' }));
    expect(screen.queryByRole('region', { name: /Reproductor/ })).toBeNull();
    const here = encodeURIComponent(`${path}?x=1`);
    expect(plans.getByRole('link', { name: 'Prefiero crear mi cuenta completa' }).getAttribute('href')).toBe(
      `/subscription?source=ppv&sportEventId=${id('event')}&redirectUrl=${here}`,
    );
    expect(plans.getByRole('link', { name: 'Suscribirme' }).getAttribute('href')).toBe(
      `/subscription?source=subscription&redirectUrl=${here}`,
    );
    expect(plans.getByRole('link', { name: 'Ya soy cliente' }).getAttribute('href')).toBe(`/login?redirectTo=${here}`);
    expect(plans.getByText('1,99 €')).toBeDefined();
    expect(plans.getByText('6,99 €')).toBeDefined();
    expect(plans.getByText('Hasta 90 días para verlo')).toBeDefined();
    expect(plans.getByText('Sin compromiso')).toBeDefined();
    expect(plans.getAllByText('Hasta el final de la temporada')).toHaveLength(2);
    expect(plans.getAllByText('IVA incluido')).toHaveLength(2);
  });

  test.each<[string, User | undefined, string | undefined]>([
    ['a visitor', undefined, 'Prefiero crear mi cuenta completa'],
    ['somebody with an account', basic, 'Comprar con mis datos de facturación'],
    ['who has bought with an email alone', person('REGULAR_BASIC', { hasPassword: false }), undefined],
  ])(
    '[H-BUY-1] [V-PRICE-1] %s buys the match by one main button, or with all their data',
    async (_name, user, full) => {
      const playback: Playback = user ? refused : { granted: false, reason: 'LOGIN_REQUIRED' };
      open(path, { ...(user && { user }), replies: vod(playback) });
      const plans = within(await screen.findByRole('region', { name: 'Elige una de las siguientes opciones' }));
      const query = `?source=ppv&sportEventId=${id('event')}&redirectUrl=${encodeURIComponent(path)}`;
      expect(plans.getByRole('link', { name: /^Ver por 1,99/ }).getAttribute('href')).toBe(`${path}#comprar`);
      expect(screen.getAllByRole('link', { name: /^Ver por 1,99/ })).toHaveLength(2);
      const links = plans
        .getAllByRole('link')
        .filter((link) => link.getAttribute('href')?.startsWith('/subscription?source=ppv'));
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
        full ? [[full, `/subscription${query}`]] : [],
      );
    },
  );

  test('[H-BUY-1] opens no sheet for viewers with access', async () => {
    open(`${path}#comprar`, { user: subscriber, replies: vod(granted) });
    await screen.findByRole('region', { name: 'Reproductor: Partido 1' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test("[V-PRICE-3] offers club staff another club's match, and no subscription", async () => {
    open(path, { user: person('CLUB_STAFF', { clubId: id('own') }), replies: vod(refused) });
    const plans = within(await screen.findByRole('region', { name: 'Elige una de las siguientes opciones' }));
    expect(plans.getByRole('link', { name: /^Ver por 1,99/ })).toBeDefined();
    expect(plans.queryByRole('link', { name: 'Suscribirme' })).toBeNull();
    expect(screen.queryByText(/6,99/)).toBeNull();
  });

  test.each([
    ['without an event', null],
    ['of a hidden event', id('event')],
  ])('[V-PRICE-5] offers no purchase if it is %s', async (_name, sportEventId) => {
    open(path, { user: basic, replies: vod(refused, { sportEventId, sportEvent: null }) });
    expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
    expect(screen.queryByText('1,99 €')).toBeNull();
  });

  test('[V-VOD-4] leads to the 404 page at once if missing', async () => {
    open(path);
    await waitFor(() => expect(address()).toBe('/404'));
  });

  test('[V-VOD-4] shows any other error before the 404 page', async () => {
    open(path, { replies: { [`GET ${path}`]: rawAnswer(403, { message: 'Así no se puede' }) } });
    expect((await screen.findByRole('alert')).textContent).toBe('Así no se puede');
    expect(address()).toBe(path);
    await waitFor(() => expect(address()).toBe('/404'));
  });

  /** Opens the page on which a payment returns. */
  function openPaid(hasArrived: () => boolean, more: Replies = {}) {
    rememberPayment('/home');
    const answer = () => vod(hasArrived() ? granted : refused)[`GET ${path}`] as object;
    return open(`${path}?payment=success`, {
      user: basic,
      replies: { ...vod(granted), [`GET ${path}`]: answer, ...more },
    });
  }

  test('[V-VOD-5] [A-PAY-16] refetches access after a payment and cleans the address', async () => {
    let paid = false;
    openPaid(() => paid);
    // [E-PAY-3] While the payment is pending, the page says so and offers no purchase.
    expect(await screen.findByText('Estamos esperando la confirmación de tu pago')).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
    expect(screen.getByText('Se abrirá en cuanto llegue tu pago.')).toBeDefined();
    expect(screen.queryByText(/Ya puedes disfrutar/)).toBeNull();
    paid = true;
    await screen.findByText('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.');
    expect(await screen.findByRole('region', { name: /Reproductor/ })).toBeDefined();
    expect(address()).toBe(path);
  });

  const look = 'GET /users/me/payments';

  test('[E-PAY-3] ignores a payment=success typed by hand', async () => {
    for (const playback of [refused, granted]) {
      const view = open(`${path}?payment=success`, { user: basic, replies: vod(playback) });
      await waitFor(() => expect(address()).toBe(path));
      expect(screen.queryByText(/El pago ha sido procesado|Estamos esperando/)).toBeNull();
      expect(callsTo(look)).toEqual([]);
      view.unmount();
    }
  });

  test('[E-PAY-3] makes the server check with the provider repeatedly when the webhook is lost', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let looks = 0;
    const answerLook = () => {
      looks += 1;
      return looks === 1 ? errorAnswer('REQ5030') : { data: { payments: [] } };
    };
    openPaid(() => looks > 1, { [look]: answerLook });
    await screen.findByText('Estamos esperando la confirmación de tu pago');
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    expect(await screen.findByRole('region', { name: /Reproductor/ })).toBeDefined();
    await waitFor(() => expect(address()).toBe(path));
    expect(looks).toBe(2);
  });

  test('[E-PAY-3] says what to do when a payment has not arrived after 30 s, and polls again on request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let paid = false;
    const { user } = openPaid(() => paid);
    await screen.findByText('Estamos esperando la confirmación de tu pago');
    await act(() => vi.advanceTimersByTimeAsync(33_000));
    expect(await screen.findByText('Tu pago todavía no ha llegado')).toBeDefined();
    expect(screen.queryByText(/Ya puedes disfrutar/)).toBeNull();
    paid = true;
    await user.click(screen.getByRole('button', { name: 'Comprobar otra vez' }));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(await screen.findByRole('region', { name: /Reproductor/ })).toBeDefined();
    expect(address()).toBe(path);
  });
});

describe('a live', () => {
  const stream = (playback: Playback, more: Partial<LiveStream> = {}): Replies => ({
    'GET /liveusers/campo': { data: { liveUser: liveStream('campo', { viewers: 1234, playback, ...more }) } },
  });

  test('[V-LIVE-1] shows the player, or the plans', async () => {
    const { unmount } = open('/live/campo', { user: subscriber, replies: stream(granted) });
    expect(await screen.findByRole('region', { name: 'Reproductor: Directo campo' })).toBeDefined();
    unmount();
    open('/live/campo', { user: basic, replies: stream(refused) });
    expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
  });

  test('[V-LIVE-1] shows users who have not paid crests, score and price instead of a lock', async () => {
    const { phase: _, ...score } = played.score!;
    const running = { ...played, state: 'LIVE' as const, score: { ...score, phase: 'PLAYING' as const } };
    open('/live/campo', {
      replies: stream({ granted: false, reason: 'LOGIN_REQUIRED' }, { sportEvent: running, sportEventId: running.id }),
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/CD Sauce.*3 – 1.*Pinar UD/);
    expect(screen.queryByText('Este partido es de pago.')).toBeNull();
  });

  test('shows the number of viewers if known and positive', async () => {
    const { unmount } = open('/live/campo', { user: subscriber, replies: stream(granted) });
    expect(await screen.findByText(/^1\.?234 personas viéndolo · Fútbol/)).toBeDefined();
    unmount();
    for (const viewers of [null, 0]) {
      const page = open('/live/campo', { user: subscriber, replies: stream(granted, { viewers }) });
      expect(await screen.findByText('Fútbol')).toBeDefined();
      expect(screen.queryByText(/viéndolo/)).toBeNull();
      page.unmount();
    }
  });

  test('[V-LIVE-2] shows a pending payment and refetches access', async () => {
    let paid = false;
    const answer = (playback: Playback) => stream(playback)['GET /liveusers/campo'] as object;
    rememberPayment('/home');
    open('/live/campo?payment=success', {
      user: basic,
      replies: { 'GET /liveusers/campo': () => answer(paid ? granted : refused) },
    });
    expect(await screen.findByText('Estamos esperando la confirmación de tu pago')).toBeDefined();
    paid = true;
    await screen.findByText('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.');
    expect(await screen.findByRole('region', { name: 'Reproductor: Directo campo' })).toBeDefined();
    expect(address()).toBe('/live/campo');
  });

  test('[V-LIVE-3] leads to /404 for an unknown slug', async () => {
    open('/live/nada');
    await waitFor(() => expect(address()).toBe('/404'));
  });

  test('[V-LIVE-3] shows title and notice when off air', async () => {
    open('/live/campo', { replies: stream({ granted: false, reason: 'OFFLINE' }, { isLive: false }) });
    expect(await screen.findByText('La emisión no está disponible en este momento.')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Directo campo' })).toBeDefined();
  });
});
