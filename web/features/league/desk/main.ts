/**
 * /mesa/{eventId}: the scorer app, a separate page without the main app. Starts fast on cheap phones and works offline.
 */
import { ulid } from 'ulid';
import './desk.css';
import { Desk } from './desk.ts';
import { linkOf } from './link.ts';
import { sender } from './send.ts';
import { signalLight } from './signal.ts';
import { DeskStorage } from './storage.ts';
import { View } from './view.ts';
import { WakeLock } from './wake-lock.ts';

/** Poll interval in milliseconds for actions of other phones. */
const syncEveryMs = 5_000;

const root = document.getElementById('desk');
const eventId = location.pathname.split('/')[2] ?? '';
if (root && eventId) open(root, eventId);

function open(root: HTMLElement, eventId: string): void {
  const wakeLock = new WakeLock();
  const keepAwake = () => wakeLock.keep(desk.score.phase === 'PLAYING');
  const changed = () => {
    view.update();
    void keepAwake();
  };
  const send = sender(linkOf(eventId));
  const desk = new Desk(eventId, deviceId(), new DeskStorage(), send, changed);
  const login = `/login?redirectTo=${encodeURIComponent(location.pathname)}`;
  const view = new View(root, desk, login, signalLight(eventId, send));
  const sync = () => {
    if (!document.hidden) void desk.sync();
  };
  void desk.open();
  setInterval(sync, syncEveryMs);
  setInterval(() => view.tick(), 1_000);
  addEventListener('online', sync);
  document.addEventListener('visibilitychange', () => {
    sync();
    void keepAwake();
  });
  void navigator.serviceWorker?.register('/service-worker.js').then(retireOwnWorker, () => undefined);
  void navigator.storage?.persist?.().catch(() => undefined);
}

/** Unregisters the scorer app's former service worker, whose narrower scope would take precedence. */
async function retireOwnWorker(): Promise<void> {
  const nearest = await navigator.serviceWorker.getRegistration('/mesa/');
  if (nearest?.scope.endsWith('/mesa/')) await nearest.unregister();
}

/** A random id that distinguishes phones at the same match. */
function deviceId(): string {
  const key = 'cantera-mesa';
  try {
    const known = localStorage.getItem(key) ?? ulid();
    localStorage.setItem(key, known);
    return known;
  } catch {
    return ulid();
  }
}
