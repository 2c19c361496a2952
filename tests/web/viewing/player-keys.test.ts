/** Keys that move both the page and the video. */
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeys } from '../../../web/player/use-input.ts';

afterEach(() => document.body.replaceChildren());

/** Presses a key on a page whose player is scrolled out of view. */
function press(key: string, selector: string): { asked: unknown[]; scrolls: boolean } {
  document.body.innerHTML = `<media-controller><video></video>
    <media-play-button role="button" tabindex="0"></media-play-button><button></button>
  </media-controller><p tabindex="0"></p>`;
  const run = vi.fn();
  const { unmount } = renderHook(() => useKeys({ current: document.querySelector('video') }, false, run));
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.querySelector(selector)?.dispatchEvent(event);
  unmount();
  return { asked: run.mock.calls.flat(), scrolls: !event.defaultPrevented };
}

test.each(['Home', 'End', 'ArrowUp', 'ArrowDown'])(
  '[E-PLAYER-2] %s scrolls the page below the player, and belongs to the player while its control has the focus',
  (key) => {
    expect(press(key, 'p')).toEqual({ asked: [], scrolls: true });
    expect(press(key, 'media-play-button')).toEqual({ asked: [expect.anything()], scrolls: false });
  },
);

test('[E-PLAYER-2] keys that do not scroll belong to the player everywhere', () => {
  expect(press('k', 'p')).toEqual({ asked: [{ do: 'play' }], scrolls: false });
});

test('[E-PLAYER-2] presses the focused button with Space without scrolling', () => {
  expect(press(' ', 'media-play-button')).toEqual({ asked: [], scrolls: false });
  // The browser presses a native button without scrolling; in Firefox a prevented key would not press it.
  expect(press(' ', 'button')).toEqual({ asked: [], scrolls: true });
  expect(press(' ', 'p')).toEqual({ asked: [{ do: 'play' }], scrolls: false });
});
