/** The player's keys, for the whole page unless a field has the focus. Space never scrolls a page with a player. */
import { type RefObject, useEffect } from 'react';
import { type Command, toCommand } from './commands.ts';
import type { Run } from './use-commands.ts';

export function useKeys(video: RefObject<HTMLVideoElement | null>, live: boolean, run: Run): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const element = video.current;
      if (!element) return;
      const isDirectional = isDirectionalKey(event);
      if (isDirectional ? !targetsPicture(event) : isHandledElsewhere(event)) {
        if (event.key === ' ' && isMediaChromeButton(event)) event.preventDefault();
        return;
      }
      // While the player is out of view, these keys scroll the page, unless a control of the player has the focus.
      if (scrollKeys.has(event.key) && !isInView(element) && !isPlayerControl(event, element)) return;
      const isPressed = isDirectional && event.key === 'Enter' && !event.repeat;
      const command: Command | undefined = isPressed
        ? { do: 'play' }
        : toCommand(event, { live, paused: element.paused });
      if (!command) {
        if (event.key === ' ') event.preventDefault();
        return;
      }
      event.preventDefault();
      run(command);
    };
    // On the document, so that it runs before the window's arrow navigation (arrow-keys-loader.ts).
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [video, live, run]);
}

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

/**
 * Returns true for a directional key of a remote control: on a television, or once arrows have moved the focus. Up and
 * down move the focus; left and right seek while the picture or its seek bar has it.
 */
export function isDirectionalKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (!/^(Arrow|Enter$)/.test(key) || altKey || ctrlKey || metaKey || shiftKey) return false;
  return (
    'arrows' in document.documentElement.dataset || globalThis.matchMedia?.('(any-pointer: none)').matches === true
  );
}

/** Returns false for keys that move the focus. */
function targetsPicture({ defaultPrevented, key, target }: KeyboardEvent): boolean {
  if (defaultPrevented || scrollKeys.has(key) || document.querySelector('dialog[open]')) return false;
  return target instanceof Element && target.matches('body, main, media-controller, media-time-range, video');
}

/** Returns true if something else handles the key: a browser shortcut, a field, a dialog or the focused control. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches(fields)) return true;
  if (key === ' ' && target.closest(spaceControls)) return true;
  if (/^(Arrow|Home|End)/.test(key) && target.closest(arrowControls)) return true;
  // media-chrome's elements list the keys that they handle.
  const { keysUsed = [] } = target as { keysUsed?: string[] };
  return keysUsed.includes(key === ' ' ? 'Space' : key) || keysUsed.includes(key);
}

const fields =
  'textarea, select, input:not([type=range], [type=radio], [type=checkbox], [type=button], [type=submit]), [role=textbox], [role=combobox], [role=slider]:not(media-time-range, media-volume-range)';
/** Controls that Space activates. */
const spaceControls =
  'button, summary, input, [role=button], [role=switch], [role=checkbox], [role=radio], [role=option], [role^=menuitem], [role=tab]';
/** Controls with their own arrow keys. */
const arrowControls = 'input[type=radio], [role=radiogroup], [role=listbox], [role=menu], [role=tablist], [role=grid]';

/** Returns true for a media-chrome button, on which Space would scroll the page, unlike on a native button. */
const isMediaChromeButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.localName.startsWith('media-') && target.matches(spaceControls);

const isPlayerControl = ({ target }: KeyboardEvent, video: HTMLVideoElement): boolean =>
  target instanceof Node && video.closest('media-controller')?.contains(target) === true;

function isInView(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
}
