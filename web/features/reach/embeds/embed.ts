/**
 * /insertar/…: refreshes the server-rendered page that a club's site embeds, while its match is running or about to
 * start. No app and no session.
 */
import './embed.css';

/** Milliseconds that the edge caches the page. */
const refreshIntervalMs = 60_000;

setInterval(refresh, refreshIntervalMs);

async function refresh(): Promise<void> {
  const shown = document.querySelector('main');
  const film = shown?.querySelector('video');
  // A playing video or a focused link must not be replaced.
  if (!shown?.hasAttribute('data-again') || document.hidden || (film && film.currentTime > 0)) return;
  if (shown.contains(document.activeElement)) return;
  try {
    const answer = await fetch(location.pathname, { credentials: 'omit' });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    if (next && answer.status < 500 && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
  } catch {
    // Keeps the page until the next attempt.
  }
}
