/** A clock that a test sets forward by days, for a platform in the test's own process. Time runs on from each instant. */

const clock = Date as DateConstructor & { shift?: number };

/** Returns the shift in milliseconds, which pages need too. */
export async function setClock(at: number): Promise<number> {
  if (clock.shift === undefined) {
    process.env.TEST_CLOCK_SHIFT = '1';
    await import(new URL('./clock.mjs', import.meta.url).href);
    delete process.env.TEST_CLOCK_SHIFT;
  }
  const shift = (clock.shift ?? 0) + at - Date.now();
  clock.shift = shift;
  return shift;
}
