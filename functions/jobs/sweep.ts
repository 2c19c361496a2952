/** Every hour: removes files that nothing points to any more. */
import { sweepGarbage } from '../media/garbage.ts';

export async function handler(): Promise<void> {
  await sweepGarbage(Date.now());
}
