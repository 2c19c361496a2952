/** The scorer app's screen: score and clock, actions per team, the last five actions, and the sync state. */
import { type Action, clockAt, type Side, type SideKind, sideKinds, sides } from '../../../../shared/domain/score.ts';
import type { Desk } from './desk.ts';
import { el, fill, say } from './dom.ts';
import {
  actionLook,
  blackScreen,
  heard,
  inRows,
  mainTurnLook,
  name,
  points,
  quietTurnLook,
  scoringLook,
  shirtField,
  shirtRow,
  sideBox,
  smallLook,
} from './parts.ts';
import type { KeptMatch, Queued } from './storage.ts';
import { actionText, buttonTexts, clockText, nextTurns, phaseText, sameQuestions } from './texts.ts';

export class View {
  readonly #desk: Desk;
  readonly #login: string;
  readonly #title = el('h1', { class: 'min-w-0 flex-1 truncate text-small font-semibold' }, 'Mesa');
  readonly #status = el('p', { role: 'status', class: 'text-small font-semibold' });
  readonly #points = { HOME: points(), AWAY: points() };
  readonly #names = { HOME: name(), AWAY: name() };
  readonly #phase = el('p', { class: 'text-small font-semibold text-muted' });
  readonly #clock = el('p', { class: 'font-mono text-title font-bold tabular-nums' });
  readonly #turns = el('div', { class: 'col-span-2 flex gap-2 landscape:col-span-1 landscape:col-start-2' });
  readonly #question = el('div', {
    role: 'alertdialog',
    'aria-label': 'Pregunta',
    class: 'fixed inset-x-2 bottom-2 z-10 rounded-md border-2 border-warning bg-surface p-3 shadow-overlay',
    hidden: true,
  });
  readonly #sides = { HOME: sideBox('HOME'), AWAY: sideBox('AWAY') };
  /** Optional shirt number of the next action. */
  readonly #shirt = shirtField();
  readonly #last = el('ol', {
    'aria-label': 'Últimas acciones',
    class: 'col-span-2 divide-y divide-line landscape:col-span-1 landscape:col-start-2',
  });
  readonly #announced = el('p', { 'aria-live': 'polite', class: 'sr-only' });
  readonly #black = blackScreen();
  #sport: KeptMatch['sport'] | undefined;
  #shown = '';

  constructor(root: HTMLElement, desk: Desk, login: string, light: HTMLElement) {
    this.#desk = desk;
    this.#login = login;
    const dark = el('button', { type: 'button', class: smallLook, onclick: () => this.#black.showModal() });
    dark.append('Pantalla negra');
    const board = el(
      'section',
      {
        'aria-label': 'Marcador',
        class:
          'col-span-2 grid grid-cols-[1fr_auto_1fr] items-center gap-x-3 text-center landscape:col-span-1 landscape:col-start-2',
      },
      el('div', { class: 'min-w-0' }, this.#names.HOME, this.#points.HOME),
      el('div', {}, this.#phase, this.#clock),
      el('div', { class: 'min-w-0' }, this.#names.AWAY, this.#points.AWAY),
    );
    const main = el(
      'main',
      {
        class:
          'desk mx-auto grid max-w-[1100px] grid-cols-2 content-start gap-x-4 gap-y-2 p-2 ' +
          'landscape:grid-cols-[1fr_minmax(240px,1fr)_1fr] landscape:grid-rows-[auto_auto_auto_auto_1fr]',
      },
      el(
        'header',
        { class: 'col-span-full flex flex-col gap-1' },
        el('div', { class: 'flex flex-wrap items-center gap-x-2' }, this.#title, this.#status, dark),
        light,
      ),
      this.#question,
      board,
      this.#turns,
      this.#sides.HOME,
      this.#sides.AWAY,
      shirtRow(this.#shirt),
      this.#last,
      this.#announced,
    );
    root.replaceChildren(main, this.#black);
  }

  /** Renders everything but the clock. */
  update(): void {
    const { match } = this.#desk;
    this.#showStatus();
    if (!match) return;
    document.title = `Mesa · ${match.title} · Cantera TV`;
    say(this.#title, match.title);
    const { score } = this.#desk;
    for (const side of sides) {
      say(this.#names[side], match.sides[side]);
      say(this.#points[side], String(side === 'HOME' ? score.home : score.away));
      this.#sides[side].setAttribute('aria-label', match.sides[side]);
    }
    say(this.#phase, phaseText(score, match.sport));
    if (this.#sport !== match.sport) this.#makeButtons(match);
    this.#showTurns(match);
    this.#showLast(match);
    this.#showQuestion(match);
    this.tick();
  }

  tick(): void {
    say(this.#clock, clockText(clockAt(this.#desk.score, this.#desk.now)));
  }

  #makeButtons(match: KeptMatch): void {
    this.#sport = match.sport;
    const kinds = sideKinds[match.sport];
    for (const side of sides) {
      const buttons = kinds.map((kind) => this.#actionButton(kind, side, match.sport));
      this.#sides[side].replaceChildren(...inRows(buttons, match.sport));
    }
  }

  #actionButton(kind: SideKind, side: Side, sport: KeptMatch['sport']): HTMLButtonElement {
    const isScoring = kind === 'GOAL' || kind === 'TWO_POINTS';
    const button = el('button', { type: 'button', class: isScoring ? scoringLook : actionLook }, buttonTexts[kind]);
    button.addEventListener('click', () => {
      const shirt = this.#shirt.value === '' ? null : Number(this.#shirt.value);
      if (!this.#desk.log(kind, side, undefined, shirt)) return;
      this.#shirt.value = '';
      heard(button);
      const names = this.#desk.match?.sides;
      if (names) this.#announce(actionText({ kind, side, period: 1, shirt }, names, sport));
    });
    return button;
  }

  #showTurns({ sport }: KeptMatch): void {
    const next = nextTurns(this.#desk.score, sport);
    // Subdued while a period runs, because the thumb passes here often.
    const looks = [this.#desk.score.phase === 'PLAYING' ? quietTurnLook : mainTurnLook, quietTurnLook];
    const shown = JSON.stringify(next);
    if (this.#shown === shown) return;
    this.#shown = shown;
    fill(
      this.#turns,
      ...next.map(({ kind, period, text }, index) => {
        const button = el('button', { type: 'button', class: looks[index] ?? '', 'data-key': text }, text);
        button.addEventListener('click', () => {
          if (!this.#desk.log(kind, null, period)) return;
          navigator.vibrate?.([40, 60, 40]);
          this.#announce(text);
        });
        return button;
      }),
    );
  }

  #showLast(match: KeptMatch): void {
    const rows = this.#desk.last(5).map(({ action, counts }) => {
      const text = actionText(action, match.sides, match.sport);
      const act = counts ? 'Deshacer' : 'Recuperar';
      const change = () => {
        if (counts) this.#desk.undo(action.id);
        else this.#desk.restore(action.id);
        this.#announce(`${act}: ${text}`);
      };
      return el(
        'li',
        { class: 'flex min-h-[52px] items-center gap-2 py-1' },
        el('span', { class: 'font-mono text-small tabular-nums text-muted' }, clockText(action.clockMs)),
        el(
          'span',
          { class: `line-clamp-2 min-w-0 flex-1 text-small ${counts ? '' : 'text-muted line-through'}` },
          text,
        ),
        el(
          'button',
          { type: 'button', class: smallLook, 'data-key': action.id, 'aria-label': `${act}: ${text}`, onclick: change },
          act,
        ),
      );
    });
    const empty = el('li', { class: 'py-2 text-small text-muted' }, 'Todavía no hay nada apuntado.');
    fill(this.#last, ...(rows.length > 0 ? rows : [empty]));
  }

  #showQuestion(match: KeptMatch): void {
    const { question, refused } = this.#desk;
    this.#question.hidden = !question && refused.length === 0;
    const [first] = refused;
    if (question) this.#ask(question, match);
    else if (first) this.#tellRefused(first, match);
  }

  #tellRefused(first: Queued, match: KeptMatch): void {
    const { kind, period } = first.action;
    const side = 'side' in first.action ? first.action.side : null;
    const what = actionText({ kind, side, period }, match.sides, match.sport);
    fill(
      this.#question,
      el('p', { class: 'pb-2 text-small' }, `No se ha podido apuntar «${what}»: ${first.problem}`),
      el(
        'button',
        { type: 'button', class: smallLook, 'data-key': 'read', onclick: () => this.#desk.dismiss(first.id) },
        'Entendido',
      ),
    );
  }

  #ask({ own, others }: { own: Action; others: Action }, match: KeptMatch): void {
    const title = sameQuestions[own.kind as SideKind];
    const apart = Math.round(Math.abs(own.at - others.at) / 1000);
    const what = actionText(own, match.sides, match.sport);
    const reply = (text: string, isSame: boolean, look: string) =>
      el(
        'button',
        { type: 'button', class: look, 'data-key': text, onclick: () => this.#desk.answer(own.id, isSame) },
        text,
      );
    fill(
      this.#question,
      el('p', { class: 'text-lead font-bold' }, title),
      el('p', { class: 'pb-2 text-small' }, `Otro móvil ha apuntado «${what}» con ${apart} s de diferencia.`),
      el(
        'div',
        { class: 'flex gap-2' },
        reply('Sí, es lo mismo', true, mainTurnLook),
        reply('No, son dos', false, quietTurnLook),
      ),
    );
  }

  #showStatus(): void {
    const { connection, waiting } = this.#desk;
    if (connection === 'login') {
      const text = waiting > 0 ? `Entra otra vez para enviar ${waiting}` : 'Entra para llevar la mesa';
      fill(this.#status, el('a', { href: this.#login, class: 'text-danger underline', 'data-key': 'login' }, text));
      return;
    }
    const texts = {
      connecting: 'Cargando…',
      online: waiting > 0 ? `Enviando ${waiting}…` : 'Todo enviado',
      offline: waiting > 0 ? `Sin conexión · ${waiting} por enviar` : 'Sin conexión',
      gone: this.#desk.reason || 'Ya no puedes llevar este partido',
    };
    say(this.#status, texts[connection]);
    this.#status.classList.toggle('text-success', connection === 'online' && waiting === 0);
    this.#status.classList.toggle('text-warning', connection === 'offline' || waiting > 0);
    this.#status.classList.toggle('text-danger', connection === 'gone');
  }

  #announce(text: string): void {
    const { home, away } = this.#desk.score;
    say(this.#announced, `${text}. ${home} a ${away}`);
  }
}
