/** Environment of every Node process of the tests and of their children. */
import { fileURLToPath } from 'node:url';

const clock = new URL('./clock.mjs', import.meta.url);
// Compile cache: hundreds of processes load the same modules.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Returns the environment, with a clock shift in milliseconds (clock.mjs) where the run has one. */
export function nodeEnvironment(shift = process.env.TEST_CLOCK_SHIFT): Record<string, string> {
  const quiet = '--disable-warning=ExperimentalWarning';
  return {
    NODE_COMPILE_CACHE: compiled,
    // Tests wait for encodings while others keep the cores busy.
    FFMPEG_NICENESS: '0',
    ...(shift ? { NODE_OPTIONS: `${quiet} --import=${clock}`, TEST_CLOCK_SHIFT: shift } : { NODE_OPTIONS: quiet }),
  };
}
