/** Simulates the scorer of the demo camera's match: starts it, and logs its goals and some other actions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import type * as z from 'zod';
import type { NewAction, ShownScore } from '../../shared/contract/scores.ts';
import type { Score, SideKind } from '../../shared/domain/score.ts';
import type { Goal } from './seed/films.ts';

const pollIntervalMs = 500;
const retryDelayMs = 5_000;
/** Average interval of actions other than goals, in milliseconds. */
const otherIntervalMs = 45_000;
const halfMs = 45 * 60_000;
const kinds: SideKind[] = ['SAVE', 'OTHER', 'SAVE', 'YELLOW_CARD', 'SAVE', 'OTHER'];

type Call = <Data>(path: string, body?: unknown) => Promise<Data>;

/** Logs actions until the match is over, and retries failed calls. `goals` grows while the film runs. */
export async function keepScore(eventId: string, goals: readonly Goal[], call: Call): Promise<void> {
  const device = ulid();
  let loggedGoals = goals.length;
  let nextOtherAt = 0;
  /** The action is sent again until it is acknowledged; its id makes a repetition harmless. */
  let pendingAction: NewAction | undefined;
  for (;;) {
    const goal = goals[loggedGoals];
    try {
      if (!pendingAction && (goal || Date.now() >= nextOtherAt)) {
        const { score } = await call<{ score: z.output<typeof ShownScore> }>(`/sportevents/${eventId}/score`);
        pendingAction = chooseAction(score, Date.now(), goal);
        if (!pendingAction) return;
      }
      if (pendingAction) {
        await call(`/sportevents/${eventId}/score/actions`, { device, sentAt: Date.now(), actions: [pendingAction] });
        if (pendingAction.kind === 'GOAL') loggedGoals += 1;
        pendingAction = undefined;
        nextOtherAt = Date.now() + otherIntervalMs * (0.5 + Math.random());
      }
      await sleep(pollIntervalMs);
    } catch (error) {
      console.error(`Scorer: ${(error as Error).message}`);
      await sleep(retryDelayMs);
    }
  }
}

function chooseAction({ phase, period, startedAt }: Score, now: number, goal?: Goal): NewAction | undefined {
  const clockMs = startedAt === null ? 0 : Math.max(0, now - startedAt);
  const logged = { id: ulid(now), at: now, period: Math.max(1, period), clockMs };
  switch (phase) {
    case 'BEFORE':
      return { ...logged, kind: 'PERIOD_START', period: 1 };
    case 'BREAK':
      return { ...logged, kind: 'PERIOD_START', period: period + 1 };
    case 'ENDED':
      return undefined;
    case 'PLAYING': {
      if (clockMs > halfMs) return { ...logged, kind: period >= 2 ? 'MATCH_END' : 'PERIOD_END', clockMs: halfMs };
      if (goal) return { ...logged, kind: 'GOAL', side: goal.side === 0 ? 'HOME' : 'AWAY' };
      const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? 'OTHER';
      return { ...logged, kind, side: Math.random() < 0.55 ? 'HOME' : 'AWAY' };
    }
  }
}
