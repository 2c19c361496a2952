/** The player of files: signed addresses of clips last less than a minute and are renewed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachFile } from '../../../web/player/attach-element.ts';

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

function attach(renew: () => Promise<string | undefined>) {
  const video = document.createElement('video');
  const onProblem = vi.fn();
  const detach = attachFile(video, { url: 'https://m/1', startAt: -1 }, { onProblem, renew });
  /** A range request after the address has expired. */
  const refuse = async (at: number, paused: boolean) => {
    video.currentTime = at;
    vi.spyOn(video, 'paused', 'get').mockReturnValue(paused);
    video.dispatchEvent(new Event('error'));
    await Promise.resolve();
  };
  return { video, onProblem, detach, refuse };
}

test('[H-MATCH-3] continues with a new address when the old one is rejected', async () => {
  const renew = vi.fn().mockResolvedValueOnce('https://m/2').mockResolvedValueOnce('https://m/3');
  const { video, refuse, onProblem } = attach(renew);
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(video.play).toHaveBeenCalledTimes(1);
  await refuse(12, false);
  await vi.waitFor(() => expect(video.src).toBe('https://m/2'));
  video.currentTime = 0;
  video.dispatchEvent(new Event('loadedmetadata'));
  expect([video.currentTime, vi.mocked(video.play).mock.calls.length]).toEqual([12, 2]);
  vi.mocked(performance.now).mockReturnValue(60_000);
  await refuse(5, true);
  await vi.waitFor(() => expect(video.src).toBe('https://m/3'));
  video.dispatchEvent(new Event('loadedmetadata'));
  expect([video.currentTime, vi.mocked(video.play).mock.calls.length]).toEqual([5, 2]);
  expect(onProblem).not.toHaveBeenCalled();
});

test('[H-MATCH-3] reports a failure with a fresh address, and a deleted clip', async () => {
  const { refuse, onProblem } = attach(vi.fn().mockResolvedValueOnce('https://m/2'));
  await refuse(1, false);
  await refuse(1, false);
  expect(onProblem).toHaveBeenCalledWith('load');
  const gone = attach(vi.fn().mockRejectedValue(new Error('404')));
  await gone.refuse(1, false);
  await vi.waitFor(() => expect(gone.onProblem).toHaveBeenCalledWith('load'));
});
