/** The broadcast's signal as a light with one piece of advice; hidden while no camera shows the match. */
import type { SignalStatus } from '../../../../shared/contract/scores.ts';
import type { Send } from './api-client.ts';
import { showPicture } from './camera-picture.ts';
import { smallLook } from './controls.ts';
import { createElement, setText } from './dom.ts';

const pollIntervalMs = 15_000;

/** The text carries the state, which the colour repeats. */
const levelLooks: Record<SignalStatus['level'], { name: string; colour: string }> = {
  good: { name: 'Se ve bien', colour: 'bg-success' },
  choppy: { name: 'A saltos', colour: 'bg-warning' },
  none: { name: 'Sin señal', colour: 'bg-danger' },
};

export function createSignalLight(eventId: string, send: Send): HTMLElement {
  const dot = createElement('span', { class: 'size-4 shrink-0 rounded-full', 'aria-hidden': 'true' });
  const name = createElement('strong', { class: 'shrink-0' });
  const text = createElement('span', { class: 'line-clamp-2 min-w-0' });
  const picture = createElement(
    'button',
    { type: 'button', class: `${smallLook} ml-auto shrink-0`, onclick: () => showPicture(eventId, send) },
    'Ver imagen',
  );
  const light = createElement(
    'p',
    { 'aria-label': 'Emisión', role: 'group', class: 'flex items-center gap-2 text-small', hidden: true },
    dot,
    name,
    text,
    picture,
  );
  const refresh = async () => {
    if (document.hidden) return;
    // Without a response the state is unknown, so the old light goes.
    const answer = await send<{ signal: SignalStatus | null }>('GET', `/sportevents/${eventId}/desk/signal`).catch(
      () => undefined,
    );
    const signal = answer?.signal;
    light.hidden = !signal;
    if (!signal) return;
    picture.hidden = signal.level === 'none';
    const { name: state, colour } = levelLooks[signal.level];
    dot.className = `size-4 shrink-0 rounded-full ${colour}`;
    setText(name, state);
    setText(text, signal.text);
  };
  void refresh();
  setInterval(() => void refresh(), pollIntervalMs);
  document.addEventListener('visibilitychange', () => void refresh());
  return light;
}
