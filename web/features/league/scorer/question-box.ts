/** Asks whether two phones logged the same action, and explains why one was rejected, near the thumb. */
import type { Action, SideKind } from '../../../../shared/domain/score.ts';
import { mainPhaseButtonLook, quietPhaseButtonLook, smallLook } from './controls.ts';
import { createButton, createElement, renderMarkup, replaceChildren } from './dom.ts';
import type { ScorerMatch } from './scorer-match.ts';
import type { QueuedAction, StoredMatch } from './storage.ts';
import { describeAction, duplicateQuestions } from './texts.ts';

export class QuestionBox {
  readonly #match: ScorerMatch;
  readonly element = createElement('div', {
    role: 'alertdialog',
    'aria-label': 'Pregunta',
    class: 'fixed inset-x-2 bottom-2 z-10 rounded-md border-2 border-warning bg-surface p-3 shadow-overlay',
    hidden: true,
  });

  constructor(match: ScorerMatch) {
    this.#match = match;
  }

  update(match: StoredMatch): boolean {
    const { duplicateQuestion, rejected } = this.#match;
    this.element.hidden = !duplicateQuestion && rejected.length === 0;
    const [first] = rejected;
    if (duplicateQuestion) this.#askAboutDuplicate(duplicateQuestion, match);
    else if (first) this.#showRejected(first, match);
    return !this.element.hidden;
  }

  #showRejected(first: QueuedAction, match: StoredMatch): void {
    const { kind, period } = first.action;
    const side = 'side' in first.action ? first.action.side : null;
    const what = describeAction({ kind, side, period }, match.sides, match.sport);
    replaceChildren(
      this.element,
      createElement(
        'p',
        { class: 'pb-2 text-small' },
        `No se ha podido apuntar «${what}»: `,
        ...renderMarkup(first.problem ?? ''),
      ),
      createButton(smallLook, 'Entendido', () => this.#match.dismiss(first.id), { 'data-key': 'read' }),
    );
  }

  #askAboutDuplicate({ own, other }: { own: Action; other: Action }, match: StoredMatch): void {
    const title = duplicateQuestions[own.kind as SideKind];
    const secondsApart = Math.round(Math.abs(own.at - other.at) / 1000);
    const what = describeAction(own, match.sides, match.sport);
    const reply = (text: string, isSame: boolean, look: string) =>
      createButton(look, text, () => this.#match.answerQuestion(own.id, isSame), { 'data-key': text });
    replaceChildren(
      this.element,
      createElement('p', { class: 'text-lead font-bold' }, title),
      createElement(
        'p',
        { class: 'pb-2 text-small' },
        `Otro móvil ha apuntado «${what}» con ${secondsApart} s de diferencia.`,
      ),
      createElement(
        'div',
        { class: 'flex gap-2' },
        reply('Sí, es lo mismo', true, mainPhaseButtonLook),
        reply('No, son dos', false, quietPhaseButtonLook),
      ),
    );
  }
}
