/** What every Node process of the tests has in its environment, children of children too. */

const clock = new URL('./clock.mjs', import.meta.url);

/** With another time where the run has one (clock.mjs): so many milliseconds from the machine's. */
export function nodeEnvironment(shift = process.env.TEST_CLOCK_SHIFT): Record<string, string> {
  const quiet = '--disable-warning=ExperimentalWarning';
  return shift ? { NODE_OPTIONS: `${quiet} --import=${clock}`, TEST_CLOCK_SHIFT: shift } : { NODE_OPTIONS: quiet };
}
