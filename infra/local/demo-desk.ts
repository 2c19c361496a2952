/** Somebody at the desk of the match that the demo camera shows: begins it, and logs something now and then. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import type * as z from 'zod';
import type { Score, SideKind } from '../../shared/league/score.ts';
import type { NewAction, ShownScore } from '../../shared/league/scores.ts';

const everyMs = 40_000;
const halfMs = 45 * 60_000;
const kinds: SideKind[] = ['GOAL', 'SAVE', 'OTHER', 'GOAL', 'YELLOW_CARD', 'SAVE'];

type Call = <Data>(path: string, body?: unknown) => Promise<Data>;

/** Goes on until the match is over. A platform that does not answer for a moment is asked again. */
export async function keepScore(eventId: string, call: Call): Promise<void> {
  const device = ulid();
  for (;;) {
    try {
      const { score } = await call<{ score: z.output<typeof ShownScore> }>(`/sportevents/${eventId}/score`);
      const action = nextAction(score, Date.now());
      if (!action) return;
      await call(`/sportevents/${eventId}/score/actions`, { device, sentAt: Date.now(), actions: [action] });
    } catch (error) {
      console.error(`The desk: ${(error as Error).message}`);
    }
    await sleep(everyMs * (0.5 + Math.random()));
  }
}

function nextAction({ phase, period, startedAt }: Score, now: number): NewAction | undefined {
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
      const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? 'OTHER';
      return { ...logged, kind, side: Math.random() < 0.55 ? 'HOME' : 'AWAY' };
    }
  }
}
