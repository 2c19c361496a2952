/** Tests of the buttons of the phone's page. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { WorkerStatus } from '../../../web/features/broadcast/phone/messages.ts';
import { PhoneView, type ViewState } from '../../../web/features/broadcast/phone/page/view.ts';

const ignore = () => undefined;
const actions = {
  ...{ openCamera: ignore, chooseCamera: ignore, zoom: ignore, start: ignore, cancel: ignore },
  ...{ end: ignore, show: ignore, again: ignore, copyLink: ignore },
};
const state: ViewState = {
  screen: 'welcome',
  status: undefined,
  notices: [],
  advice: undefined,
  countdown: 0,
  elapsedMs: 0,
  isResumed: false,
  isOpening: false,
  until: undefined,
};

describe('the main button', () => {
  let view: PhoneView;
  beforeEach(() => {
    view = new PhoneView(document.body, actions);
  });

  function readButton(changes: Partial<ViewState>): string {
    view.update({ ...state, ...changes });
    const button = document.querySelector<HTMLButtonElement>('main > div:last-child > div:last-child > button')!;
    return `${button.textContent}${button.disabled ? ', disabled' : ''}`;
  }

  test('[G-PHONE-1] says that the camera opens until it has opened or been refused', () => {
    expect(readButton({})).toBe('Activar la cámara');
    expect(readButton({ isOpening: true })).toBe('Abriendo la cámara…, disabled');
    expect(document.body.textContent).toContain('Si el móvil te pregunta, permite usar la cámara y el micrófono.');
    expect(readButton({})).toBe('Activar la cámara');
    expect(document.body.textContent).not.toContain('Si el móvil te pregunta');
  });

  test.each([
    ['a broadcast that goes on', { isResumed: true, isOpening: true }, 'Abriendo la cámara…, disabled'],
    ['another broadcast', { screen: 'rest', isOpening: true }, 'Abriendo la cámara…, disabled'],
    // A camera that is opened anew after a call must not block the page.
    ['the live itself', { screen: 'live', isOpening: true }, 'Pantalla negra'],
  ] as const)('[G-PHONE-1] says so for %s', (_, changes, button) => {
    const status = { ability: 'yes', waiting: { count: 0, ms: 0 }, rung: { height: 720, rate: 2 } };
    expect(readButton({ ...changes, status: status as unknown as WorkerStatus })).toBe(button);
  });
});
