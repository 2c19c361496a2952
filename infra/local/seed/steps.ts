/** What the steps of the demo league share: their options, matches, ids that stay the same, and repeatable creations. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConditionFailed } from '../../../functions/platform/aws/dynamo.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { Team } from './teams.ts';

export interface SeedOptions {
  dataDir: string;
  progress: (text: string) => void;
  /** What is really encoded, and how many videos there are with the copies of it. Tests want less. */
  clips?: {
    heights: number[];
    /** Which matches they play; otherwise each its own. */
    seeds?: number[];
    seconds: number;
    /** Second from which they are repeated until they are as long as matches; otherwise they are as long as drawn. */
    calmFrom?: number;
    framesPerSecond?: number;
    recordings?: number;
    contents?: number;
  };
  /** Adds thousands of clubs, events and videos. */
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

/** An id that is the same each time: kind and number in Crockford's base 32. */
export function seedId(kind: 'A' | 'C' | 'E' | 'F' | 'G' | 'V' | 'N' | 'K' | 'P' | 'S', number: number): string {
  return `01KCANTERA${kind}${String(number).padStart(15, '0')}`;
}

/** Runs a creation that may have happened before. */
export async function once(creation: () => Promise<unknown>): Promise<void> {
  try {
    await creation();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Runs a step that may be repeated, up to three times: a busy machine fails what it manages a little later. */
export async function persist<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (attempt === 3) throw error;
      await sleep(attempt * 1000);
    }
  }
}

/** Far beyond what the slowest machine needs for a clip, milliseconds; it only ends what hangs. */
export const clipTimeoutMs = 30 * 60_000;

/** Waits until a condition holds, looking four times a second. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(250);
}

/** Goes round the list. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
