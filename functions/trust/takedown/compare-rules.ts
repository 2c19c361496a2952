/** Decisions about differences between the edge's store and the withdrawn items. Pure. */
import type { WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
import { everything } from './edge-rules.ts';

/** Progress of the comparison, in the table `uploads`. */
export interface Comparison {
  /** Release and store that were compared last or are being compared. */
  of: string;
  /** Milliseconds since the Unix epoch; null before the first one has ended. */
  finishedAt: number | null;
  /** Sort key of the last withdrawn item that was compared; absent while none runs. */
  cursor?: string;
  /** Number of entries that the last comparison left in the store, because no withdrawal explains them. */
  unexplained: number;
  /** Set by an operator who has looked at them: the next comparison may loosen what it finds. */
  isConfirmed?: boolean;
}

const dayMs = 86_400_000;

/** True once a day, and at once after a deployment that replaces this code or the store. */
export const isDue = (last: Comparison | undefined, of: string, now: number): boolean =>
  !last || last.of !== of || last.finishedAt === null || now - last.finishedAt >= dayMs;

/**
 * Compares the entries of an item with the stored ones. `lacks`: the store refuses less than it should. `loosened`: keys
 * of which it refuses more, or something else.
 */
export function findDifferences(
  stored: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string | undefined>,
): { lacks: boolean; loosened: string[] } {
  let lacks = false;
  const loosened: string[] = [];
  for (const [key, value] of wanted) {
    const current = stored.get(key);
    if (current === value) continue;
    if (current === undefined || refusesAll(value, current)) lacks = true;
    else loosened.push(key);
  }
  return { lacks, loosened };
}

/** True if a value refuses at least what another one does. */
const refusesAll = (value: string | undefined, other: string): boolean => {
  const rules = value?.split(' ') ?? [];
  return rules.includes(everything) || other.split(' ').every((rule) => rules.includes(rule));
};

/** Entries that one comparison may loosen: what a few lost events leave. More are the work of a restore or a fault. */
export const mostLoosened = 5;

/** The item that decides on a key. */
export function toRef(key: string): WithdrawnRef {
  const [kind = '', id = ''] = key.split('/');
  switch (kind) {
    case 'events':
    case 'vods':
    case 'clips':
    case 'contentvideos':
      return { kind, id };
    default:
      return { kind: 'recordings', id: key };
  }
}
