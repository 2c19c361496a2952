/** Keeps the screen on while a period is played. Browsers release the lock whenever the page is hidden. */
export class WakeLock {
  #sentinel: WakeLockSentinel | undefined;
  #isRequesting = false;

  async keep(wanted: boolean): Promise<void> {
    if (!wanted) {
      const sentinel = this.#sentinel;
      this.#sentinel = undefined;
      await sentinel?.release().catch(() => undefined);
      return;
    }
    if (this.#isRequesting || document.hidden || (this.#sentinel && !this.#sentinel.released)) return;
    this.#isRequesting = true;
    // The request fails on a low battery, and where it is not supported.
    this.#sentinel = await navigator.wakeLock?.request('screen').catch(() => undefined);
    this.#isRequesting = false;
  }
}
