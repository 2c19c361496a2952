/** The player of clips: their addresses last less than a minute and are renewed. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClipPlayer } from '../../../web/features/recordings/clips/clip-player.tsx';

const video = () => screen.getByLabelText<HTMLVideoElement>('Gol');

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(renew: () => Promise<string | undefined>) {
  const player = (src: string) => <ClipPlayer src={src} label="Gol" className="" renew={renew} />;
  const { rerender } = render(player('https://m/1'));
  return (src: string) => rerender(player(src));
}

/** A range request after the address has expired: the media host refuses it. */
function refuse(at: number, paused: boolean) {
  video().currentTime = at;
  vi.spyOn(video(), 'paused', 'get').mockReturnValue(paused);
  fireEvent.error(video());
}

test('continues with a new address when the old one is rejected', async () => {
  const renew = vi.fn().mockResolvedValueOnce('https://m/2').mockResolvedValueOnce('https://m/3');
  open(renew);
  refuse(12, false);
  await waitFor(() => expect(video().src).toBe('https://m/2'));
  video().currentTime = 0;
  fireEvent.loadedMetadata(video());
  expect([video().currentTime, vi.mocked(video().play).mock.calls.length]).toEqual([12, 1]);
  // A minute later the address is no longer fresh.
  vi.mocked(performance.now).mockReturnValue(60_000);
  refuse(50, true);
  await waitFor(() => expect(video().src).toBe('https://m/3'));
  fireEvent.loadedMetadata(video());
  expect([video().currentTime, vi.mocked(video().play).mock.calls.length]).toEqual([50, 1]);
});

test('does not retry if a fresh address fails, or if there is none', async () => {
  const renew = vi.fn().mockResolvedValueOnce('https://m/2').mockRejectedValue(new Error('404'));
  open(renew);
  refuse(0, true);
  await waitFor(() => expect(video().src).toBe('https://m/2'));
  fireEvent.error(video());
  expect(renew).toHaveBeenCalledTimes(1);
  vi.mocked(performance.now).mockReturnValue(60_000);
  fireEvent.error(video());
  expect(renew).toHaveBeenCalledTimes(2);
  expect(video().src).toBe('https://m/2');
});

test('playback is not interrupted by a refetch of the list', () => {
  const rerender = open(vi.fn());
  rerender('https://m/9');
  expect(video().src).toBe('https://m/1');
});
