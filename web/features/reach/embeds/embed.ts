/**
 * /insertar/…: what stands in a frame of a club's own site (E-SHARE-5). The page comes whole, without the app and without a
 * session; all that happens here is that a match which goes on, or is about to, is asked for again.
 */
import './embed.css';

/** As long as the edge keeps a page. */
const againMs = 60_000;

setInterval(askAgain, againMs);

async function askAgain(): Promise<void> {
  const shown = document.querySelector('main');
  const film = shown?.querySelector('video');
  // What somebody watches, or is about to open, stays as it is.
  if (!shown?.hasAttribute('data-again') || document.hidden || (film && film.currentTime > 0)) return;
  if (shown.contains(document.activeElement)) return;
  try {
    const answer = await fetch(location.pathname, { credentials: 'omit' });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    if (next && answer.status < 500 && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
  } catch {
    // Without a network the page stays what it was; it is asked for again.
  }
}
