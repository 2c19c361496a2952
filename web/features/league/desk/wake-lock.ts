/** Keeps the screen on while a period is played (row D-DESK-5). The browser lets go of it whenever the page is hidden. */
export class WakeLock {
  #held: WakeLockSentinel | undefined;
  #asking = false;

  async keep(wanted: boolean): Promise<void> {
    if (!wanted) {
      const held = this.#held;
      this.#held = undefined;
      await held?.release().catch(() => undefined);
      return;
    }
    if (this.#asking || document.hidden || (this.#held && !this.#held.released)) return;
    this.#asking = true;
    // Refused on a battery that is nearly empty, or where there is no such thing.
    this.#held = await navigator.wakeLock?.request('screen').catch(() => undefined);
    this.#asking = false;
  }
}
