/**
 * /insertar/…: refreshes the server-rendered page that a club's site embeds, while its match is running or about to
 * start. Without app and session.
 */
import './embed.css';

/** Milliseconds for which the edge caches the page. */
const refreshIntervalMs = 60_000;

setInterval(refresh, refreshIntervalMs);

async function refresh(): Promise<void> {
  const main = document.querySelector('main');
  const film = main?.querySelector('video');
  // A playing video or a focused link must stay.
  if (!main?.hasAttribute('data-again') || document.hidden || (film && film.currentTime > 0)) return;
  if (main.contains(document.activeElement)) return;
  try {
    const answer = await fetch(location.pathname, { credentials: 'omit' });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    if (next && answer.status < 500 && next.innerHTML !== main.innerHTML) main.replaceWith(next);
  } catch {
    // The page stays as it is until the next attempt.
  }
}
