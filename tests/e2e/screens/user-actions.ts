/** Acts on a page by touch, mouse or keyboard, and counts the user's steps. */
import type { Locator, Page } from '@playwright/test';

/** Touch on a phone, mouse with a keyboard for typing, or keyboard only. */
export type InputDevice = 'finger' | 'mouse' | 'keyboard';

/** Presses of Tab after which an element counts as unreachable; more than any page requires. */
const maxTabs = 400;

export class UserActions {
  /** Taps on the screen, or clicks. */
  taps = 0;
  /** Typed fields, each counted once however long. */
  fields = 0;
  /**
   * With keyboard only: each press of Tab (with or without Shift), Enter, Space or an arrow; typing counts as above.
   */
  keys = 0;

  readonly page: Page;
  readonly device: InputDevice;

  constructor(page: Page, device: InputDevice) {
    this.page = page;
    this.device = device;
  }

  get steps(): number {
    return this.taps + this.fields + this.keys;
  }

  async tap(target: Locator, key = 'Enter'): Promise<void> {
    if (this.device === 'keyboard') {
      await this.#reach(target);
      await this.#press(key);
      return;
    }
    await (this.device === 'finger' ? target.tap() : target.click());
    this.taps += 1;
  }

  tick = (target: Locator): Promise<void> => this.tap(target, 'Space');

  async type(target: Locator, text: string): Promise<void> {
    if (this.device === 'keyboard') await this.#reach(target);
    await target.fill(text);
    this.fields += 1;
  }

  /** Chooses in a native select: one tap opens it, one chooses. */
  async choose(list: Locator, choice: string | RegExp): Promise<void> {
    const option = list.locator('option', { hasText: choice }).first();
    await option.waitFor({ state: 'attached' });
    if (this.device === 'keyboard') {
      await this.#reach(list);
      this.keys += await option.evaluate((one: HTMLOptionElement) => one.index);
    } else {
      this.taps += 2;
    }
    await list.selectOption(await option.getAttribute('value'));
  }

  /** Attaches a file; steps end at the system's file dialog, which is the same in every product. */
  async attach(field: Locator, path: string): Promise<void> {
    if (this.device === 'keyboard') {
      await this.#reach(field);
      this.keys += 1;
    } else {
      this.taps += 1;
    }
    await field.setInputFiles(path);
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    const needsSkipLink = await target.evaluate(
      (element) => document.activeElement === document.body && element.closest('#contenido-principal') !== null,
    );
    if (needsSkipLink) {
      // The first element of each page is the link 'Saltar al contenido'.
      await this.#press('Tab');
      await this.#press('Enter');
    }
    // Elements above the focus are reached backwards.
    const isAbove = await target.evaluate((element) => {
      const { activeElement, body } = document;
      const place = activeElement && activeElement !== body ? activeElement.compareDocumentPosition(element) : 0;
      return (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    });
    for (let pressed = 0; pressed < maxTabs; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#press(isAbove ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`${target} was not reached by ${maxTabs} presses of Tab`);
  }

  async #press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }
}
