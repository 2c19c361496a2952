import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LiveCard, LiveStream } from '../../../shared/contract/live.ts';
import type { CardResult } from '../../../shared/contract/sport-event.ts';
import type { User } from '../../../shared/contract/user.ts';
import type { ListedVod, Vod } from '../../../shared/contract/vod.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { forgetPayment, rememberPayment } from '../../../web/features/money/payments/return-path.ts';
import type { PlayerProps } from '../../../web/player/player-props.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, calls, callsTo, createList, forgetLogin, id, open, person, type Replies } from '../support/app.tsx';
import {
  contentCard,
  eventOfItem,
  granted,
  liveCard,
  liveStream,
  club as someClub,
  vod as someVod,
  sportEvent,
  vodCard,
} from '../support/builders.ts';

// The player needs Media Source, which jsdom lacks; the end-to-end tests play real video.
vi.mock(import('../../../web/player/player.tsx'), async (original) => ({
  ...(await original()),
  usePlayerPreload: () => undefined,
  Player: ({ url, title, conflict, media }: PlayerProps) => (
    <section aria-label={`Reproductor: ${title}`}>
      {url} {conflict && 'en otro dispositivo'}
      {/* biome-ignore lint/a11y/useMediaCaption: a fake */}
      <video ref={media} />
    </section>
  ),
}));

const card = (n: number, more: Partial<ListedVod> = {}) => vodCard(n, { sportEventId: id('event'), ...more });
const live = (slug: string, more: Partial<LiveCard> = {}) => liveCard(slug, { sportEventId: id('event'), ...more });
const recording = (n: number, playback: Playback, more: Partial<Vod> = {}) => ({
  data: { vod: someVod(n, { sportEventId: id('event'), playback, ...more }) },
});
const refused: Playback = { granted: false, reason: 'PAYMENT_REQUIRED' };
const subscriber = person('REGULAR_SUBSCRIBER');

const titles = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)
    .filter((text) => /^(Partido|Directo)/.test(text ?? ''));

afterEach(forgetPayment);

describe('home', () => {
  const home = (lives: number, vods: number): Replies => ({
    'GET /liveusers': { data: { liveUsers: Array.from({ length: lives }, (_, n) => live(`l${n}`)) } },
    'GET /vods': createList(
      'vods',
      Array.from({ length: vods }, (_, n) => card(n)),
    ),
  });
  const inFootball = async () => {
    const rail = within(await screen.findByRole('region', { name: 'Fútbol' }));
    return waitFor(() => {
      const found = rail.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
  };

  test.each([
    [0, 9, 0, 4],
    [1, 9, 1, 3],
    [4, 9, 4, 0],
    [7, 9, 5, 0],
  ])('[V-HOME-4] shows %i lives and %i recordings', async (lives, vods, shownLives, shownVods) => {
    open('/home', { replies: home(lives, vods) });
    await screen.findAllByRole('heading', { level: 3 });
    await waitFor(async () => {
      const found = await inFootball();
      expect(found.filter((text) => text?.startsWith('Directo'))).toHaveLength(shownLives);
      expect(found.filter((text) => text?.startsWith('Partido'))).toHaveLength(shownVods);
    });
  });

  test('[V-HOME-5] [V-HOME-6] links to all matches and to the contact page', async () => {
    open('/home', { replies: home(0, 1) });
    expect((await screen.findByRole('link', { name: 'Ver todo de Fútbol' })).getAttribute('href')).toBe('/futbol');
    expect(screen.getByRole('link', { name: 'Contacta con nosotros' }).getAttribute('href')).toBe('/contact/teams');
  });

  test('[E-HOME-2] has a row for basketball with a link to all of it', async () => {
    open('/home', { replies: home(0, 1) });
    const all = await screen.findByRole('link', { name: 'Ver todo de Baloncesto' });
    expect(all.getAttribute('href')).toBe('/baloncesto');
  });

  test('[V-HOME-3] shows the supercopa only while it is live', async () => {
    open('/home', { replies: { 'GET /liveusers': { data: { liveUsers: [live('supercopa2')] } } } });
    expect(await screen.findByRole('heading', { name: 'La Supercopa, en directo' })).toBeDefined();
  });

  test('[V-HOME-3] shows no supercopa otherwise', async () => {
    open('/home', { replies: home(1, 1) });
    await inFootball();
    expect(screen.queryByRole('heading', { name: 'La Supercopa, en directo' })).toBeNull();
  });

  test('[V-HOME-2] shows the latest four content videos and a link to all', async () => {
    open('/home', {
      replies: {
        'GET /public/content/videos': createList(
          'contentVideos',
          [1, 2, 3, 4, 5, 6].map((n) => contentCard(n)),
        ),
      },
    });
    const rail = within(await screen.findByRole('region', { name: 'Contenido' }));
    expect(await rail.findAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(rail.getByRole('link', { name: 'Ver todo' }).getAttribute('href')).toBe('/contenido');
  });

  test('[V-HOME-2] shows a content load error with a retry', async () => {
    open('/home', { replies: { 'GET /public/content/videos': errorAnswer('REQ4000', 'Contenido no') } });
    const rail = within(await screen.findByRole('region', { name: 'Contenido' }));
    expect(await rail.findByText('Contenido no')).toBeDefined();
    expect(rail.getByRole('button', { name: 'Reintentar' })).toBeDefined();
  });

  test('[V-HOME-7] [V-HOME-8] shows dismissible banners of the query', async () => {
    const { user, unmount } = open('/home?showPurchaseBanner=true');
    expect((await screen.findByText(/cómpralo por 1,99/)).textContent).toContain('1,99\u00a0€');
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
    expect(screen.queryByText(/1,99/)).toBeNull();
    expect(address()).toBe('/home');
    unmount();
    const visitor = open('/home?showSubscriptionBanner=true');
    await screen.findByRole('heading', { name: 'Fútbol' });
    expect(screen.queryByText(/Ya puedes ver todos los eventos/)).toBeNull();
    visitor.unmount();
    open('/home?showSubscriptionBanner=true', { user: subscriber });
    expect(await screen.findByText(/Ya puedes ver todos los eventos/)).toBeDefined();
  });
});

describe('sport lists', () => {
  test("[V-LIST-1] show the sport's lives first, then recordings", async () => {
    open('/baloncesto', {
      replies: {
        'GET /liveusers': {
          data: { liveUsers: [live('campo'), live('pabellon', { sport: 'BASKET', sportEventId: id('other') })] },
        },
        'GET /vods': createList('vods', [card(1), card(2)], 3),
      },
    });
    await waitFor(() => expect(titles()).toEqual(['Directo pabellon', 'Partido 1', 'Partido 2']));
    expect(callsTo('GET /vods')[0]?.query.get('sport')).toBe('BASKET');
    expect(screen.getByRole('navigation', { name: 'Páginas' })).toBeDefined();
  });

  test('[V-LIST-1] show each match once, with links to its videos', async () => {
    const result: CardResult = { home: null, away: null, score: { home: 2, away: 1, phase: 'ENDED', period: 2 } };
    const one = card(1, { result, also: [{ id: id('vod9'), isSummary: true }] });
    const other = card(2, { sportEventId: id('running') });
    open('/futbol', {
      replies: {
        'GET /liveusers': { data: { liveUsers: [live('campo', { sportEventId: id('running') })] } },
        'GET /vods': createList('vods', [one, other, card(3, { sportEventId: null })]),
      },
    });
    await waitFor(() => expect(titles()).toEqual(['Directo campo', 'Partido 1', 'Partido 3']));
    expect(callsTo('GET /vods')[0]?.query.get('each')).toBe('match');
    const chips = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(chips('De Directo campo')).toEqual(['Directo /live/campo', `Video /vods/${id('vod2')}`]);
    expect(chips('De Partido 1')).toEqual([
      `Video /vods/${id('vod1')}`,
      `Resumen /vods/${id('vod9')}`,
      `Resultado /evento/${id('event')}`,
    ]);
    // A single video has only its card.
    expect(screen.queryByRole('list', { name: 'De Partido 3' })).toBeNull();
  });

  test('[V-LIST-2] [V-API-9] filter by title and clubs (repeated parameters)', async () => {
    const club = someClub();
    const { user } = open('/futbol', {
      replies: { 'GET /clubs': createList('clubs', [club]), 'GET /vods': createList('vods', [card(1)]) },
    });
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar por título' }), 'final');
    await user.type(screen.getByRole('combobox', { name: 'Filtrar por clubes' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await waitFor(() => {
      const last = callsTo('GET /vods').at(-1)?.query;
      expect([last?.get('search'), last?.getAll('clubIds[]')]).toEqual(['final', [club.id]]);
    });
  });

  test('[V-LIST-3] remember the search per page', async () => {
    const { user, unmount } = open('/futbol');
    await user.type(await screen.findByRole('searchbox'), 'final{Enter}');
    await waitFor(() => expect(callsTo('GET /vods').at(-1)?.query.get('search')).toBe('final'));
    unmount();
    open('/futbol').unmount();
    open('/futbol');
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('final');
  });

  test('[A-PROF-2] find a match by its longest title in a link', async () => {
    const title = 'Final '.repeat(33).trim();
    open(`/futbol?search=${encodeURIComponent(title)}`);
    await waitFor(() => expect(callsTo('GET /vods')[0]?.query.get('search')).toBe(title));
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).maxLength).toBeGreaterThanOrEqual(200);
  });

  test.each(['/futbol', '/baloncesto'])('%s links to both sports', async (path) => {
    open(path);
    const sports = within(await screen.findByRole('navigation', { name: 'Deportes' }));
    expect(sports.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/futbol', '/baloncesto']);
    expect(sports.getByRole('link', { current: 'page' }).getAttribute('href')).toBe(path);
  });

  test('show no football pitch for basketball without a picture', async () => {
    open('/baloncesto', { replies: { 'GET /vods': createList('vods', [card(1, { sport: 'BASKET' })]) } });
    const link = await screen.findByRole('link', { name: /Partido 1/ });
    expect(link.querySelector('img')?.getAttribute('src')).toBe('/court.svg');
  });

  test('[V-LIST-4] prefill the search from the query', async () => {
    open('/futbol?search=Copa');
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('Copa');
    await waitFor(() => expect(callsTo('GET /vods')[0]?.query.get('search')).toBe('Copa'));
  });

  test('[V-LIST-5] show a text when empty', async () => {
    open('/futbol');
    expect(await screen.findByText('No hay resultados disponibles')).toBeDefined();
  });
});

describe('clubs', () => {
  test('[V-CLUBS-1] [V-CLUBS-3] [V-CLUBS-4] have a search and empty texts', async () => {
    const { user } = open('/clubes');
    expect(await screen.findByText('No hay clubes disponibles')).toBeDefined();
    expect(screen.getByText('Aún no hay clubes registrados en la plataforma')).toBeDefined();
    await user.type(screen.getByPlaceholderText('Buscar clubes...'), 'zzz{Enter}');
    expect(await screen.findByText('No se encontraron clubes')).toBeDefined();
    expect(screen.getByText('Intenta con otros términos de búsqueda')).toBeDefined();
  });

  test('announce the number of results', async () => {
    const clubs = [someClub()];
    const found = (total: number) => ({
      data: { clubs: clubs.slice(0, total), limit: 12, page: 1, total, totalPages: 1 },
    });
    const { user } = open('/clubes', {
      replies: { 'GET /clubs': ({ query }) => found(query.get('search') ? 0 : 1) },
    });
    await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('1 club'));
    await user.type(screen.getByPlaceholderText('Buscar clubes...'), 'zzz{Enter}');
    await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('0 clubes'));
  });

  test('[V-CLUBS-2] scroll smoothly to the top of another page', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const clubs = Array.from({ length: 12 }, (_, n) => someClub({ id: id(`c${n}`), name: `Club ${n}` }));
    const { user } = open('/clubes', {
      replies: { 'GET /clubs': { data: { clubs, limit: 12, page: 1, total: 30, totalPages: 3 } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Página 2' }));
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' });
    expect(callsTo('GET /clubs').at(-1)?.query.get('page')).toBe('2');
  });

  const club = someClub();
  const page = (lives: unknown[]): Replies => ({
    [`GET /clubs/${club.id}`]: { data: { club } },
    [`GET /clubs/${club.id}/lives`]: { data: { liveUsers: lives } },
    [`GET /clubs/${club.id}/vods`]: createList('vods', [card(1)]),
  });

  test('[A-GEN-2] [V-CLUB-1] [V-CLUB-2] [V-CLUB-3] show a club with a live', async () => {
    open(`/club/${club.id}`, { replies: page([live('campo')]) });
    expect(await screen.findByText('EN DIRECTO')).toBeDefined();
    expect(screen.getByText('Club Oficial')).toBeDefined();
    await waitFor(() => expect(titles()).toEqual(['Directo campo', 'Partido 1']));
  });

  test('[V-CLUB-2] show no live badge without a live', async () => {
    open(`/club/${club.id}`, { replies: page([]) });
    await waitFor(() => expect(titles()).toEqual(['Partido 1']));
    expect(screen.queryByText('EN DIRECTO')).toBeNull();
  });

  test('show a recordings load error with a retry instead of an empty list', async () => {
    let fails = true;
    const vods = `GET /clubs/${club.id}/vods`;
    const { user } = open(`/club/${club.id}`, {
      replies: { ...page([]), [vods]: () => (fails ? errorAnswer('REQ4000', 'No va') : createList('vods', [card(1)])) },
    });
    expect(await screen.findByText('No va')).toBeDefined();
    expect(screen.queryByText('No hay resultados disponibles')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(titles()).toEqual(['Partido 1']));
  });

  test("'Reintentar' refetches every failed query", async () => {
    let fails = true;
    const broken = ([key, reply]: [string, object]) => [
      key,
      () => (fails ? rawAnswer(403, { message: 'No va' }) : reply),
    ];
    const { user } = open(`/club/${club.id}`, {
      replies: Object.fromEntries(Object.entries(page([live('campo')]) as Record<string, object>).map(broken)),
    });
    expect(await screen.findByText('No va')).toBeDefined();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(titles()).toEqual(['Directo campo', 'Partido 1']));
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });

  test('show a lives load error', async () => {
    open(`/club/${club.id}`, {
      replies: { ...page([]), [`GET /clubs/${club.id}/lives`]: errorAnswer('REQ4000', 'Directos no') },
    });
    expect(await screen.findByText('Directos no')).toBeDefined();
    expect(titles()).toEqual(['Partido 1']);
  });

  test('[V-CLUB-4] report a missing club', async () => {
    open(`/club/${id('none')}`);
    expect(await screen.findByText('Club no encontrado')).toBeDefined();
    expect(screen.getByText('No se pudo cargar la información del club')).toBeDefined();
  });
});

describe('a recording', () => {
  const path = `/vods/${id('vod1')}`;
  const vod = (playback: Playback, more: Partial<Vod> = {}): Replies => ({
    [`GET ${path}`]: recording(1, playback, { sportEvent: eventOfItem(), ...more }),
    [`GET ${path}/clubs`]: { data: { clubs: [{ id: id('c1'), name: 'CD Sauce', thumbnail: null }] } },
  });

  test('[V-VOD-1] [V-VOD-3] shows the player with title, summary and clubs if access is granted', async () => {
    open(path, { user: subscriber, replies: vod(granted) });
    expect((await screen.findByRole('region', { name: 'Reproductor: Partido 1' })).textContent).toContain(granted.url);
    expect(screen.getByRole('heading', { level: 1, name: 'Partido 1' })).toBeDefined();
    expect(screen.getByText('Jornada 3.')).toBeDefined();
    expect(await screen.findByRole('region', { name: 'Clubes participantes' })).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
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
    expect(plans.getAllByText('IVA incluido')).toHaveLength(2);
  });

  test.each<[string, User | undefined, string | undefined]>([
    ['a visitor', undefined, 'Prefiero crear mi cuenta completa'],
    ['somebody with an account', person('REGULAR_BASIC'), 'Comprar con mis datos de facturación'],
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
  ])('[V-PRICE-5] %s nothing can be bought', async (_name, sportEventId) => {
    open(path, { user: person('REGULAR_BASIC'), replies: vod(refused, { sportEventId, sportEvent: null }) });
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

  test('[V-VOD-5] [A-PAY-16] refetches access after a payment and cleans the address', async () => {
    let paid = false;
    const answer = (playback: Playback) => vod(playback)[`GET ${path}`] as object;
    rememberPayment('/home');
    open(`${path}?payment=success`, {
      user: person('REGULAR_BASIC'),
      replies: { ...vod(granted), [`GET ${path}`]: () => answer(paid ? granted : refused) },
    });
    // [E-PAY-3] While the payment is pending, the page says so and offers no purchase.
    expect(await screen.findByText('Estamos esperando la confirmación de tu pago')).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
    expect(screen.queryByText(/Ya puedes disfrutar/)).toBeNull();
    paid = true;
    expect(
      await screen.findByText('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.'),
    ).toBeDefined();
    expect(await screen.findByRole('region', { name: /Reproductor/ })).toBeDefined();
    expect(address()).toBe(path);
  });

  const look = 'GET /users/me/payments';

  test('[E-PAY-3] offers no plans while the payment is pending', async () => {
    rememberPayment('/home');
    open(`${path}?payment=success`, {
      user: person('REGULAR_BASIC'),
      replies: { [`GET /vods/${id('vod1')}`]: recording(1, refused) },
    });
    expect(await screen.findByText('Se abrirá en cuanto llegue tu pago.')).toBeDefined();
    expect(screen.queryByText(/Elige una opción/)).toBeNull();
  });

  test('[E-PAY-3] ignores a payment=success typed by hand', async () => {
    for (const playback of [refused, granted]) {
      const view = open(`${path}?payment=success`, { user: person('REGULAR_BASIC'), replies: vod(playback) });
      await waitFor(() => expect(address()).toBe(path));
      expect(screen.queryByText(/El pago ha sido procesado|Estamos esperando/)).toBeNull();
      expect(callsTo(look)).toEqual([]);
      view.unmount();
    }
  });

  test('[E-PAY-3] makes the server check with the provider repeatedly when the webhook is lost', async () => {
    let looks = 0;
    const answer = (playback: Playback) => vod(playback)[`GET ${path}`] as object;
    const found = () => {
      looks += 1;
      return looks === 1 ? errorAnswer('REQ5030') : { data: { payments: [] } };
    };
    rememberPayment('/home');
    open(`${path}?payment=success`, {
      user: person('REGULAR_BASIC'),
      replies: { ...vod(granted), [`GET ${path}`]: () => answer(looks > 1 ? granted : refused), [look]: found },
    });
    expect(await screen.findByRole('region', { name: /Reproductor/ })).toBeDefined();
    await waitFor(() => expect(address()).toBe(path));
    expect(looks).toBe(2);
  });

  test('[E-PAY-3] says what to do when a payment has not arrived after 30 s, and polls again on request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let paid = false;
    const answer = (playback: Playback) => vod(playback)[`GET ${path}`] as object;
    rememberPayment('/home');
    const { user } = open(`${path}?payment=success`, {
      user: person('REGULAR_BASIC'),
      replies: { ...vod(granted), [`GET ${path}`]: () => answer(paid ? granted : refused) },
    });
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

  test('[A-SESS-9] sends heartbeats at once and every 20 s, and a final one when the page is left', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const view = open(path, { user: subscriber, replies: vod(granted) });
    await screen.findByRole('region', { name: /Reproductor/ });
    const reports = () => callsTo('PATCH /session').map((call) => call.body);
    const watching = { isWatching: true, takeOver: false };
    await waitFor(() => expect(reports()).toEqual([watching]));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(reports()).toEqual([watching, watching]);
    view.unmount();
    expect(reports()).toEqual([watching, watching, { isWatching: false }]);
  });

  describe('[11.27] playback progress', () => {
    const playing = async () => {
      const video = (await screen.findByRole('region', { name: /Reproductor/ })).querySelector('video')!;
      Object.defineProperty(video, 'paused', { value: false });
      Object.defineProperty(video, 'duration', { value: 3600 });
      return video;
    };
    const place = (position: number, watched: number[]) => ({ kind: 'vods', id: id('vod1'), position, watched });
    /** Heartbeats with progress; a slow machine sends more without any. */
    const reports = () =>
      callsTo('PATCH /session')
        .map(({ body }) => body as { isWatching: boolean; played?: object })
        .filter(({ played }) => played)
        .map(({ isWatching, played }) => [isWatching, played]);
    const told = () => calls.filter(({ key }) => /^PUT .*\/progress\//.test(key)).map(({ body }) => body);
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

    test('[A-SIGNUP-2][A-SESS-9] is sent with the heartbeats, each part once, without separate requests', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const view = open(path, { user: subscriber, replies: vod(granted) });
      const video = await playing();
      video.currentTime = 40;
      await pass(21_000);
      expect(reports()).toEqual([[true, place(40, [1])]]);
      video.currentTime = 60;
      await pass(21_000);
      expect(reports().slice(1)).toEqual([[true, place(60, [])]]);
      video.currentTime = 80;
      await pass(1_000);
      view.unmount();
      await pass(1_000);
      // Sampled by the last heartbeat or the one before.
      expect(
        reports()
          .slice(2)
          .map(([, played]) => played),
      ).toEqual([place(80, [2])]);
      expect(callsTo('PATCH /session').at(-1)?.body).toMatchObject({ isWatching: false });
      expect(told()).toEqual([]);
    });

    test('[A-SIGNUP-2] is sent again after a failure', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      open(path, {
        user: subscriber,
        replies: { ...vod(granted), 'PATCH /session': errorAnswer('REQ5000') },
      });
      const video = await playing();
      video.currentTime = 40;
      await pass(41_000);
      expect(reports().length).toBeGreaterThanOrEqual(2);
      for (const report of reports()) expect(report).toEqual([true, place(40, [1])]);
    });

    test('[A-SIGNUP-2] is sent separately for admins, who send no heartbeats', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const replies = { ...vod(granted), [`PUT /users/me/progress/vods/${id('vod1')}`]: {} };
      open(path, { user: person('ADMIN'), replies });
      const video = await playing();
      video.currentTime = 40;
      await pass(11_000);
      expect(told()).toEqual([{ position: 40, watched: [1] }]);
      expect(reports()).toEqual([]);
    });
  });

  test('[A-SESS-9] sends the final heartbeat when a tab closes', async () => {
    open(path, { user: subscriber, replies: vod(granted) });
    await screen.findByRole('region', { name: /Reproductor/ });
    await waitFor(() => expect(callsTo('PATCH /session')).toHaveLength(1));
    fireEvent(window, new Event('pagehide'));
    expect(callsTo('PATCH /session').at(-1)?.body).toEqual({ isWatching: false });
  });

  test('[A-SESS-9] sends no heartbeats for admins and visitors', async () => {
    const { unmount } = open(path, { user: person('ADMIN'), replies: vod(granted) });
    await screen.findByRole('region', { name: /Reproductor/ });
    unmount();
    forgetLogin();
    open(path, { replies: vod(granted) });
    await screen.findByRole('region', { name: /Reproductor/ });
    expect(callsTo('PATCH /session')).toEqual([]);
  });

  test('[A-SESS-10] reports a failed heartbeat once', async () => {
    open(path, {
      user: subscriber,
      replies: { ...vod(granted), 'PATCH /session': errorAnswer('REQ5000') },
    });
    expect(await screen.findByText('Error al actualizar el estado del usuario')).toBeDefined();
  });

  test('[V-PLAY-5] passes a conflict to the player instead of a toast', async () => {
    open(path, {
      user: subscriber,
      replies: { ...vod(granted), 'PATCH /session': errorAnswer('SSN4090') },
    });
    expect(await screen.findByText(/en otro dispositivo/)).toBeDefined();
    expect(screen.queryByText('Error al actualizar el estado del usuario')).toBeNull();
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
    open('/live/campo', { user: person('REGULAR_BASIC'), replies: stream(refused) });
    expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
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
      user: person('REGULAR_BASIC'),
      replies: { 'GET /liveusers/campo': () => answer(paid ? granted : refused) },
    });
    expect(await screen.findByText('Estamos esperando la confirmación de tu pago')).toBeDefined();
    paid = true;
    expect(
      await screen.findByText('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.'),
    ).toBeDefined();
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
      return recording(1, asked > 2 ? granted : refused);
    };
    rememberPayment('/home');
    open(`${path}?payment=success`, {
      user: paid,
      replies: page([], [card(1)], {
        'GET /users/me': { data: { user: paid } },
        [`GET /vods/${id('vod1')}`]: video,
      }),
    });
    expect(await screen.findByRole('region', { name: /Reproductor/ }, { timeout: 5000 })).toBeDefined();
    await waitFor(() => expect(address()).toBe(path));
  });

  test('[V-EVENT-1] [V-EVENT-3] [V-EVENT-5] [V-EVENT-6] shows title, sport, times, clubs and videos', async () => {
    open(path, { replies: page([], [card(1)]) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Derbi' })).toBeDefined();
    expect(screen.getByText('Baloncesto')).toBeDefined();
    expect(screen.getByText('5 de marzo de 2026, de 23:00 a 01:00 del día siguiente')).toBeDefined();
    expect(screen.getByRole('link', { name: 'CD Sauce' }).getAttribute('href')).toBe(`/club/${id('c1')}`);
    expect(await screen.findByRole('region', { name: 'Videos del Evento' })).toBeDefined();
    expect(screen.queryByText('DIRECTO')).toBeNull();
  });

  test('[V-EVENT-4] offers the match before its summary', async () => {
    const summary = card(9, { title: 'Resumen: Derbi' });
    const { user } = open(path, {
      user: subscriber,
      replies: page([live('campo')], [summary, card(1)], {
        'GET /liveusers/campo': { data: { liveUser: liveStream('campo') } },
        [`GET /vods/${id('vod1')}`]: recording(1, { ...granted, url: 'https://media.test/1' }),
        [`GET /vods/${id('vod9')}`]: recording(
          9,
          { ...granted, url: 'https://media.test/9' },
          { title: summary.title },
        ),
      }),
    });
    const choices = within(await screen.findByRole('group', { name: 'Qué ver' }));
    await waitFor(() => expect(choices.getAllByRole('radio')).toHaveLength(3));
    expect(choices.getByRole<HTMLInputElement>('radio', { name: 'Directo' }).checked).toBe(true);
    await user.click(choices.getByRole('radio', { name: 'Video' }));
    expect(await screen.findByText(/media\.test\/1/)).toBeDefined();
    expect(address()).toBe(`${path}?ver=${id('vod1')}`);
    await user.click(choices.getByRole('radio', { name: 'Resumen' }));
    expect(await screen.findByText(/media\.test\/9/)).toBeDefined();
    // The match is live although the list says otherwise.
    expect(screen.getByText('DIRECTO')).toBeDefined();
  });

  test('[V-EVENT-2] [V-EVENT-4] shows a live in place of the picture', async () => {
    open(path, {
      user: subscriber,
      replies: page([live('campo')], [], {
        'GET /liveusers/campo': { data: { liveUser: liveStream('campo') } },
      }),
    });
    expect(await screen.findByRole('region', { name: 'Reproductor: Derbi' })).toBeDefined();
    expect(screen.getByText('DIRECTO')).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
  });

  test('counts down before the start, with seconds in the last hour', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(event.scheduledStartDate) - 62 * 60_000 });
    open(path, { replies: page([], []) });
    const timer = await screen.findByRole('timer');
    expect(timer.textContent).toBe('Empieza en1 h y 2 min');
    await act(() => vi.advanceTimersByTimeAsync(61 * 60_000));
    expect(timer.textContent).toMatch(/^Empieza en(0:5\d|1:00)$/);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(screen.getByText('Empezamos enseguida')).toBeDefined();
    vi.useRealTimers();
  });

  test('[V-EVENT-4] shows the prices without access', async () => {
    open(path, {
      user: person('REGULAR_BASIC'),
      replies: page([], [card(1)], {
        [`GET /vods/${id('vod1')}`]: recording(1, refused),
      }),
    });
    expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
    expect(screen.queryByRole('region', { name: /Reproductor/ })).toBeNull();
  });

  test('shows a videos load error with a retry', async () => {
    let fails = true;
    const { user } = open(path, {
      replies: page([], [card(1)], {
        [`GET /sportevents/${event.id}/vods`]: () => (fails ? errorAnswer('REQ4000', 'Videos no') : videos(card(1))),
      }),
    });
    expect(await screen.findByText('Videos no')).toBeDefined();
    expect(screen.queryByText('Todavía no hay videos')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(titles()).toEqual(['Partido 1']));
  });

  test('shows an error when a video fails to open, and no price meanwhile', async () => {
    open(path, {
      user: person('REGULAR_BASIC'),
      replies: page([], [card(1)], { [`GET /vods/${id('vod1')}`]: rawAnswer(403, { message: 'No se abre' }) }),
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
