/**
 * After client-side navigation: moves the focus to the page's heading and announces its title, as a full page load
 * would.
 */
import { announce } from '../lib/announce.ts';

let waiting: MutationObserver | undefined;

/** `from` is the element that had the focus when the page rendered: if it still has it, the user has not moved it. */
export function announceNavigation(from: Element | null): void {
  waiting?.disconnect();
  // A constant keeps the document, because an observer may still run after a test has removed the global one.
  const page = document;
  announce(page.title);
  const path = page.location.pathname;
  /** Returns true when nothing is left to wait for. */
  const settle = (): boolean => {
    const { activeElement } = page;
    // A form focuses its own field, and a user who types or has moved the focus must not be interrupted.
    const isTaken =
      (activeElement !== from && activeElement !== page.body) || activeElement?.matches('input, textarea, select');
    if (isTaken || path !== page.location.pathname || page.querySelector('dialog[open]')) return true;
    const heading = page.querySelector<HTMLElement>('main h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (settle()) return;
  // The heading may render only once the page's data has arrived.
  waiting = new MutationObserver(() => settle() && waiting?.disconnect());
  waiting.observe(page.body, { childList: true, subtree: true });
}
