/** Building blocks of the page: class names, meter, facts and notices. */
import { createElement, replaceChildren } from '../../../league/scorer/dom.ts';
import type { Zoom } from '../capture/camera.ts';
import type { Notice } from './texts.ts';

const buttonLook = 'min-h-14 min-w-0 flex-1 rounded-md px-3 text-body font-bold disabled:opacity-50';
export const mainLook = `${buttonLook} bg-accent text-on-accent active:bg-accent-hover`;
export const quietLook = `${buttonLook} border border-line-strong bg-surface text-text active:bg-raised`;
const fieldLook = 'min-h-11 min-w-0 flex-1 rounded-sm border border-line-strong bg-surface px-3 text-small text-text';

/** A line that names a value and shows it. */
export function createFact(name: string, ...value: Node[]): HTMLElement {
  return createElement(
    'div',
    { class: 'flex min-h-7 items-center justify-between gap-3' },
    createElement('dt', { class: 'text-muted' }, name),
    createElement('dd', { class: 'text-right font-semibold tabular-nums' }, ...value),
  );
}

/** Shows how loud the microphone is. */
export class SoundMeter {
  readonly #bar = createElement('span', { class: 'block h-full origin-left rounded-full bg-success' });
  readonly element = createElement(
    'span',
    {
      role: 'meter',
      'aria-label': 'Nivel de sonido',
      'aria-valuemin': '0',
      'aria-valuemax': '100',
      'aria-valuenow': '0',
      class: 'block h-2 w-28 overflow-hidden rounded-full bg-raised',
    },
    this.#bar,
  );

  constructor() {
    this.show(0);
  }

  /** Takes a peak from 0 to 1; ears and this meter count in decibels. */
  show(level: number): void {
    const share = level > 0 ? Math.max(0, Math.min(1, 1 + Math.log10(level) / 2.5)) : 0;
    this.#bar.style.transform = `scaleX(${share.toFixed(2)})`;
    this.#bar.classList.toggle('bg-warning', share > 0.98);
    this.element.setAttribute('aria-valuenow', String(Math.round(100 * share)));
  }
}

const noticeLooks: Record<Notice['kind'], string> = {
  danger: 'border-danger',
  warning: 'border-warning',
  info: 'border-info',
};

/** Shows notices, and announces them once. */
export class NoticeList {
  readonly element = createElement('div', { role: 'status', class: 'flex flex-col gap-2 empty:hidden' });
  #shown = '';

  show(notices: Notice[]): void {
    const key = JSON.stringify(notices);
    if (key === this.#shown) return;
    this.#shown = key;
    replaceChildren(
      this.element,
      ...notices.map(({ kind, text }) =>
        createElement(
          'p',
          { class: `border-l-4 ${noticeLooks[kind]} rounded-sm bg-raised px-3 py-2 text-small` },
          text,
        ),
      ),
    );
  }
}

/** Chooses among the cameras; hidden where there is one. */
export class CameraChoice {
  readonly #select: HTMLSelectElement;
  readonly element: HTMLElement;

  constructor(onChoice: (deviceId: string) => void) {
    const select = createElement('select', { class: fieldLook, onchange: () => onChoice(select.value) });
    this.#select = select;
    this.element = createElement(
      'label',
      { class: 'flex items-center gap-3 text-small text-muted', hidden: true },
      'Cámara',
      select,
    );
  }

  show(cameras: readonly MediaDeviceInfo[], chosen: string | undefined): void {
    this.element.hidden = cameras.length < 2;
    replaceChildren(
      this.#select,
      ...cameras.map(({ deviceId, label }, index) =>
        createElement('option', { value: deviceId, selected: deviceId === chosen }, label || `Cámara ${index + 1}`),
      ),
    );
  }
}

/** The camera's zoom; hidden where it has none. */
export class ZoomSlider {
  readonly #input: HTMLInputElement;
  readonly element: HTMLElement;

  constructor(onZoom: (zoom: number) => void) {
    const input = createElement('input', {
      type: 'range',
      class: 'min-h-11 min-w-0 flex-1 accent-accent',
      oninput: () => onZoom(Number(input.value)),
    });
    this.#input = input;
    this.element = createElement(
      'label',
      { class: 'flex items-center gap-3 text-small text-muted', hidden: true },
      'Zoom',
      input,
    );
  }

  show(zoom: Zoom | undefined): void {
    this.element.hidden = !zoom;
    if (!zoom) return;
    const { min, max, step, value } = zoom;
    Object.assign(this.#input, { min: String(min), max: String(max), step: String(step || 0.1), value: String(value) });
  }
}
