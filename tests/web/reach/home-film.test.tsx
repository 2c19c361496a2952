import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { open } from '../support/app.tsx';

/** Everything intersects the viewport. */
class FakeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const play = vi.fn(() => Promise.resolve());
const pause = vi.fn();

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause);
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  transfers([]);
});
afterEach(() => {
  play.mockClear();
  Reflect.deleteProperty(navigator, 'connection');
});

const film = () => document.querySelector('video');
const stop = () => screen.findByRole('button', { name: 'Pausar el video de fondo' });

describe('[E-HOME-3] the film of the home hero', () => {
  test('[V-HOME-1] starts muted by itself, can be stopped, and stays stopped on the next visit', async () => {
    const { user } = open('/home');
    const button = await stop();
    await waitFor(() => expect(play).toHaveBeenCalled());
    expect(film()).toMatchObject({ muted: true, loop: true });
    expect(film()?.getAttribute('src')).toBe('/landing/soccer.mp4');
    await user.click(button);
    expect(pause).toHaveBeenCalled();
    cleanup();
    play.mockClear();
    open('/home');
    expect(await screen.findByRole('button', { name: 'Reanudar el video de fondo' })).toBeDefined();
    expect(play).not.toHaveBeenCalled();
    expect(film()?.hasAttribute('src')).toBe(false);
  });

  test('pauses while the tab is hidden', async () => {
    open('/home');
    await stop();
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
    pause.mockClear();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(pause).toHaveBeenCalled());
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  });

  test('waits for its picture', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    open('/home');
    await stop();
    expect(film()?.hasAttribute('src')).toBe(false);
    fireEvent.load(document.querySelector('[data-hero] img')!);
    await waitFor(() => expect(play).toHaveBeenCalled());
  });

  test.each([
    ['save data', () => connection({ saveData: true })],
    ['have a slow line', () => connection({ effectiveType: '3g' })],
    ['got the page at 1.6 Mbit/s', () => transfers([{ transferSize: 100_000, responseStart: 300, responseEnd: 800 }])],
    ['have no line', () => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
    ['want calm', () => void vi.stubGlobal('matchMedia', matchReducedMotion)],
  ])('is skipped with %s', async (_, arrange) => {
    arrange();
    open('/home');
    await screen.findByRole('heading', { level: 1 });
    // Idle callbacks have run by then.
    await import('../../../web/features/reach/home/hero-film.tsx');
    await new Promise((resolve) => setTimeout(resolve));
    expect(film()).toBeNull();
    expect(screen.queryByRole('button', { name: /video de fondo/ })).toBeNull();
  });
});

const connection = (value: object) => Object.defineProperty(navigator, 'connection', { value, configurable: true });

const transfers = (entries: object[]) => void Object.assign(performance, { getEntriesByType: () => entries });

const matchReducedMotion = (query: string) =>
  Object.assign(new EventTarget(), { matches: query.includes('reduced-motion'), media: query }) as MediaQueryList;
