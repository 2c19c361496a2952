/**
 * Arrow keys move the focus to what is nearest in their direction (E-TV-1). Fetched with the first arrow key that is pressed
 * on a viewer page (arrows.ts).
 *
 * They scroll, as everywhere, for whoever has a pointer in hand: what was touched last decides. A television knows no
 * pointer, and somebody who walks by Tab has let go of it. `data-arrows` on the document says that the focus came by
 * arrows: fields then give away the axis that they can do without, and the player up and down (use-keys.ts).
 */
import { type Direction, isSideways, nearest, type Spot } from './nearest-place.ts';

const { documentElement: root } = document;
let byPointer = false;

/** By address, what led away from it: who comes back goes on from there. */
const leftBy = new Map<string, string>();

/** With whether a pointer has been used on this page. Who has come to a link or a button by Tab has let go of it. */
export function begin(isPointed: boolean): void {
  byPointer = isPointed && !document.querySelector('a:focus-visible, button:focus-visible');
}

/** The focus moves, or the page scrolls where nothing is to be focused that way. Nobody else has taken the key. */
export function moveFocus(event: KeyboardEvent): void {
  const direction = event.key as Direction;
  const { activeElement } = document;
  if (byPointer || !document.querySelector('[data-theme=viewer]')) return;
  if (activeElement && keeps(activeElement, direction)) return;
  const places = placesIn(scope());
  const current = places.find(({ element }) => element === activeElement);
  const next = current ? nearest(current, places, direction) : first(places);
  if (!next) return;
  event.preventDefault();
  root.dataset.arrows = '';
  // A long text is read before what follows it.
  if (current && isFar(next)) scrollBy({ top: Math.sign(next.box.top) * 0.4 * innerHeight });
  else go(next, current !== undefined && !current.isStuck && direction === 'ArrowUp');
}

function go({ element, shown, isStuck }: Place, toTop: boolean): void {
  (element.shadowRoot?.querySelector('input') ?? element).focus({ preventScroll: true });
  // The player shows its controls when a key is let go on them; this one may have been before they had the focus.
  element.closest('media-controller')?.dispatchEvent(new Event('keyup'));
  if (!isStuck) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  // Above the first of the page there may be more to read.
  else if (toTop) scrollTo({ top: 0 });
}

/**
 * What needs the key itself. A field that the focus came to by arrows gives away those that do nothing in it, or nobody
 * without a pointer would come out again.
 */
function keeps(element: Element, direction: Direction): boolean {
  if (
    element.closest(
      '[contenteditable], [aria-expanded=true][role=combobox], [role=listbox], [role=menu], [role=tablist], [role=radiogroup]',
    )
  )
    return true;
  const isSlider = element.matches('[role=slider], media-time-range, media-volume-range');
  if (!isSlider && !element.matches('select, textarea, input:not([type=checkbox])')) return false;
  if (!('arrows' in root.dataset)) return true;
  // Up and down change a closed one too.
  if (element.matches('select')) return !isSideways(direction);
  if (element.matches('input') && !isSideways(direction)) return false;
  return isSlider ? isSideways(direction) : !isAtItsEdge(element as HTMLInputElement | HTMLTextAreaElement, direction);
}

/** The caret cannot go further that way. */
function isAtItsEdge({ value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement, to: Direction) {
  const edge = to === 'ArrowUp' || to === 'ArrowLeft' ? 0 : value.length;
  return value === '' || (selectionStart === edge && selectionEnd === edge);
}

interface Place extends Spot {
  element: HTMLElement;
  /** What is seen of it: of a choice of one its name. */
  shown: Element;
}

/** Nothing behind a dialog, or around what fills the screen, can be reached. */
const scope = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.fullscreenElement ?? document;

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"], [role=gridcell], media-time-range, media-volume-range';

function placesIn(parent: ParentNode): Place[] {
  return [...parent.querySelectorAll<HTMLElement>(focusable)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return [];
    // The controls stand for the player around them.
    // Any cell of a grid can be come to, although Tab stops at one of them.
    const isOfGrid = element.matches('[role=gridcell]');
    if (element.matches('a.sr-only, media-controller') || (element.tabIndex < 0 && !element.shadowRoot && !isOfGrid))
      return [];
    if (element instanceof HTMLInputElement && element.type === 'radio' && !standsForAll(element)) return [];
    const shown = (element.matches('input.sr-only') && element.closest('label')) || element;
    const box = shown.getBoundingClientRect();
    // What is for screen readers alone is a pixel wide.
    return box.width < 2 || box.height < 2 ? [] : [{ element, shown, box, isStuck: isStuck(element) }];
  });
}

/** Of a choice of one the chosen one, as for Tab; where none is chosen, the first. */
function standsForAll(radio: HTMLInputElement): boolean {
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

/** Where nothing has the focus: what led away from here, what asks something, the picture, the first that is in sight. */
function first(places: Place[]): Place | undefined {
  const left = leftBy.get(location.pathname);
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

const touched = () => {
  byPointer = true;
  delete root.dataset.arrows;
};
addEventListener('pointerdown', touched, { passive: true });
addEventListener('wheel', touched, { passive: true });
// Without a movement it is the page that has moved below it.
addEventListener('pointermove', ({ movementX, movementY }) => (movementX || movementY) && touched(), { passive: true });
addEventListener('keydown', ({ key }) => {
  if (key !== 'Tab') return;
  byPointer = false;
  delete root.dataset.arrows;
});
// It would open at either; who came by arrows opens it with the first letter, and goes past it without.
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
    if (link) leftBy.set(location.pathname, link);
  },
  true,
);
