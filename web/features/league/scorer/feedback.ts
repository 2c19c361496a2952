/** Confirms a tap by the new score in large figures, and offers 'Deshacer' near the thumb for a moment. */
import { smallLook } from './controls.ts';
import { createButton, createElement, replaceChildren, setText } from './dom.ts';

/** Milliseconds for which each is shown. */
const scoreMs = 900;
const undoMs = 3_000;

export class TapFeedback {
  /** Large figures, which let taps through. Screen readers skip them, because the scorer app announces the score. */
  readonly #score = createElement('p', {
    'aria-hidden': 'true',
    class: 'desk-flash pointer-events-none fixed inset-0 z-20 grid place-items-center',
    hidden: true,
  });
  readonly #undo = createElement('div', {
    class:
      'fixed inset-x-2 bottom-2 z-30 mx-auto flex min-h-[72px] max-w-140 items-center landscape:max-w-80 gap-3 rounded-md border-2 border-line-strong bg-surface px-3 shadow-overlay',
    hidden: true,
  });
  readonly elements = [this.#score, this.#undo];
  #scoreTimer: ReturnType<typeof setTimeout> | undefined;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;

  flashScore(home: number, away: number): void {
    navigator.vibrate?.([80, 40, 80]);
    setText(this.#score, `${home} – ${away}`);
    this.#score.hidden = false;
    clearTimeout(this.#scoreTimer);
    this.#scoreTimer = setTimeout(() => {
      this.#score.hidden = true;
    }, scoreMs);
  }

  offerUndo(text: string, undo: () => void): void {
    replaceChildren(
      this.#undo,
      createElement('span', { class: 'line-clamp-2 min-w-0 flex-1 text-small font-semibold' }, text),
      createButton(`${smallLook} min-h-14!`, 'Deshacer', () => {
        this.hideUndo();
        undo();
      }),
    );
    this.#undo.hidden = false;
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => this.hideUndo(), undoMs);
  }

  hideUndo(): void {
    clearTimeout(this.#undoTimer);
    this.#undo.hidden = true;
  }
}
