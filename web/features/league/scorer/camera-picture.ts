/**
 * Shows a still of the camera, which IVS writes every 30 s: it uses less of a phone's data than the live. Polled only
 * while the dialog is open.
 */

import type { Send } from './api-client.ts';
import { quietPhaseButtonLook } from './controls.ts';
import { createElement, setText } from './dom.ts';

const pollIntervalMs = 30_000;

export function showPicture(eventId: string, send: Send): void {
  const picture = createElement('img', { alt: 'Lo que muestra la cámara', class: 'size-full object-contain' });
  const text = createElement('p', { role: 'status', class: 'text-small' }, 'Cargando la imagen…');
  const back = createElement(
    'button',
    { type: 'button', class: quietPhaseButtonLook, onclick: () => dialog.close() },
    'Volver a la mesa',
  );
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
  const timer = setInterval(() => void refresh(), pollIntervalMs);
  dialog.addEventListener('close', () => {
    clearInterval(timer);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void refresh();
}
