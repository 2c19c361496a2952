/** Moments and ads on the page of a recording, and the end of playback after a refund. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { rawAnswer } from '../support/api-answers.ts';
import { basic, callsTo, id, open, type Reply } from '../support/app.tsx';
import { createReplies, findPlayer, path, subscriber } from './recording-page.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));
vi.mock(import('../../../web/player/attach-hls.ts'), () => ({ attachHls: () => () => undefined }));

describe('moments', () => {
  const moments = [
    { id: id('m2'), timestampMs: 125_000, label: 'Gol de Ana', clubId: id('club'), momentType: 'goal' },
    { id: id('m1'), timestampMs: 65_000, label: 'Paradón', clubId: id('club'), momentType: 'save' },
  ];

  test('[V-MOM-1] are listed in order with seek buttons for users with access', async () => {
    const { user } = open(path, {
      user: subscriber,
      replies: createReplies(true, { [`GET ${path}/moments`]: { data: { moments } } }),
    });
    const list = within(await screen.findByRole('region', { name: 'Momentos' }));
    const rows = within(list.getByRole('list')).getAllByRole('button');
    expect(rows.map((row) => row.textContent)).toEqual(['1:05Parada:Paradón', '2:05Gol:Gol de Ana']);
    const stage = await findPlayer();
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
    open(path, { user: basic, replies: createReplies(false) });
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
  const withAd = (reply: Reply<'GET /ad_videos'>) => createReplies(true, { 'GET /ad_videos': reply });
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
    expect(await findPlayer()).toBeDefined();
    expect(screen.queryByRole('region', { name: /^Anuncio/ })).toBeNull();
    expect(callsTo('GET /ad_videos')).toHaveLength(1);
  });

  test('[V-AD-1] ends by itself', async () => {
    open(path, { user: subscriber, replies: withAd({ data: { adVideos: [ad] } }) });
    fireEvent.ended((await adStage()).querySelector('video')!);
    expect(await findPlayer()).toBeDefined();
  });

  test.each<[string, Reply<'GET /ad_videos'>]>([
    ['none fits', { data: { adVideos: [] } }],
    ['the call fails', rawAnswer(500)],
  ])('[V-AD-2] is skipped at once when %s', async (_name, reply) => {
    open(path, { user: subscriber, replies: withAd(reply) });
    expect(await findPlayer()).toBeDefined();
  });

  test('[V-AD-2] is skipped when slow or stalled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { unmount } = open(path, {
      user: subscriber,
      replies: createReplies(true, { 'GET /ad_videos': () => new Promise<never>(() => undefined) }),
    });
    await waitFor(() => expect(callsTo('GET /ad_videos')).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(1600));
    expect(await findPlayer()).toBeDefined();
    unmount();
    open(path, { user: subscriber, replies: withAd({ data: { adVideos: [ad] } }) });
    await adStage();
    await act(() => vi.advanceTimersByTimeAsync(4100));
    expect(await findPlayer()).toBeDefined();
  });
});

test('[A-PAY-20][V-ACC-5][A-SHELL-13] stops refunded playback within a minute, marks the subscription’s problem, and offers the plans again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const paid = { provider: 'stripe', from: '2020-01-01T00:00:00Z', to: '2200-01-01T00:00:00Z', error: null };
  const refunded = { ...paid, error: { type: 'PDS_STRIPE_CANCELLED' as const } };
  let granted = true;
  const user = () => ({ ...subscriber, subscription: granted ? paid : refunded });
  open(path, {
    user: user(),
    replies: {
      ...createReplies(),
      [`GET ${path}`]: () => Promise.resolve(createReplies(granted)[`GET ${path}`]!),
      'GET /users/me': () => ({ data: { user: user() } }),
    },
  });
  expect(await findPlayer()).toBeDefined();
  expect(screen.queryByRole('img', { name: 'Problema de suscripción' })).toBeNull();
  granted = false;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Elige una de las siguientes opciones')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Reproductor: Partido 1' })).toBeNull();
  expect(await screen.findByRole('img', { name: 'Problema de suscripción' })).toBeDefined();
});
