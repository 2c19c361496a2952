/**
 * Spatial navigation by arrow keys, loaded with the first one (arrow-keys-loader.ts). While a mouse is in use, arrows
 * scroll as usual. `data-arrows` marks arrow mode, in which fields and the player (use-input.ts) release some of their
 * keys.
 */
import { type Direction, findNearest, isSideways, type Spot } from './nearest-element.ts';

const { documentElement: root } = document;
let usesPointer = false;

/** The link by which the user left each page, by the page's path: on return, navigation continues there. */
const lastLinks = new Map<string, string>();

/**
 * `hasUsedPointer`: a pointer was used before the first arrow key. A focus ring on a link or button proves that the
 * keyboard was used later.
 */
export function startArrowKeys(hasUsedPointer: boolean): void {
  usesPointer = hasUsedPointer && !document.querySelector('a:focus-visible, button:focus-visible');
}

/**
 * Moves the focus, or lets the page scroll where nothing can be focused. Only for keys that no other handler has used.
 */
export function moveFocus(event: KeyboardEvent): void {
  const direction = event.key as Direction;
  const { activeElement } = document;
  if (usesPointer || !document.querySelector('[data-theme=viewer]')) return;
  if (activeElement && needsKey(activeElement, direction)) return;
  const places = findPlaces(getScope());
  const current = places.find(({ element }) => element === activeElement);
  const next = current ? findNearest(current, places, direction) : findFirst(places);
  if (!next) return;
  event.preventDefault();
  root.dataset.arrows = '';
  // Scrolls through long content before it focuses the next element.
  if (current && isFar(next)) scrollBy({ top: Math.sign(next.box.top) * 0.4 * innerHeight });
  else focusPlace(next, current !== undefined && !current.isStuck && direction === 'ArrowUp');
}

function focusPlace({ element, visiblePart, isStuck }: Place, toTop: boolean): void {
  (element.shadowRoot?.querySelector('input') ?? element).focus({ preventScroll: true });
  // media-chrome shows its controls on a keyup inside it, which may have happened before the focus moved there.
  element.closest('media-controller')?.dispatchEvent(new Event('keyup'));
  if (!isStuck) visiblePart.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  // Content may be above the first element that can be focused.
  else if (toTop) scrollTo({ top: 0 });
}

/**
 * Returns whether the element needs the key itself. In arrow mode, a field releases keys that have no effect in it:
 * without a pointer, a user could not leave it otherwise.
 */
function needsKey(element: Element, direction: Direction): boolean {
  if (
    element.closest(
      '[contenteditable], [aria-expanded=true][role=combobox], [role=listbox], [role=menu], [role=tablist], [role=radiogroup]',
    )
  )
    return true;
  const isSlider = element.matches('[role=slider], media-time-range, media-volume-range');
  if (!isSlider && !element.matches('select, textarea, input:not([type=checkbox])')) return false;
  if (!('arrows' in root.dataset)) return true;
  // Up and down change a closed select too.
  if (element.matches('select')) return !isSideways(direction);
  if (element.matches('input') && !isSideways(direction)) return false;
  return isSlider
    ? isSideways(direction)
    : !isCaretAtEdge(element as HTMLInputElement | HTMLTextAreaElement, direction);
}

function isCaretAtEdge({ value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement, to: Direction) {
  const edge = to === 'ArrowUp' || to === 'ArrowLeft' ? 0 : value.length;
  return value === '' || (selectionStart === edge && selectionEnd === edge);
}

interface Place extends Spot {
  element: HTMLElement;
  /** The visible part: the label of a radio button. */
  visiblePart: Element;
}

/** Elements behind a dialog or outside the full-screen element cannot be reached. */
const getScope = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.fullscreenElement ?? document;

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"], [role=gridcell], media-time-range, media-volume-range';

function findPlaces(parent: ParentNode): Place[] {
  return [...parent.querySelectorAll<HTMLElement>(focusable)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return [];
    // The player's controls stand for the media-controller. Every cell of a grid counts, although Tab stops at only
    // one.
    const isGridCell = element.matches('[role=gridcell]');
    if (element.matches('a.sr-only, media-controller') || (element.tabIndex < 0 && !element.shadowRoot && !isGridCell))
      return [];
    if (element instanceof HTMLInputElement && element.type === 'radio' && !representsGroup(element)) return [];
    const target = (element.matches('input.sr-only') && element.closest('label')) || element;
    const box = target.getBoundingClientRect();
    // Elements that only screen readers show are one pixel wide.
    return box.width < 2 || box.height < 2 ? [] : [{ element, visiblePart: target, box, isStuck: isStuck(element) }];
  });
}

/** A radio group is represented by its checked button, as for Tab, or by its first. */
function representsGroup(radio: HTMLInputElement): boolean {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    ({ name, form }) => name === radio.name && form === radio.form,
  );
  return radio === (all.find(({ checked }) => checked) ?? all[0]);
}

function isStuck(element: Element): boolean {
  for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
    const { position, top, bottom } = getComputedStyle(around);
    if (position === 'fixed') return true;
    if (position !== 'sticky') continue;
    const box = around.getBoundingClientRect();
    if (Math.abs(box.top - Number.parseFloat(top)) < 1) return true;
    if (Math.abs(innerHeight - box.bottom - Number.parseFloat(bottom)) < 1) return true;
  }
  return false;
}

/**
 * Finds the element that is focused first: the link by which the user left this page, the cookie banner, the player, or
 * the first element in view.
 */
function findFirst(places: Place[]): Place | undefined {
  const left = lastLinks.get(location.pathname);
  const inSight = places.filter(({ box }) => box.bottom > 0 && box.top < innerHeight);
  return (
    (left && places.find(({ element }) => element.closest('main') && element.getAttribute('href') === left)) ||
    inSight.find(({ element }) => element.closest('section[aria-label=Cookies]')) ||
    inSight.find(({ element }) => element.matches('.player-box media-time-range, .player-box media-play-button')) ||
    inSight.find(({ element, isStuck }) => !isStuck && element.closest('main, dialog')) ||
    inSight[0] ||
    places[0]
  );
}

const isFar = ({ box, isStuck }: Place) => !isStuck && (box.top > 1.4 * innerHeight || box.bottom < -0.4 * innerHeight);

const leaveArrowMode = () => {
  usesPointer = true;
  delete root.dataset.arrows;
};
addEventListener('pointerdown', leaveArrowMode, { passive: true });
addEventListener('wheel', leaveArrowMode, { passive: true });
// A pointer event without movement means that the page has scrolled under the pointer.
addEventListener('pointermove', ({ movementX, movementY }) => (movementX || movementY) && leaveArrowMode(), {
  passive: true,
});
addEventListener('keydown', ({ key }) => {
  if (key !== 'Tab') return;
  usesPointer = false;
  delete root.dataset.arrows;
});
// An arrow key would open a closed combobox: in arrow mode it moves past it, and typing opens it.
addEventListener(
  'keydown',
  (event) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || !/^Arrow(Up|Down)$/.test(key) || !('arrows' in root.dataset))
      return;
    if (!(target instanceof Element && target.matches('[aria-expanded=false][role=combobox]'))) return;
    event.stopPropagation();
    moveFocus(event);
  },
  true,
);
addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element && target.closest('main a[href]')?.getAttribute('href');
    if (link) lastLinks.set(location.pathname, link);
  },
  true,
);
