/** Keeps the screen on while a period is played. Browsers release the lock whenever the page is hidden. */
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
    // Rejected on low battery, or unsupported.
    this.#held = await navigator.wakeLock?.request('screen').catch(() => undefined);
    this.#asking = false;
  }
}
