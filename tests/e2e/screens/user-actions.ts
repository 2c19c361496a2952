/** Acts on a page by touch, mouse, keyboard or remote control, and counts the user's steps. */
import type { Locator, Page } from '@playwright/test';

/** Touch on a phone, mouse with a keyboard for typing, keyboard only, or a television's remote control. */
export type InputDevice = 'finger' | 'mouse' | 'keyboard' | 'remote';

/** Presses of Tab after which an element counts as unreachable; more than any page requires. */
const maxTabs = 400;
/** The same for presses of an arrow. */
const maxArrows = 100;

export class UserActions {
  /** Taps on the screen, or clicks. */
  taps = 0;
  /** Typed fields, each counted once however long. */
  fields = 0;
  /**
   * Without touch or mouse: each press of Tab (with or without Shift), Enter, Space or an arrow; typing counts as above.
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
    if (this.#hasKeysOnly) {
      await this.#reach(target);
      await this.#press(key);
      return;
    }
    await (this.device === 'finger' ? target.tap() : target.click());
    this.taps += 1;
  }

  tick = (target: Locator): Promise<void> => this.tap(target, 'Space');

  async type(target: Locator, text: string): Promise<void> {
    if (this.#hasKeysOnly) await this.#reach(target);
    await target.fill(text);
    this.fields += 1;
  }

  /** Chooses in a native select: one tap opens it, one chooses. */
  async choose(list: Locator, choice: string | RegExp): Promise<void> {
    const option = list.locator('option', { hasText: choice }).first();
    await option.waitFor({ state: 'attached' });
    if (this.#hasKeysOnly) {
      await this.#reach(list);
      this.keys += await option.evaluate((one: HTMLOptionElement) => one.index);
    } else {
      this.taps += 2;
    }
    await list.selectOption(await option.getAttribute('value'));
  }

  /** Attaches a file; steps end at the system's file dialog, which is the same in every product. */
  async attach(field: Locator, path: string): Promise<void> {
    if (this.#hasKeysOnly) {
      await this.#reach(field);
      this.keys += 1;
    } else {
      this.taps += 1;
    }
    await field.setInputFiles(path);
  }

  get #hasKeysOnly(): boolean {
    return this.device === 'keyboard' || this.device === 'remote';
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    if (this.device === 'remote') return this.#steer(target);
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

  /** Presses the arrow that points most towards the target; where it leads nowhere, the next best. */
  async #steer(target: Locator): Promise<void> {
    const pressed = new Set<string>();
    while (pressed.size < maxArrows) {
      const { isThere, arrows, place } = await target.evaluate((element) => {
        const { activeElement, body } = document;
        const from = activeElement && activeElement !== body ? activeElement.getBoundingClientRect() : new DOMRect();
        const to = element.getBoundingClientRect();
        const right = to.x + to.width / 2 - from.x - from.width / 2;
        const down = to.y + to.height / 2 - from.y - from.height / 2;
        // Rows are as wide as the screen: the way up or down to the row of the target comes first.
        const upright = [down > 0 ? 'ArrowDown' : 'ArrowUp', right > 0 ? 'ArrowRight' : 'ArrowLeft'];
        const isInRow = Math.abs(down) < (from.height + to.height) / 2;
        const towards = isInRow ? upright.toReversed() : upright;
        const all = ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp'];
        return {
          isThere: element === activeElement,
          arrows: [...new Set([...towards, ...all])],
          place: `${[...document.querySelectorAll('*')].indexOf(activeElement ?? body)} ${Math.round(scrollY)}`,
        };
      });
      if (isThere) return;
      const arrow = arrows.find((one) => !pressed.has(`${place} ${one}`));
      if (!arrow) break;
      pressed.add(`${place} ${arrow}`);
      await this.#press(arrow);
      // The first arrow loads the code that moves the focus; a page may scroll to the new focus.
      await this.page.waitForTimeout(60);
    }
    throw new Error(`${target} was not reached by arrows`);
  }

  async #press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }
}
