/**
 * A still of the camera, which the streaming service writes every 30 s; cheaper on a phone's data than the live. Polled
 * only while open.
 */
import { el, say } from './dom.ts';
import { quietTurnLook } from './parts.ts';
import type { Send } from './send.ts';

const everyMs = 30_000;

export function showPicture(eventId: string, send: Send): void {
  const picture = el('img', { alt: 'Lo que muestra la cámara', class: 'size-full object-contain' });
  const text = el('p', { role: 'status', class: 'text-small' }, 'Cargando la imagen…');
  const back = el(
    'button',
    { type: 'button', class: quietTurnLook, onclick: () => dialog.close() },
    'Volver a la mesa',
  );
  const frame = el('div', { class: 'aspect-video overflow-hidden rounded-sm bg-black' });
  const dialog = el(
    'dialog',
    {
      'aria-label': 'Imagen de la cámara',
      class:
        'desk-picture m-auto w-full max-w-[640px] flex-col gap-3 rounded-md bg-surface p-3 text-text shadow-overlay',
    },
    frame,
    text,
    el('div', { class: 'flex' }, back),
  );
  const look = async () => {
    const answer = await send<{ picture: string | null }>('GET', `/sportevents/${eventId}/desk/picture`).catch(
      () => undefined,
    );
    // A stale picture would hide that the camera has fallen over.
    frame.replaceChildren();
    if (answer?.picture) {
      picture.src = answer.picture;
      frame.append(picture);
    }
    say(
      text,
      !answer
        ? 'No se ha podido cargar la imagen. Se vuelve a intentar sola.'
        : answer.picture
          ? 'De hace medio minuto como mucho. Se renueva sola.'
          : 'La cámara todavía no muestra nada.',
    );
  };
  const timer = setInterval(() => void look(), everyMs);
  dialog.addEventListener('close', () => {
    clearInterval(timer);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void look();
}
