/** The player's commands by key, and the keys that it handles. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findMoment } from '../../../web/lib/find-moment.ts';
import { toCommand } from '../../../web/player/commands.ts';
import { isDirectionalKey, isHandledElsewhere } from '../../../web/player/use-input.ts';

const press = (key: string, more: { shiftKey?: boolean; repeat?: boolean } = {}) => ({
  key,
  shiftKey: false,
  repeat: false,
  ...more,
});
const recording = { live: false, paused: false };
const live = { live: true, paused: false };

describe('keys', () => {
  test.each([
    [' ', { do: 'play' }],
    ['k', { do: 'play' }],
    ['K', { do: 'play' }],
    ['j', { do: 'seek', by: -10 }],
    ['l', { do: 'seek', by: 10 }],
    ['ArrowLeft', { do: 'seek', by: -10 }],
    ['ArrowRight', { do: 'seek', by: 10 }],
    ['ArrowUp', { do: 'volume', by: 0.1 }],
    ['ArrowDown', { do: 'volume', by: -0.1 }],
    ['0', { do: 'seekTo', share: 0 }],
    ['7', { do: 'seekTo', share: 0.7 }],
    ['Home', { do: 'seekTo', share: 0 }],
    ['End', { do: 'seekTo', share: 1 }],
    ['m', { do: 'mute' }],
    ['f', { do: 'fullscreen' }],
    ['c', { do: 'captions' }],
  ])('[E-PLAYER-2] include %j in a recording', (key, command) => {
    expect(toCommand(press(key), recording)).toEqual(command);
  });

  test('[E-PLAYER-2] step by frames with comma and point only while paused', () => {
    expect(toCommand(press(','), { live: false, paused: true })).toEqual({ do: 'frame', by: -1 });
    expect(toCommand(press('.'), { live: false, paused: true })).toEqual({ do: 'frame', by: 1 });
    expect(toCommand(press('.'), recording)).toBeUndefined();
  });

  test('[E-PLAYER-2] do not seek in a live, except to its edge', () => {
    for (const key of ['j', 'l', 'ArrowLeft', 'ArrowRight', '5', 'Home', ',', '.'])
      expect(toCommand(press(key), { live: true, paused: true }), key).toBeUndefined();
    expect(toCommand(press('End'), live)).toEqual({ do: 'liveEdge' });
    expect(toCommand(press(' '), live)).toEqual({ do: 'play' });
    expect(toCommand(press('ArrowUp'), live)).toEqual({ do: 'volume', by: 0.1 });
  });

  test('[E-PLAYER-2] repeat seeks while they are held, but not a pause', () => {
    expect(toCommand(press('l', { repeat: true }), recording)).toEqual({ do: 'seek', by: 10 });
    expect(toCommand(press('k', { repeat: true }), recording)).toBeUndefined();
    expect(toCommand(press('f', { repeat: true }), recording)).toBeUndefined();
  });

  test('[E-PLAYER-3] step between moments with Shift and arrows', () => {
    expect(toCommand(press('ArrowRight', { shiftKey: true }), recording)).toEqual({ do: 'moment', by: 1 });
    expect(toCommand(press('ArrowLeft', { shiftKey: true }), recording)).toEqual({ do: 'moment', by: -1 });
    expect(toCommand(press('?', { shiftKey: true }), recording)).toEqual({ do: 'help' });
  });
});

test('[E-PLAYER-3] finds the next moment, and backward skips one that has just begun', () => {
  const moments = [90, 10, 50];
  expect(findMoment(moments, 0, 1)).toBe(10);
  expect(findMoment(moments, 10, 1)).toBe(50);
  expect(findMoment(moments, 90, 1)).toBeUndefined();
  expect(findMoment(moments, 70, -1)).toBe(50);
  expect(findMoment(moments, 51, -1)).toBe(10);
  expect(findMoment(moments, 5, -1)).toBeUndefined();
});

describe('key handling', () => {
  afterEach(() => document.body.replaceChildren());
  const on = (html: string, key: string, init: KeyboardEventInit = {}) => {
    document.body.innerHTML = html;
    let taken: boolean | undefined;
    const hear = (event: KeyboardEvent) => {
      taken = isHandledElsewhere(event);
    };
    addEventListener('keydown', hear, { once: true });
    const target = document.querySelector('[data-here]') ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
    return taken;
  };

  test('[E-PLAYER-2] belongs to the player on the page, on links and on buttons', () => {
    expect(on('<p>x</p>', ' ')).toBe(false);
    expect(on('<a href="/" data-here>x</a>', ' ')).toBe(false);
    expect(on('<button data-here>x</button>', 'k')).toBe(false);
    expect(on('<button data-here>x</button>', 'ArrowLeft')).toBe(false);
  });

  test.each([
    ['a field', '<input data-here>', 'k'],
    ['a text area', '<textarea data-here></textarea>', 'm'],
    ['what can be edited', '<p contenteditable="true" data-here role="textbox">x</p>', 'f'],
    ['a button that Space presses', '<button data-here>x</button>', ' '],
    ['a choice that arrows change', '<input type="radio" data-here>', 'ArrowLeft'],
    ['an open dialog', '<dialog open><button data-here>x</button></dialog>', 'k'],
  ])('[E-PLAYER-2] does not belong to the player: %s', (_what, html, key) => {
    expect(on(html, key)).toBe(true);
  });

  test('[E-TV-1] uses arrows for navigation without a pointer, or once the focus came by arrows', () => {
    const key = (name: string, init: KeyboardEventInit = {}) =>
      isDirectionalKey(new KeyboardEvent('keydown', { key: name, ...init }));
    expect(key('ArrowUp')).toBe(false);
    document.documentElement.dataset.arrows = '';
    expect(key('ArrowUp')).toBe(true);
    expect(key('Enter')).toBe(true);
    expect(key('k')).toBe(false);
    expect(key('ArrowRight', { shiftKey: true })).toBe(false);
    delete document.documentElement.dataset.arrows;
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(any-pointer: none)' }));
    expect(key('ArrowUp')).toBe(true);
    vi.unstubAllGlobals();
  });

  test('[E-PLAYER-2] leaves browser shortcuts alone', () => {
    expect(on('<p>x</p>', 'l', { ctrlKey: true })).toBe(true);
    expect(on('<p>x</p>', 'f', { metaKey: true })).toBe(true);
    expect(on('<p>x</p>', 'ArrowLeft', { altKey: true })).toBe(true);
  });
});
