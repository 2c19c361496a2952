/** After a step to another page: the focus goes to its heading, and its title is read aloud, as on a site of whole pages. */
import { announce } from '../lib/announce.ts';

let waiting: MutationObserver | undefined;

/** `from`: what had the focus when the page had come. */
export function arrive(from: Element | null): void {
  waiting?.disconnect();
  // Asked when it may have gone.
  const page = document;
  announce(page.title);
  const path = page.location.pathname;
  /** Whether there is nothing more to wait for. */
  const settle = (): boolean => {
    const { activeElement } = page;
    // A page that asks for something begins in its field; and whoever has gone on, or types already, is not called back.
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
  // Its heading comes with its data.
  waiting = new MutationObserver(() => settle() && waiting?.disconnect());
  waiting.observe(page.body, { childList: true, subtree: true });
}
