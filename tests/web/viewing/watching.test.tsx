/** Heartbeats and playback progress while a recording is watched. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetPayment } from '../../../web/features/money/payments/pending-payment.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { admin, calls, callsTo, forgetLogin, id, open, type Replies, subscriber } from '../support/app.tsx';
import { vod } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

afterEach(forgetPayment);

const path = `/vods/${id('vod1')}`;
const watchable: Replies = { [`GET ${path}`]: { data: { vod: vod(1) } } };

test('[A-SESS-9] sends heartbeats at once and every 20 s, and a final one when the page is left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const view = open(path, { user: subscriber, replies: watchable });
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
  const findPlayingVideo = async () => {
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
  const listProgress = () => calls.filter(({ key }) => /^PUT .*\/progress\//.test(key)).map(({ body }) => body);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('[A-SIGNUP-2][A-SESS-9] is sent with the heartbeats, each part once, without separate requests', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const view = open(path, { user: subscriber, replies: watchable });
    const video = await findPlayingVideo();
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
    // The position was sampled by the last heartbeat or the one before.
    expect(
      reports()
        .slice(2)
        .map(([, played]) => played),
    ).toEqual([place(80, [2])]);
    expect(callsTo('PATCH /session').at(-1)?.body).toMatchObject({ isWatching: false });
    expect(listProgress()).toEqual([]);
  });

  test('[A-SIGNUP-2] is sent again after a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open(path, { user: subscriber, replies: { ...watchable, 'PATCH /session': errorAnswer('REQ5000') } });
    const video = await findPlayingVideo();
    video.currentTime = 40;
    await pass(41_000);
    expect(reports().length).toBeGreaterThanOrEqual(2);
    for (const report of reports()) expect(report).toEqual([true, place(40, [1])]);
  });

  test('[A-SIGNUP-2] is sent separately for admins, who send no heartbeats', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const replies = { ...watchable, [`PUT /users/me/progress/vods/${id('vod1')}`]: {} };
    open(path, { user: admin, replies });
    const video = await findPlayingVideo();
    video.currentTime = 40;
    await pass(11_000);
    expect(listProgress()).toEqual([{ position: 40, watched: [1] }]);
    expect(reports()).toEqual([]);
  });
});

test('[A-SESS-9] sends the final heartbeat when a tab closes', async () => {
  open(path, { user: subscriber, replies: watchable });
  await screen.findByRole('region', { name: /Reproductor/ });
  await waitFor(() => expect(callsTo('PATCH /session')).toHaveLength(1));
  fireEvent(window, new Event('pagehide'));
  expect(callsTo('PATCH /session').at(-1)?.body).toEqual({ isWatching: false });
});

test('[A-SESS-9] sends no heartbeats for admins and visitors', async () => {
  const { unmount } = open(path, { user: admin, replies: watchable });
  await screen.findByRole('region', { name: /Reproductor/ });
  unmount();
  forgetLogin();
  open(path, { replies: watchable });
  await screen.findByRole('region', { name: /Reproductor/ });
  expect(callsTo('PATCH /session')).toEqual([]);
});

test('[A-SESS-10] reports a failed heartbeat once', async () => {
  open(path, { user: subscriber, replies: { ...watchable, 'PATCH /session': errorAnswer('REQ5000') } });
  expect(await screen.findByText('Error al actualizar el estado del usuario')).toBeDefined();
});

test('[V-PLAY-5] passes a conflict to the player instead of a toast', async () => {
  open(path, { user: subscriber, replies: { ...watchable, 'PATCH /session': errorAnswer('SSN4090') } });
  expect(await screen.findByText(/en otro dispositivo/)).toBeDefined();
  expect(screen.queryByText('Error al actualizar el estado del usuario')).toBeNull();
});
