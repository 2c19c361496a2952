/**
 * Keyboard navigation of the calendar grid: arrows, Home and End, Page Up and Down, Enter or Space. At the grid's edge,
 * arrows are left to the page's arrow navigation.
 */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { type Day, moveByKey } from './month.ts';

export function useGridKeys(days: readonly Day[], current: Day, onDay: (day: Day, otherMonth: boolean) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const movesByKey = useRef(false);
  const [first] = days;
  // Restores the focus after a month change has rendered, and after React has moved a week in the DOM.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first day identifies the month
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !ref.current?.contains(activeElement);
    if (isElsewhere) movesByKey.current = false;
    else if (movesByKey.current) ref.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current, first]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-day]') : null;
    if (!cell || altKey || ctrlKey || metaKey || shiftKey) return;
    if ((key === 'Enter' || key === ' ') && cell === target) {
      event.preventDefault();
      cell.querySelector('button')?.click();
      return;
    }
    const next = moveByKey(key, cell.dataset.day ?? current);
    if (next === undefined || (!key.startsWith('Page') && !days.includes(next))) return;
    event.preventDefault();
    movesByKey.current = true;
    onDay(next, key.startsWith('Page'));
  }

  /** Chooses the focused day, even if a pointer or a script has set the focus. */
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const { day } = target.dataset;
    if (day !== undefined && day !== current) onDay(day, false);
  }
  return { ref, onKeyDown, onFocus };
}
