/** The broadcast's signal as a light with one piece of advice; hidden while no camera shows the match. */
import type { DeskSignal } from '../../../../shared/contract/scores.ts';
import { el, say } from './dom.ts';
import { smallLook } from './parts.ts';
import { showPicture } from './picture.ts';
import type { Send } from './send.ts';

const everyMs = 15_000;

/** The text carries the state; the colour only repeats it. */
const looks: Record<DeskSignal['level'], { name: string; colour: string }> = {
  good: { name: 'Se ve bien', colour: 'bg-success' },
  choppy: { name: 'A saltos', colour: 'bg-warning' },
  none: { name: 'Sin señal', colour: 'bg-danger' },
};

export function signalLight(eventId: string, send: Send): HTMLElement {
  const dot = el('span', { class: 'size-4 shrink-0 rounded-full', 'aria-hidden': 'true' });
  const name = el('strong', { class: 'shrink-0' });
  const text = el('span', { class: 'line-clamp-2 min-w-0' });
  const picture = el(
    'button',
    { type: 'button', class: `${smallLook} ml-auto shrink-0`, onclick: () => showPicture(eventId, send) },
    'Ver imagen',
  );
  const light = el(
    'p',
    { 'aria-label': 'Emisión', role: 'group', class: 'flex items-center gap-2 text-small', hidden: true },
    dot,
    name,
    text,
    picture,
  );
  const look = async () => {
    if (document.hidden) return;
    // Without a response the state is unknown: hides a stale light.
    const answer = await send<{ signal: DeskSignal | null }>('GET', `/sportevents/${eventId}/desk/signal`).catch(
      () => undefined,
    );
    const signal = answer?.signal;
    light.hidden = !signal;
    if (!signal) return;
    picture.hidden = signal.level === 'none';
    const { name: state, colour } = looks[signal.level];
    dot.className = `size-4 shrink-0 rounded-full ${colour}`;
    say(name, state);
    say(text, signal.text);
  };
  void look();
  setInterval(() => void look(), everyMs);
  document.addEventListener('visibilitychange', () => void look());
  return light;
}
