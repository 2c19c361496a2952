/** Whose a key is that moves both a page and a video. */
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeys } from '../../../web/player/use-keys.ts';

afterEach(() => document.body.replaceChildren());

/** Presses a key on an element of a page whose player is scrolled out of sight. */
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
  '[E-PLAYER-2] %s scrolls the page below the player, and is the player’s where one of its controls has the focus',
  (key) => {
    expect(press(key, 'p')).toEqual({ asked: [], scrolls: true });
    expect(press(key, 'media-play-button')).toEqual({ asked: [expect.anything()], scrolls: false });
  },
);

test('[E-PLAYER-2] a key that moves no page is the player’s wherever it is pressed', () => {
  expect(press('k', 'p')).toEqual({ asked: [{ do: 'play' }], scrolls: false });
});

test('[E-PLAYER-2] Space presses the button with the focus, and scrolls no page', () => {
  expect(press(' ', 'media-play-button')).toEqual({ asked: [], scrolls: false });
  // A button of HTML scrolls nothing itself, and in Firefox would not be pressed.
  expect(press(' ', 'button')).toEqual({ asked: [], scrolls: true });
  expect(press(' ', 'p')).toEqual({ asked: [{ do: 'play' }], scrolls: false });
});
