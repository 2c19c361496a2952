/** The scoreboard for screen readers, and the lock screen's controls. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { type RefObject, useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../web/app/providers.tsx';
import { Scoreboard } from '../../../web/features/viewing/scoreboard/scoreboard.tsx';
import { useMediaSession } from '../../../web/player/use-input.ts';
import { answer, id } from '../support/app.tsx';

beforeEach(() => void vi.useFakeTimers());

const from = Date.parse('2026-11-21T10:00:00Z');
const step = (seconds: number, home: number) => ({
  at: from + 1000 * seconds,
  home,
  away: 0,
  phase: 'PLAYING',
  period: 1,
  startedAt: from,
  clockMs: 0,
});

test('[D-SCORE-7] announces the score politely, at most every ten seconds, always the latest', async () => {
  const steps = [step(1, 0), step(3, 1), step(5, 2), step(40, 3)];
  answer({ [`GET /vods/${id('v')}/score`]: { data: { from, gaps: [], steps } } });
  const heard: string[] = [];
  const listen = new MutationObserver(() => {
    const text = document.querySelector('[aria-live=polite]')?.textContent;
    if (text && heard.at(-1) !== text) heard.push(text);
  });
  listen.observe(document.body, { childList: true, subtree: true, characterData: true });
  const began = Date.now();
  const playhead = {
    seconds: () => (Date.now() - began) / 1000,
    date: () => undefined,
    cues: () => [],
    isRewound: () => false,
    seek: () => undefined,
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Scoreboard
        subject={{ vodId: id('v') }}
        sport="SOCCER"
        home={{ name: 'CD Sauce', thumbnail: null }}
        away={{ name: 'Atlético Norte', thumbnail: null }}
        playhead={playhead}
      />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(8_000);
  expect(screen.getByText(/^Marcador:/).textContent).toContain('CD Sauce 2, Atlético Norte 0');
  expect(heard).toEqual(['CD Sauce 0, Atlético Norte 0, 1.ª parte']);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(heard.slice(1)).toEqual(['CD Sauce 2, Atlético Norte 0, 1.ª parte']);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(heard.slice(2)).toEqual(['CD Sauce 3, Atlético Norte 0, 1.ª parte']);
  listen.disconnect();
});

function Session({ live, hasMoments, run }: { live: boolean; hasMoments: boolean; run: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is played */}
      <video ref={video} />
      <Hook video={video} live={live} hasMoments={hasMoments} run={run} />
    </>
  );
}
function Hook({ video, ...about }: { video: RefObject<HTMLVideoElement | null> } & Parameters<typeof Session>[0]) {
  useMediaSession(video, { title: 'Partido', poster: null, ...about });
  return null;
}

test('[E-PLAYER-2] lets lock screens and headsets seek, step between moments and show the position', () => {
  const handlers = new Map<string, ((details: object) => void) | null>();
  const positions: unknown[] = [];
  const mediaSession = {
    setActionHandler: (name: string, handler: ((details: object) => void) | null) => handlers.set(name, handler),
    setPositionState: (state?: unknown) => positions.push(state),
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaSession }));
  vi.stubGlobal('MediaMetadata', class {});
  const run = vi.fn();
  const { container, rerender, unmount } = render(<Session live={false} hasMoments run={run} />);
  handlers.get('seekforward')?.({});
  handlers.get('seekbackward')?.({ seekOffset: 30 });
  handlers.get('nexttrack')?.({});
  expect(run.mock.calls.flat()).toEqual([
    { do: 'seek', by: 10 },
    { do: 'seek', by: -30 },
    { do: 'moment', by: 1 },
  ]);
  const video = container.querySelector('video')!;
  Object.defineProperty(video, 'duration', { value: 90 });
  video.currentTime = 12;
  video.dispatchEvent(new Event('seeked'));
  expect(positions.at(-1)).toEqual({ duration: 90, playbackRate: 1, position: 12 });
  // A live without moments can only be played and paused.
  rerender(<Session live hasMoments={false} run={run} />);
  for (const action of ['seekforward', 'seekbackward', 'seekto', 'nexttrack']) expect(handlers.get(action)).toBeNull();
  expect(handlers.get('pause')).toBeTypeOf('function');
  unmount();
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
});
