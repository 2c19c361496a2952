/** What every Node process of the tests has in its environment, children of children too. */
import { fileURLToPath } from 'node:url';

const clock = new URL('./clock.mjs', import.meta.url);
// Hundreds of processes begin by compiling the same modules.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** With another time where the run has one (clock.mjs): so many milliseconds from the machine's. */
export function nodeEnvironment(shift = process.env.TEST_CLOCK_SHIFT): Record<string, string> {
  const quiet = '--disable-warning=ExperimentalWarning';
  return {
    NODE_COMPILE_CACHE: compiled,
    // A test waits for what is encoded, and all the others keep the cores busy.
    FFMPEG_NICENESS: '0',
    ...(shift ? { NODE_OPTIONS: `${quiet} --import=${clock}`, TEST_CLOCK_SHIFT: shift } : { NODE_OPTIONS: quiet }),
  };
}
