/** Building blocks of the scorer app's screen: class names, fields, boxes and the black screen. */
import type { Side } from '../../../../shared/domain/score.ts';
import { createButton, createElement } from './dom.ts';
import type { StoredMatch } from './storage.ts';

export const actionLook =
  'min-h-[76px] rounded-md px-1 text-body font-bold border-2 border-line-strong bg-surface text-text active:bg-raised ' +
  'data-[heard]:bg-text data-[heard]:border-text data-[heard]:text-bg';
/** Scoring buttons have the team's colours, where these are known. */
export const scoringLook =
  'min-h-[76px] rounded-md px-1 text-title font-extrabold border-2 border-(--team-line,var(--accent)) bg-(--team,var(--accent)) text-(--on-team,var(--on-accent)) ' +
  'active:opacity-80 data-[heard]:bg-text data-[heard]:border-text data-[heard]:text-bg';
const phaseButtonLook = 'min-h-[72px] flex-1 rounded-md border-2 border-text px-3 text-body font-bold';
export const mainPhaseButtonLook = `${phaseButtonLook} bg-text text-bg`;
export const quietPhaseButtonLook = `${phaseButtonLook} bg-surface text-text`;
export const smallLook =
  'min-h-11 shrink-0 rounded-full border border-line-strong bg-surface px-4 text-small font-semibold text-text';

export function createPoints(): HTMLElement {
  return createElement('p', { class: 'font-heading text-hero font-extrabold leading-none tabular-nums' }, '0');
}

export function createShirtField(): HTMLInputElement {
  const field = createElement('input', {
    type: 'text',
    inputmode: 'numeric',
    maxlength: '2',
    disabled: true,
    autocomplete: 'off',
    enterkeyhint: 'done',
    class:
      'min-h-[52px] w-20 rounded-md border-2 border-line-strong bg-surface text-center text-lead font-bold tabular-nums',
  });
  field.addEventListener('input', () => {
    field.value = field.value.replace(/\D/g, '');
  });
  return field;
}

export function createShirtRow(field: HTMLInputElement): HTMLElement {
  return createElement(
    'label',
    {
      class:
        'col-span-2 flex items-center justify-center gap-3 text-small font-semibold landscape:col-span-1 landscape:col-start-2',
    },
    'Dorsal (de la próxima jugada)',
    field,
  );
}

/** The fixed size reserves space while the crest loads. */
export function createCrest(): HTMLImageElement {
  return createElement('img', { alt: '', class: 'mx-auto block size-9 object-contain' });
}

/** Shows only the header, so that nothing moves when the match and its log arrive. */
export const unknownLook = '[&>:not(header)]:invisible';

export function createMain(): HTMLElement {
  const look =
    'desk mx-auto grid max-w-[1100px] grid-cols-2 content-start gap-x-4 gap-y-2 p-2 ' +
    'landscape:grid-cols-[1fr_minmax(240px,1fr)_1fr] landscape:grid-rows-[auto_auto_auto_auto_1fr]';
  return createElement('main', { class: `${look} ${unknownLook}` });
}

export function createName(): HTMLElement {
  return createElement('p', { class: 'truncate text-small font-semibold' });
}

export function createSideBox(side: Side): HTMLElement {
  const column = side === 'HOME' ? 'landscape:col-start-1' : 'landscape:col-start-3';
  return createElement('div', {
    role: 'group',
    class: `grid grid-cols-2 content-start gap-2 landscape:row-start-2 landscape:row-span-4 ${column}`,
  });
}

/** Gives the most likely and the rarest action a row each; the others share rows. */
export function arrangeInRows(buttons: HTMLButtonElement[], sport: StoredMatch['sport']): HTMLButtonElement[] {
  const [first, second, ...rest] = buttons;
  const order = sport === 'BASKET' && first && second ? [second, first, ...rest] : buttons;
  for (const button of [order[0], order.at(-1)]) button?.classList.add('col-span-2');
  return order;
}

export function createBoard(
  crests: Record<Side, HTMLElement>,
  names: Record<Side, HTMLElement>,
  points: Record<Side, HTMLElement>,
  middle: HTMLElement[],
): HTMLElement {
  return createElement(
    'section',
    {
      'aria-label': 'Marcador',
      class:
        'col-span-2 grid grid-cols-[1fr_auto_1fr] items-center gap-x-3 text-center landscape:col-span-1 landscape:col-start-2',
    },
    createElement('div', { class: 'min-w-0' }, crests.HOME, names.HOME, points.HOME),
    createElement('div', {}, ...middle),
    createElement('div', { class: 'min-w-0' }, crests.AWAY, names.AWAY, points.AWAY),
  );
}

/** Milliseconds for which a tap is confirmed. */
const feedbackMs = 1_200;

/** Confirms a tap by vibration and highlight, visible in bright sun and felt with gloves. */
export function confirmTap(button: HTMLElement): void {
  navigator.vibrate?.(60);
  button.setAttribute('data-heard', '');
  setTimeout(() => button.removeAttribute('data-heard'), feedbackMs);
}

/** Creates a black screen for the pocket, which accidental touches do not close: only its button or Escape does. */
export function createBlackScreen(): HTMLDialogElement {
  const dialog = createElement(
    'dialog',
    { 'aria-label': 'Pantalla negra', class: 'desk-black m-0 h-dvh max-h-none w-dvw max-w-none' },
    createButton('absolute inset-x-4 bottom-6 min-h-[72px] rounded-md border text-body', 'Volver a la mesa', () =>
      dialog.close(),
    ),
  );
  return dialog;
}
