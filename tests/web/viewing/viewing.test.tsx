import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Club } from '../../../shared/contract/clubs.ts';
import type { PlayerProps } from '../../../web/player/player-props.ts';
import { rawAnswer } from '../support/api-answers.ts';
import { callsTo, createList, forgetLogin, id, open, person, type Replies, type Reply } from '../support/app.tsx';
import { contentCard, club as someClub, vod, vodCard } from '../support/builders.ts';

// Playback needs Media Source, which jsdom lacks; the end-to-end tests play real video.
vi.mock(import('../../../web/player/player.tsx'), async (original) => ({
  ...(await original()),
  usePlayerPreload: () => undefined,
  Player: ({ title, startAt, marks = [], media }: PlayerProps) => (
    <section aria-label={`Reproductor: ${title}`}>
      desde {startAt ?? 'el principio'}
      {marks.map((mark) => (
        <i key={mark.id} title={mark.label}>
          {mark.seconds}
        </i>
      ))}
      {/* biome-ignore lint/a11y/useMediaCaption: a fake */}
      <video ref={media} />
    </section>
  ),
}));
vi.mock(import('../../../web/player/attach-hls.ts'), () => ({ attachHls: () => () => undefined }));

const subscriber = person('REGULAR_SUBSCRIBER');
const clubs = [{ id: id('club'), name: 'CD Sauce' }];
const card = (n: number) => vodCard(n, { clubs });
const path = `/vods/${id('vod1')}`;
const vodPage = (granted = true, more: Replies = {}): Replies => ({
  [`GET ${path}`]: {
    data: { vod: vod(1, { clubs, ...(!granted && { playback: { granted, reason: 'PAYMENT_REQUIRED' } }) }) },
  },
  [`GET ${path}/clubs`]: { data: { clubs: [] } },
  [`GET ${path}/moments`]: { data: { moments: [] } },
  [`GET /users/me/progress/vods/${id('vod1')}`]: { data: { progress: null, saved: false } },
  [`PUT /users/me/progress/vods/${id('vod1')}`]: {},
  ...more,
});
const player = () => screen.findByRole('region', { name: 'Reproductor: Partido 1' });

describe('favourite clubs', () => {
  const club = someClub();
  const key = `/users/me/favorite-clubs/${club.id}`;
  const clubPage: Replies = {
    [`GET /clubs/${club.id}`]: { data: { club } },
    [`GET /clubs/${club.id}/lives`]: { data: { liveUsers: [] } },
    [`GET /clubs/${club.id}/vods`]: { data: { vods: [], limit: 12, page: 1, total: 0, totalPages: 0 } },
  };

  test('[V-FAV-1] toggles a club on its page', async () => {
    let marked: Club[] = [];
    const { user } = open(`/club/${club.id}`, {
      user: subscriber,
      replies: {
        ...clubPage,
        'GET /users/me/favorite-clubs': () => ({ data: { clubs: marked } }),
        [`PUT ${key}`]: () => {
          marked = [club];
          return {};
        },
        [`DELETE ${key}`]: () => {
          marked = [];
          return {};
        },
      },
    });
    const button = await screen.findByRole('button', { name: 'Añadir a favoritos' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    expect(callsTo(`PUT ${key}`)).toHaveLength(1);
    await waitFor(() => expect(callsTo('GET /users/me/favorite-clubs').length).toBeGreaterThan(1));
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
    expect(callsTo(`DELETE ${key}`)).toHaveLength(1);
  });

  test('[V-FAV-1] rolls back a failure with a message; visitors see no button', async () => {
    const { user, unmount } = open(`/club/${club.id}`, {
      user: subscriber,
      replies: {
        ...clubPage,
        'GET /users/me/favorite-clubs': { data: { clubs: [] } },
        [`PUT ${key}`]: rawAnswer(500),
      },
    });
    const button = await screen.findByRole('button', { name: 'Añadir a favoritos' });
    await user.click(button);
    expect(await screen.findByText('Algo salió mal. Intenta de nuevo en un rato')).toBeDefined();
    expect(button.getAttribute('aria-pressed')).toBe('false');
    unmount();
    forgetLogin();
    open(`/club/${club.id}`, { replies: clubPage });
    await screen.findByRole('heading', { level: 1, name: 'CD Sauce' });
    expect(screen.queryByRole('button', { name: 'Añadir a favoritos' })).toBeNull();
  });
});

describe('moments', () => {
  const moments = [
    { id: id('m2'), timestampMs: 125_000, label: 'Gol de Ana', clubId: id('club'), momentType: 'goal' },
    { id: id('m1'), timestampMs: 65_000, label: 'Paradón', clubId: id('club'), momentType: 'save' },
  ];

  test('[V-MOM-1] are listed in order with seek buttons for users with access', async () => {
    const { user } = open(path, {
      user: subscriber,
      replies: vodPage(true, { [`GET ${path}/moments`]: { data: { moments } } }),
    });
    const list = within(await screen.findByRole('region', { name: 'Momentos' }));
    const rows = within(list.getByRole('list')).getAllByRole('button');
    expect(rows.map((row) => row.textContent)).toEqual(['1:05Parada:Paradón', '2:05Gol:Gol de Ana']);
    const stage = await player();
    expect([...stage.querySelectorAll('i')].map((mark) => [mark.title, mark.textContent])).toEqual([
      ['Paradón', '65'],
      ['Gol de Ana', '125'],
    ]);
    const video = stage.querySelector('video')!;
    video.play = async () => undefined;
    video.scrollIntoView = () => undefined;
    await user.click(rows[1]!);
    expect(video.currentTime).toBe(125);
  });

  test('[V-MOM-1] are not sent to users without access', async () => {
    open(path, { user: person('REGULAR_BASIC'), replies: vodPage(false) });
    await screen.findByRole('heading', { name: 'Elige una de las siguientes opciones' });
    expect(callsTo(`GET ${path}/moments`)).toEqual([]);
    expect(callsTo('GET /ad_videos')).toEqual([]);
  });
});

describe('ads', () => {
  const ad = {
    id: id('ad'),
    title: 'Panadería Sol',
    duration: 20,
    url: 'https://media.test/advideos/1/hls/index.m3u8',
  };
  const withAd = (reply: Reply<'GET /ad_videos'>) => vodPage(true, { 'GET /ad_videos': reply });
  const adStage = () => screen.findByRole('region', { name: 'Anuncio: Panadería Sol' });

  test('[V-AD-1] plays the first that fits the clubs, skippable after 5 s', async () => {
    const { user } = open(path, { user: subscriber, replies: withAd({ data: { adVideos: [ad] } }) });
    const stage = await adStage();
    expect(callsTo('GET /ad_videos')[0]?.query.getAll('clubIds[]')).toEqual([id('club')]);
    expect(within(stage).getByText('Podrás saltarlo en 5 s')).toBeDefined();
    const video = stage.querySelector('video')!;
    Object.defineProperty(video, 'duration', { value: 20 });
    video.currentTime = 3.2;
    fireEvent.timeUpdate(video);
    expect(within(stage).getByText('Podrás saltarlo en 2 s')).toBeDefined();
    expect(within(stage).getByText('Anuncio · 17 s')).toBeDefined();
    video.currentTime = 5.1;
    fireEvent.timeUpdate(video);
    await user.click(within(stage).getByRole('button', { name: 'Saltar anuncio' }));
    expect(await player()).toBeDefined();
    expect(screen.queryByRole('region', { name: /^Anuncio/ })).toBeNull();
    expect(callsTo('GET /ad_videos')).toHaveLength(1);
  });

  test('[V-AD-1] ends by itself', async () => {
    open(path, { user: subscriber, replies: withAd({ data: { adVideos: [ad] } }) });
    fireEvent.ended((await adStage()).querySelector('video')!);
    expect(await player()).toBeDefined();
  });

  test.each<[string, Reply<'GET /ad_videos'>]>([
    ['none fits', { data: { adVideos: [] } }],
    ['the call fails', rawAnswer(500)],
  ])('[V-AD-2] is skipped at once when %s', async (_name, reply) => {
    open(path, { user: subscriber, replies: withAd(reply) });
    expect(await player()).toBeDefined();
  });

  test('[V-AD-2] is skipped when slow or stalled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { unmount } = open(path, {
      user: subscriber,
      replies: vodPage(true, { 'GET /ad_videos': () => new Promise<never>(() => undefined) }),
    });
    await waitFor(() => expect(callsTo('GET /ad_videos')).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(1600));
    expect(await player()).toBeDefined();
    unmount();
    open(path, { user: subscriber, replies: withAd({ data: { adVideos: [ad] } }) });
    await adStage();
    await act(() => vi.advanceTimersByTimeAsync(4100));
    expect(await player()).toBeDefined();
  });
});

test('[A-PAY-20][V-ACC-5][A-SHELL-13] stops refunded playback within a minute, shows it, and offers the plans again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const holds = { provider: 'stripe', from: '2020-01-01T00:00:00Z', to: '2200-01-01T00:00:00Z', error: null };
  const paidBack = { ...holds, error: { type: 'PDS_STRIPE_CANCELLED' as const } };
  let granted = true;
  const user = () => ({ ...subscriber, subscription: granted ? holds : paidBack });
  open(path, {
    user: user(),
    replies: {
      ...vodPage(),
      [`GET ${path}`]: () => Promise.resolve(vodPage(granted)[`GET ${path}`]!),
      'GET /users/me': () => ({ data: { user: user() } }),
    },
  });
  expect(await player()).toBeDefined();
  expect(screen.queryByRole('img', { name: 'Problema de suscripción' })).toBeNull();
  granted = false;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Reproductor: Partido 1' })).toBeNull();
  expect(await screen.findByRole('img', { name: 'Problema de suscripción' })).toBeDefined();
});

describe("the user's shelves", () => {
  const progress = (position: number, watched = false) => ({
    [`GET /users/me/progress/vods/${id('vod1')}`]: {
      data: { progress: { position, watched, updatedAt: '' }, saved: true },
    },
  });

  test.each([
    ['where it was left', path, progress(754), 'desde 754'],
    ['from the beginning what was watched', path, progress(5390, true), 'desde el principio'],
    ['at a shared time', `${path}?t=90`, progress(754), 'desde 90'],
  ])('[A-SIGNUP-2] resume a video %s', async (_name, address, more, text) => {
    open(address, { user: subscriber, replies: vodPage(true, more) });
    expect((await player()).textContent).toBe(text);
  });

  test('mark a video that was watched to the end', async () => {
    open(path, { user: subscriber, replies: vodPage(true, progress(5390, true)) });
    expect(await screen.findByText(/· Visto$/)).toBeDefined();
  });

  test('[A-SIGNUP-2][B-STAT-2] store the position during playback and report each played part once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open(path, { user: subscriber, replies: vodPage() });
    const video = (await player()).querySelector('video')!;
    Object.defineProperty(video, 'paused', { value: false });
    Object.defineProperty(video, 'duration', { value: 60 });
    /** With the heartbeats (11.27). */
    const sent = () =>
      callsTo('PATCH /session').flatMap(({ body }) => (body as { played?: { id: string } }).played ?? []);
    const of = { kind: 'vods', id: id('vod1') };
    video.currentTime = 42.7;
    await act(() => vi.advanceTimersByTimeAsync(1000));
    video.currentTime = 43.4;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sent()).toEqual([{ ...of, position: 43, watched: [71, 72] }]);
    video.currentTime = 60;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sent().at(-1)).toEqual({ ...of, position: 60, watched: [99] });
  });

  test("[A-SIGNUP-2] save a video in 'Mi lista' and remove it", async () => {
    const key = `/users/me/list/vods/${id('vod1')}`;
    const { user } = open(path, {
      user: subscriber,
      replies: vodPage(true, { [`PUT ${key}`]: {}, [`DELETE ${key}`]: {} }),
    });
    const button = await screen.findByRole('button', { name: 'Mi lista' });
    await user.click(button);
    await waitFor(() => expect(button.textContent).toBe('En mi lista'));
    await waitFor(() => expect(callsTo(`PUT ${key}`)).toHaveLength(1));
    await user.click(button);
    await waitFor(() => expect(callsTo(`DELETE ${key}`)).toHaveLength(1));
  });

  const recording = <More extends object>(n: number, more = {} as More) => ({
    ...card(n),
    kind: 'vods' as const,
    ...more,
  });
  const report = <More extends object>(n: number, more = {} as More) => ({
    ...contentCard(n),
    kind: 'contentvideos' as const,
    ...more,
  });
  const shelves = {
    continueWatching: [recording(1, { position: 2700 }), report(5, { position: 30 })],
    myList: [report(6), recording(2)],
    lives: [],
    fromMyClubs: [card(3)],
    recommended: [card(4)],
    hasFavouriteClubs: true,
  };
  const titles = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map((title) => title.textContent);

  test("[A-SIGNUP-2] fill a viewer's home page", async () => {
    open('/home', { user: subscriber, replies: { 'GET /users/me/home': { data: shelves } } });
    expect(await screen.findByText('Visto al 50 %')).toBeDefined();
    expect(['Sigue viendo', 'Mi lista', 'De tus clubes', 'Recomendado para ti'].map(titles)).toEqual([
      ['Partido 1', 'Reportaje 5'],
      ['Reportaje 6', 'Partido 2'],
      ['Partido 3'],
      ['Partido 4'],
    ]);
    const content = within(screen.getByRole('region', { name: 'Sigue viendo' })).getByRole('link', {
      name: /Reportaje/,
    });
    expect(content.getAttribute('href')).toBe(`/content/2/videos/${id('report5')}`);
    expect(content.textContent).toContain('Visto al 33 %');
    expect(content.textContent).toContain('Entrevistas · 5 de marzo de 2025');
  });

  test("[A-SIGNUP-2] 'Mi lista' has a page where a video can be removed and restored", async () => {
    const list = { videos: shelves.myList, limit: 12, page: 1, total: 2, totalPages: 1 };
    const key = `/users/me/list/contentvideos/${id('report6')}`;
    const { user } = open('/mi-lista', {
      user: subscriber,
      replies: { 'GET /users/me/list': { data: list }, [`DELETE ${key}`]: {}, [`PUT ${key}`]: {} },
    });
    const button = await screen.findByRole('button', { name: 'En mi lista: Reportaje 6' });
    await user.click(button);
    await waitFor(() => expect(callsTo(`DELETE ${key}`)).toHaveLength(1));
    expect(screen.getByRole('link', { name: /Reportaje 6/ })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Mi lista: Reportaje 6' }));
    await waitFor(() => expect(callsTo(`PUT ${key}`)).toHaveLength(1));
  });

  test("[A-SIGNUP-2] an empty 'Mi lista' explains itself, and a visitor is sent to the login", async () => {
    const { unmount } = open('/mi-lista', {
      user: subscriber,
      replies: { 'GET /users/me/list': { data: { videos: [], limit: 12, page: 1, total: 0, totalPages: 0 } } },
    });
    expect(await screen.findByText('Todavía no has guardado nada')).toBeDefined();
    unmount();
    forgetLogin();
    open('/mi-lista');
    await screen.findByRole('heading', { name: 'Iniciar Sesión' });
  });

  test('[A-SIGNUP-2] lead a new user to their club; visitors see none', async () => {
    const none = { continueWatching: [], myList: [], lives: [], fromMyClubs: [], recommended: [] };
    const { unmount } = open('/home', {
      user: person('REGULAR_BASIC'),
      replies: {
        'GET /users/me/home': { data: { ...none, hasFavouriteClubs: false } },
        'GET /users/me/favorite-clubs': { data: { clubs: [] } },
        'GET /clubs': createList('clubs', [someClub()]),
      },
    });
    const crests = await screen.findAllByRole('button', { pressed: false });
    expect(crests.map((crest) => crest.textContent)).toEqual(['CD Sauce']);
    expect(screen.queryByRole('region', { name: 'Mi lista' })).toBeNull();
    unmount();
    forgetLogin();
    open('/home');
    await screen.findByRole('region', { name: 'Fútbol' });
    expect(callsTo('GET /users/me/home')).toHaveLength(1);
  });
});
