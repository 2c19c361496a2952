/** The scorer app's screen: score and clock, actions by team, the last five actions, and the sync state. */
import {
  elapsedInPeriod,
  type Score,
  type Side,
  type SideKind,
  sideKinds,
  sides,
} from '../../../../shared/domain/score.ts';
import {
  actionLook,
  arrangeInRows,
  confirmTap,
  createBlackScreen,
  createBoard,
  createCrest,
  createMain,
  createName,
  createPoints,
  createShirtField,
  createShirtRow,
  createSideBox,
  mainPhaseButtonLook,
  quietPhaseButtonLook,
  scoringLook,
  smallLook,
  unknownLook,
} from './controls.ts';
import { createButton, createElement, replaceChildren, setText } from './dom.ts';
import { TapFeedback } from './feedback.ts';
import { QuestionBox } from './question-box.ts';
import type { ScorerMatch } from './scorer-match.ts';
import type { StoredMatch } from './storage.ts';
import { showSyncStatus } from './sync-status.ts';
import { toButtonColours } from './team-look.ts';
import { buttonTexts, describeAction, describePhase, formatClock, listNextPhases } from './texts.ts';

export class ScorerView {
  readonly #match: ScorerMatch;
  readonly #login: string;
  readonly #main = createMain();
  readonly #title = createElement('h1', { class: 'min-w-0 flex-1 truncate text-small font-semibold' }, 'Mesa');
  readonly #status = createElement('p', { role: 'status', class: 'text-small font-semibold' });
  readonly #points = { HOME: createPoints(), AWAY: createPoints() };
  readonly #names = { HOME: createName(), AWAY: createName() };
  readonly #crests = { HOME: createCrest(), AWAY: createCrest() };
  readonly #feedback = new TapFeedback();
  readonly #phase = createElement('p', { class: 'text-small font-semibold text-muted' });
  readonly #clock = createElement('p', { class: 'font-mono text-title font-bold tabular-nums' });
  readonly #phaseButtons = createElement('div', {
    class: 'col-span-2 flex gap-2 landscape:col-span-1 landscape:col-start-2',
  });
  readonly #questions: QuestionBox;
  readonly #sides = { HOME: createSideBox('HOME'), AWAY: createSideBox('AWAY') };
  /** Shirt number of the next action; may be empty. */
  readonly #shirt = createShirtField();
  readonly #last = createElement('ol', {
    'aria-label': 'Últimas acciones',
    class: 'col-span-2 divide-y divide-line landscape:col-span-1 landscape:col-start-2',
  });
  /** Disabled until the match is known. */
  readonly #blackScreenButton = createButton(smallLook, 'Pantalla negra', () => this.#blackScreen.showModal(), {
    disabled: true,
  });
  readonly #liveRegion = createElement('p', { 'aria-live': 'polite', class: 'sr-only' });
  readonly #blackScreen = createBlackScreen();
  #sport: StoredMatch['sport'] | undefined;
  #shownPhases = '';

  constructor(root: HTMLElement, match: ScorerMatch, login: string, light: HTMLElement) {
    this.#match = match;
    this.#questions = new QuestionBox(match);
    this.#login = login;
    const board = createBoard(this.#crests, this.#names, this.#points, [this.#phase, this.#clock]);
    this.#main.append(
      createElement(
        'header',
        { class: 'col-span-full flex flex-col gap-1' },
        createElement(
          'div',
          { class: 'flex flex-wrap items-center gap-x-2' },
          this.#title,
          this.#status,
          this.#blackScreenButton,
        ),
        light,
      ),
      this.#questions.element,
      board,
      this.#phaseButtons,
      this.#sides.HOME,
      this.#sides.AWAY,
      createShirtRow(this.#shirt),
      this.#last,
      this.#liveRegion,
      ...this.#feedback.elements,
    );
    root.replaceChildren(this.#main, this.#blackScreen);
  }

  /** Renders everything but the clock. */
  update(): void {
    const { shown: match } = this.#match;
    showSyncStatus(this.#status, this.#match, this.#login);
    if (!match) return;
    this.#main.classList.remove(unknownLook);
    document.title = `Mesa · ${match.title} · Cantera TV`;
    setText(this.#title, match.title);
    this.#blackScreenButton.disabled = false;
    this.#shirt.disabled = false;
    this.#showLooks(match);
    const { score } = this.#match;
    for (const side of sides) {
      setText(this.#names[side], match.sides[side]);
      setText(this.#points[side], String(side === 'HOME' ? score.home : score.away));
      this.#sides[side].setAttribute('aria-label', match.sides[side]);
    }
    setText(this.#phase, describePhase(score, match.sport));
    if (this.#sport !== match.sport) this.#makeButtons(match);
    this.#showPhaseButtons(match);
    this.#showLast(match);
    if (this.#questions.update(match)) this.#feedback.hideUndo();
    this.tick();
  }

  tick(): void {
    setText(this.#clock, formatClock(elapsedInPeriod(this.#match.score, this.#match.now)));
  }

  #showLooks({ looks }: StoredMatch): void {
    const colours = toButtonColours(looks);
    for (const side of sides) {
      const { crest } = looks?.[side] ?? {};
      if (crest && this.#crests[side].src !== crest) this.#crests[side].src = crest;
      const own = colours[side];
      if (!own) continue;
      const { style } = this.#sides[side];
      style.setProperty('--team', own.ground);
      style.setProperty('--on-team', own.text);
      // An outline shows white shirts in the sun, and black ones at night.
      style.setProperty('--team-line', 'var(--line-strong)');
    }
  }

  #makeButtons(match: StoredMatch): void {
    this.#sport = match.sport;
    const kinds = sideKinds[match.sport];
    for (const side of sides) {
      const buttons = kinds.map((kind) => this.#actionButton(kind, side, match.sport));
      this.#sides[side].replaceChildren(...arrangeInRows(buttons, match.sport));
    }
  }

  #actionButton(kind: SideKind, side: Side, sport: StoredMatch['sport']): HTMLButtonElement {
    const isScoring = kind === 'GOAL' || kind === 'TWO_POINTS';
    const button = createButton(isScoring ? scoringLook : actionLook, buttonTexts[kind], () => {
      const shirt = this.#shirt.value === '' ? null : Number(this.#shirt.value);
      const before = this.#match.score;
      if (!this.#match.logAction(kind, side, undefined, shirt)) return;
      this.#shirt.value = '';
      confirmTap(button);
      const names = this.#match.match?.sides;
      if (names) this.#confirm(describeAction({ kind, side, period: 1, shirt }, names, sport), before);
    });
    return button;
  }

  #showPhaseButtons({ sport }: StoredMatch): void {
    const next = listNextPhases(this.#match.score, sport);
    // The next step is not highlighted while a period runs, because the thumb often passes here.
    const buttonLooks = [
      this.#match.score.phase === 'PLAYING' ? quietPhaseButtonLook : mainPhaseButtonLook,
      quietPhaseButtonLook,
    ];
    const serialized = JSON.stringify(next);
    if (this.#shownPhases === serialized) return;
    this.#shownPhases = serialized;
    replaceChildren(
      this.#phaseButtons,
      ...next.map(({ kind, period, text }, index) => {
        const log = () => {
          if (!this.#match.logAction(kind, null, period)) return;
          navigator.vibrate?.([40, 60, 40]);
          this.#announce(text);
        };
        return createButton(buttonLooks[index] ?? '', text, log, { 'data-key': text });
      }),
    );
  }

  #showLast(match: StoredMatch): void {
    const rows = this.#match.lastActions(5).map(({ action, counts }) => {
      const text = describeAction(action, match.sides, match.sport);
      const act = counts ? 'Deshacer' : 'Recuperar';
      const change = () => {
        if (counts) this.#match.undo(action.id);
        else this.#match.restore(action.id);
        this.#announce(`${act}: ${text}`);
      };
      return createElement(
        'li',
        { class: 'flex min-h-[52px] items-center gap-2 py-1' },
        createElement('span', { class: 'font-mono text-small tabular-nums text-muted' }, formatClock(action.clockMs)),
        createElement(
          'span',
          { class: `line-clamp-2 min-w-0 flex-1 text-small ${counts ? '' : 'text-muted line-through'}` },
          text,
        ),
        createButton(smallLook, act, change, { 'data-key': action.id, 'aria-label': `${act}: ${text}` }),
      );
    });
    const empty = createElement('li', { class: 'py-2 text-small text-muted' }, 'Todavía no hay nada apuntado.');
    replaceChildren(this.#last, ...(rows.length > 0 ? rows : [empty]));
  }

  /** Shows the effect of a tap, and offers to undo it. */
  #confirm(text: string, before: Score): void {
    this.#announce(text);
    const { home, away } = this.#match.score;
    if (home !== before.home || away !== before.away) this.#feedback.flashScore(home, away);
    const [last] = this.#match.lastActions(1);
    if (!last) return;
    this.#feedback.offerUndo(text, () => {
      this.#match.undo(last.action.id);
      this.#announce(`Deshacer: ${text}`);
    });
  }

  #announce(text: string): void {
    const { home, away } = this.#match.score;
    setText(this.#liveRegion, `${text}. ${home} a ${away}`);
  }
}
