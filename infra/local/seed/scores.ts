/** Results of the demo league's past matches: the log of a desk for each, as the product would have kept it. */
import { changeEvent } from '../../../functions/league/events/change.ts';
import { following } from '../../../functions/league/scores/rules.ts';
import { append } from '../../../functions/league/scores/store.ts';
import type { SideKind } from '../../../shared/league/score.ts';
import type { LoggedAction } from '../../../shared/league/scores.ts';
import type { Sport } from '../../../shared/schema.ts';
import { type Match, pick } from './steps.ts';

const minute = 60_000;
const periods: Record<Sport, { count: number; minutes: number }> = {
  SOCCER: { count: 2, minutes: 30 },
  BASKET: { count: 4, minutes: 10 },
};

/** May be repeated: an action that is there counts once. */
export async function seedResult(match: Match): Promise<void> {
  const log = logOf(match);
  const { score } = await append(
    match.id,
    (known) => {
      const ids = new Set(known.map(({ id }) => id));
      return log.filter(({ id }) => !ids.has(id));
    },
    () => [],
  );
  await changeEvent(match.id, (event) => following(event, score, true), Date.now());
}

function logOf({ id, sport, start }: Match): LoggedAction[] {
  const { count, minutes } = periods[sport];
  const seed = Number(id.slice(-3));
  const log: LoggedAction[] = [];
  const add = (period: number, clockMs: number, action: Pick<LoggedAction, 'kind' | 'side'>) => {
    const at = start.getTime() + (period - 1) * (minutes + 10) * minute + clockMs;
    const sequence = log.length + 1;
    const own = { id: `${id.slice(0, 20)}${String(seed * 1000 + sequence).padStart(6, '0')}`, device: id, sequence };
    log.push({ ...own, ...action, period, clockMs, at, clientAt: at, receivedAt: at, shirt: null, undoes: null });
  };
  for (let period = 1; period <= count; period += 1) {
    add(period, 0, { kind: 'PERIOD_START', side: null });
    const actions = sport === 'SOCCER' ? (seed + period * 2) % 4 : 8 + ((seed * 3 + period) % 6);
    for (let index = 0; index < actions; index += 1) {
      const kind: SideKind = sport === 'SOCCER' ? 'GOAL' : pick(baskets, seed + index * period);
      const side = (seed * 7 + index * 3 + period) % 5 < 3 ? 'HOME' : 'AWAY';
      add(period, Math.round(((index + 1) / (actions + 1)) * minutes * minute), { kind, side });
    }
    const isLast = period === count;
    add(period, minutes * minute, { kind: isLast ? 'MATCH_END' : 'PERIOD_END', side: null });
  }
  return log;
}

const baskets: SideKind[] = ['TWO_POINTS', 'THREE_POINTS', 'TWO_POINTS', 'ONE_POINT'];
