/** Somebody's hand on a page: goes by what is seen, and counts what that takes. */
import type { Locator, Page } from '@playwright/test';

/** A finger on a phone, a mouse with a keyboard for what is typed, or a keyboard alone. */
export type Means = 'finger' | 'mouse' | 'keyboard';

/** More of it than any page has to be walked through. */
const manyKeys = 400;

export class Hand {
  /** On the screen, or with the mouse. */
  taps = 0;
  /** What is typed counts once a field, however long it is. */
  fields = 0;
  /** Of a keyboard alone: each press of Tab (with Shift or without), Enter, Space or an arrow; what is typed as above. */
  keys = 0;

  readonly page: Page;
  readonly means: Means;

  constructor(page: Page, means: Means) {
    this.page = page;
    this.means = means;
  }

  get steps(): number {
    return this.taps + this.fields + this.keys;
  }

  async tap(target: Locator, key = 'Enter'): Promise<void> {
    if (this.means === 'keyboard') {
      await this.#reach(target);
      await this.#press(key);
      return;
    }
    await (this.means === 'finger' ? target.tap() : target.click());
    this.taps += 1;
  }

  /** What is ticked answers Space. */
  tick = (target: Locator): Promise<void> => this.tap(target, 'Space');

  async type(target: Locator, text: string): Promise<void> {
    if (this.means === 'keyboard') await this.#reach(target);
    await target.fill(text);
    this.fields += 1;
  }

  /** A list that the system opens: one tap for it, one for the choice. */
  async choose(list: Locator, choice: string | RegExp): Promise<void> {
    const option = list.locator('option', { hasText: choice }).first();
    await option.waitFor({ state: 'attached' });
    if (this.means === 'keyboard') {
      await this.#reach(list);
      this.keys += await option.evaluate((one: HTMLOptionElement) => one.index);
    } else {
      this.taps += 2;
    }
    await list.selectOption(await option.getAttribute('value'));
  }

  /** Which file it is, the system asks: the way to its question counts, its answer does not differ between products. */
  async attach(field: Locator, path: string): Promise<void> {
    if (this.means === 'keyboard') {
      await this.#reach(field);
      this.keys += 1;
    } else {
      this.taps += 1;
    }
    await field.setInputFiles(path);
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    const skips = await target.evaluate(
      (element) => document.activeElement === document.body && element.closest('#contenido-principal') !== null,
    );
    if (skips) {
      // 'Saltar al contenido' comes first.
      await this.#press('Tab');
      await this.#press('Enter');
    }
    // What stands above is reached backwards.
    const isAbove = await target.evaluate((element) => {
      const { activeElement, body } = document;
      const place = activeElement && activeElement !== body ? activeElement.compareDocumentPosition(element) : 0;
      return (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    });
    for (let pressed = 0; pressed < manyKeys; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#press(isAbove ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`${target} is not to be reached by ${manyKeys} presses of Tab`);
  }

  async #press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }
}
