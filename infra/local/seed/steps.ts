/** Shared parts of the seed: options, stable ids, idempotent and repeated steps. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ConditionFailed } from '../../../functions/platform/aws/dynamo-errors.ts';
import type { MediaFields } from '../../../functions/recordings/media/rules.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { Film } from './films.ts';
import type { Team } from './teams.ts';

export interface SeedOptions {
  dataDir: string;
  progress: (text: string) => void;
  /** Films to encode, and numbers of videos with their copies. Tests use fewer, and may omit the ad. */
  clips?: { films: readonly Film[]; recordings?: number; contents?: number; ad?: boolean };
  large?: boolean;
}

export interface Match {
  id: string;
  title: string;
  summary: string;
  sport: Sport;
  home: Team;
  away: Team;
  clubIds: string[];
  start: Date;
}

/** Returns a stable id of a kind and number, in Crockford's base 32. */
export function toSeedId(kind: 'A' | 'C' | 'E' | 'F' | 'G' | 'V' | 'N' | 'K' | 'P' | 'S', number: number): string {
  return `01KCANTERA${kind}${String(number).padStart(15, '0')}`;
}

export async function createOnce(creation: () => Promise<unknown>): Promise<void> {
  try {
    await creation();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Runs an idempotent step up to three times, because steps may time out on a busy machine. */
export async function retryStep<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (attempt === 3) throw error;
      await sleep(attempt * 1000);
    }
  }
}

/** Milliseconds for an encoding; generous, so that only one that hangs exceeds it. */
export const filmTimeoutMs = 30 * 60_000;

/** True if the video has all its renditions; it may play before. */
export const isEncoded = (item: MediaFields | undefined): boolean =>
  item?.status === 'FINISHED' && item.playsSource === undefined;

export const hasEnded = (item: MediaFields | undefined): boolean => isEncoded(item) || Boolean(item?.failure);

export async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(250);
}

/** Picks an element, starting again beyond the list's end. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
