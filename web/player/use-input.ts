/** Keys and gestures of the player, and the device's own controls: lock screen, media keys, a phone's orientation. */
import { type RefObject, useEffect } from 'react';
import { type Command, type Run, seekStep, toCommand } from './commands.ts';

/** The player's keys, for the whole page unless a field has the focus. Space never scrolls a page with a player. */
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

const doubleTapMs = 350;
/** Milliseconds in which further taps after a double tap count. */
const repeatTapMs = 900;
/** Pixels of the shortest swipe. */
const swipeDistance = 60;

/**
 * Gestures: a double tap at a side seeks 10 s, each further tap another 10; a swipe down leaves full screen; a mouse's
 * double click toggles it. media-chrome handles the single tap.
 */
export function useGestures(frame: RefObject<HTMLElement | null>, live: boolean, run: Run): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let down: { x: number; y: number } | undefined;
    let last = { at: 0, by: 0, counts: false };

    const onDown = ({ pointerType, clientX, clientY, isPrimary }: PointerEvent) => {
      down = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : undefined;
    };
    const onUp = (event: PointerEvent) => {
      if (!down || !isPicture(event)) return;
      const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
      down = undefined;
      if (document.fullscreenElement === element && dy > swipeDistance && dy > 2 * Math.abs(dx)) {
        document.exitFullscreen().catch(() => undefined);
        return;
      }
      if (live || Math.hypot(dx, dy) > 20) return;
      const { left, width } = element.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      const by = share < 0.4 ? -seekStep : share > 0.6 ? seekStep : 0;
      const now = event.timeStamp;
      const isRepeatedTap = by !== 0 && by === last.by && now - last.at < (last.counts ? repeatTapMs : doubleTapMs);
      last = { at: now, by, counts: isRepeatedTap };
      if (isRepeatedTap) run({ do: 'seek', by });
    };
    const onDoubleClick = (event: MouseEvent) => {
      if (isPicture(event) && !globalThis.matchMedia?.('(pointer: coarse)').matches) run({ do: 'fullscreen' });
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('dblclick', onDoubleClick);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('dblclick', onDoubleClick);
    };
  }, [frame, live, run]);
}

/** Returns false for a button over the picture. */
function isPicture(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && ['video', 'media-controller'].includes(target.localName);
}

/** Metadata and actions for the lock screen and for media keys. */
export function useMediaSession(
  video: RefObject<HTMLVideoElement | null>,
  {
    title,
    poster,
    live,
    hasMoments,
    run,
  }: { title: string; poster: string | null | undefined; live: boolean; hasMoments: boolean; run: Run },
): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: live ? 'Cantera TV · En directo' : 'Cantera TV',
      artwork: poster ? [{ src: poster }] : [],
    });
    return () => {
      mediaSession.metadata = null;
    };
  }, [title, poster, live]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => void video.current?.play()],
      ['pause', () => video.current?.pause()],
    ];
    if (!live) {
      actions.push(
        ['seekbackward', ({ seekOffset }) => run({ do: 'seek', by: -(seekOffset ?? seekStep) })],
        ['seekforward', ({ seekOffset }) => run({ do: 'seek', by: seekOffset ?? seekStep })],
        [
          'seekto',
          ({ seekTime }) => {
            if (video.current && seekTime !== undefined) video.current.currentTime = seekTime;
          },
        ],
      );
    }
    if (hasMoments) {
      actions.push(
        ['previoustrack', () => run({ do: 'moment', by: -1 })],
        ['nexttrack', () => run({ do: 'moment', by: 1 })],
      );
    }
    // Browsers reject actions that they do not know.
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        mediaSession.setActionHandler(action, handler);
      } catch {}
    };
    for (const [action, handler] of actions) set(action, handler);
    return () => {
      for (const [action] of actions) set(action, null);
    };
  }, [video, live, hasMoments, run]);

  useEffect(() => {
    const element = video.current;
    if (!element || !('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const updatePlaybackState = () => {
      mediaSession.playbackState = element.paused ? 'paused' : 'playing';
      if (typeof mediaSession.setPositionState !== 'function') return;
      const { duration, playbackRate, currentTime } = element;
      if (live || !(duration > 0) || !Number.isFinite(duration)) mediaSession.setPositionState();
      else mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
    };
    const events = ['durationchange', 'play', 'pause', 'seeked', 'ratechange', 'playing'];
    for (const name of events) element.addEventListener(name, updatePlaybackState);
    return () => {
      for (const name of events) element.removeEventListener(name, updatePlaybackState);
      mediaSession.playbackState = 'none';
      if (typeof mediaSession.setPositionState === 'function') mediaSession.setPositionState();
    };
  }, [video, live]);
}

interface Lockable {
  lock?: (to: 'landscape' | 'portrait') => Promise<void>;
  unlock?: () => void;
}

/** In full screen, turns a phone's screen to the video's orientation, where the browser supports it. */
export function useOrientationLock(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): void {
  useEffect(() => {
    const orientation = (screen as { orientation?: Lockable }).orientation;
    const updateLock = () => {
      if (!frame.current || document.fullscreenElement !== frame.current) return orientation?.unlock?.();
      const { videoWidth: width = 0, videoHeight: height = 0 } = video.current ?? {};
      // Desktop browsers reject the lock.
      orientation?.lock?.(height > width ? 'portrait' : 'landscape').catch(() => undefined);
    };
    document.addEventListener('fullscreenchange', updateLock);
    return () => document.removeEventListener('fullscreenchange', updateLock);
  }, [frame, video]);
}
