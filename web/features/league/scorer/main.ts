/** /mesa/{eventId}: the scorer app, a page of its own, which starts fast on cheap phones and works offline. */
import './scorer.css';
import { createSend } from './api-client.ts';
import { getDeviceId, takeLink } from './match-link.ts';
import { ScorerMatch } from './scorer-match.ts';
import { ScorerView } from './scorer-view.ts';
import { createSignalLight } from './signal-light.ts';
import { ScorerStorage } from './storage.ts';
import { WakeLock } from './wake-lock.ts';

/** Milliseconds between polls for other phones' actions. */
const syncEveryMs = 5_000;

const root = document.getElementById('desk');
const eventId = location.pathname.split('/')[2] ?? '';
if (root && eventId) openScorer(root, eventId);

function openScorer(root: HTMLElement, eventId: string): void {
  const wakeLock = new WakeLock();
  const keepAwake = () => wakeLock.keep(match.score.phase === 'PLAYING');
  const onChange = () => {
    view.update();
    void keepAwake();
  };
  const send = createSend(takeLink('mesa', eventId));
  const match = new ScorerMatch(eventId, getDeviceId('mesa'), new ScorerStorage(), send, onChange);
  const login = `/login?redirectTo=${encodeURIComponent(location.pathname)}`;
  const view = new ScorerView(root, match, login, createSignalLight(eventId, send));
  const sync = () => {
    if (!document.hidden) void match.sync();
  };
  void match.open();
  applyTheme();
  setInterval(sync, syncEveryMs);
  setInterval(() => view.tick(), 1_000);
  setInterval(applyTheme, 60_000);
  addEventListener('online', sync);
  document.addEventListener('visibilitychange', () => {
    sync();
    void keepAwake();
  });
  void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  void navigator.storage?.persist?.().catch(() => undefined);
}

/**
 * Chooses the light theme by day; the dark one at night, when a white screen blinds, or where the phone is set to dark.
 */
function applyTheme(): void {
  const hour = new Date().getHours();
  const isDark = hour >= 20 || hour < 7 || matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'viewer' : 'back-office';
}
