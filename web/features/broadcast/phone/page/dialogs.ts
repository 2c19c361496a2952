/** The question before the end, and the black screen that saves battery. */
import { createButton, createElement, setText } from '../../../league/scorer/dom.ts';
import { mainLook, quietLook } from './controls.ts';

/** Asks before the end, because the button is near the thumb. */
export function createEndQuestion(onEnd: () => void): HTMLDialogElement {
  const dialog = createElement('dialog', {
    'aria-labelledby': 'end-question',
    class: 'w-[min(420px,calc(100%-2rem))] flex-col gap-4 rounded-lg bg-surface p-5 text-text shadow-overlay open:flex',
  });
  const end = () => {
    dialog.close();
    onEnd();
  };
  dialog.append(
    createElement('h2', { id: 'end-question', class: 'text-lead' }, '¿Terminar la emisión?'),
    createElement(
      'p',
      { class: 'text-small text-muted' },
      'El directo acaba para todos. Lo que falte por subir se sube después, con esta página abierta.',
    ),
    createElement(
      'div',
      { class: 'flex gap-3' },
      createButton(quietLook, 'Terminar', end),
      createButton(mainLook, 'Seguir', () => dialog.close()),
    ),
  );
  return dialog;
}

/** A black screen that accidental touches do not close: only its button or Escape does. It films on. */
export class BlackScreen {
  readonly #text = createElement('p', { class: 'text-body tabular-nums' });
  readonly element: HTMLDialogElement = createElement(
    'dialog',
    { 'aria-label': 'Pantalla negra', class: 'camera-black m-0 h-dvh max-h-none w-dvw max-w-none' },
    createElement(
      'div',
      { class: 'flex h-full flex-col items-center justify-end gap-4 p-6' },
      this.#text,
      createButton('min-h-[72px] w-full max-w-[420px] rounded-md border text-body', 'Ver la cámara', () =>
        this.element.close(),
      ),
    ),
  );

  open(): void {
    if (!this.element.open) this.element.showModal();
  }

  show(text: string): void {
    if (this.element.open) setText(this.#text, text);
  }
}
