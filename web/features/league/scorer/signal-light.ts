/** The broadcast's signal as a light with one piece of advice; hidden while no camera shows the match. */
import type { SignalStatus } from '../../../../shared/contract/scores.ts';
import type { Send } from './api-client.ts';
import { quietPhaseButtonLook, smallLook } from './controls.ts';
import { createButton, createElement, setText } from './dom.ts';

/** Milliseconds; IVS writes a still of the camera each half minute. */
const [pollIntervalMs, picturePollMs] = [15_000, 30_000];

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
  const picture = createButton(`${smallLook} ml-auto shrink-0`, 'Ver imagen', () => showPicture(eventId, send));
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

/** Shows a still of the camera, which uses less of a phone's data than the live. Polled only while the dialog is open. */
export function showPicture(eventId: string, send: Send): void {
  const picture = createElement('img', { alt: 'Lo que muestra la cámara', class: 'size-full object-contain' });
  const text = createElement('p', { role: 'status', class: 'text-small' }, 'Cargando la imagen…');
  const back = createButton(quietPhaseButtonLook, 'Volver a la mesa', () => dialog.close());
  const frame = createElement('div', { class: 'aspect-video overflow-hidden rounded-sm bg-black' });
  const dialog = createElement(
    'dialog',
    {
      'aria-label': 'Imagen de la cámara',
      class:
        'desk-picture m-auto w-full max-w-[640px] flex-col gap-3 rounded-md bg-surface p-3 text-text shadow-overlay',
    },
    frame,
    text,
    createElement('div', { class: 'flex' }, back),
  );
  const refresh = async () => {
    const answer = await send<{ picture: string | null }>('GET', `/sportevents/${eventId}/desk/picture`).catch(
      () => undefined,
    );
    // The old picture goes, because it could hide that the camera has fallen over.
    frame.replaceChildren();
    if (answer?.picture) {
      picture.src = answer.picture;
      frame.append(picture);
    }
    setText(
      text,
      !answer
        ? 'No se ha podido cargar la imagen. Se vuelve a intentar sola.'
        : answer.picture
          ? 'De hace medio minuto como mucho. Se renueva sola.'
          : 'La cámara todavía no muestra nada.',
    );
  };
  const timer = setInterval(() => void refresh(), picturePollMs);
  dialog.addEventListener('close', () => {
    clearInterval(timer);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void refresh();
}
