/** Seeds the results of past demo matches as score logs. */
import { changeEvent } from '../../../functions/league/events/change-event.ts';
import { applyScore } from '../../../functions/league/scores/rules.ts';
import { append } from '../../../functions/league/scores/store.ts';
import { saveMeasured } from '../../../functions/money/lost-minutes/store.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import type { SideKind } from '../../../shared/domain/score.ts';
import type { Film } from './films.ts';
import { type Match, pick } from './steps.ts';

const minute = 60_000;
const periods: Record<Sport, { count: number; minutes: number }> = {
  SOCCER: { count: 2, minutes: 30 },
  BASKET: { count: 4, minutes: 10 },
};

/** Milliseconds of the first period after which the film starts. */
const filmedFromMs: Record<Sport, number> = { SOCCER: 21 * minute, BASKET: 4 * minute };

/** Returns the wall-clock time at which a match's film starts, in milliseconds since the Unix epoch. */
export const findFilmStart = ({ start, sport }: Match): number => start.getTime() + filmedFromMs[sport];

export interface ShownFilm {
  film: Film;
  /** Duration of the recording, with the repetitions of the film's end. */
  shownSeconds: number;
}

/** Appends missing actions; idempotent. `film` shows a part of the match. */
export async function seedResult(match: Match, film?: ShownFilm): Promise<void> {
  const log = createScoreLog(match, film);
  const { score } = await append(
    match.id,
    (stored) => {
      const ids = new Set(stored.map(({ id }) => id));
      return log.filter(({ id }) => !ids.has(id));
    },
    () => [],
  );
  await changeEvent(match.id, (event) => applyScore(event, score, true), Date.now());
  if (film) await saveAsSeenWhole(match);
}

/** The film of some minutes stands for the whole match: the page must not tell a buyer that an hour is missing. */
async function saveAsSeenWhole({ id: eventId, title, start, clubIds }: Match): Promise<void> {
  await saveMeasured({
    eventId,
    title,
    start: start.toISOString(),
    finish: start.getTime() + 120 * minute,
    clubIds,
    sources: [],
    lost: null,
    playedMs: 0,
    measuredAt: Date.now(),
    refund: null,
    version: 0,
  });
}

export function createScoreLog({ id, sport, start }: Match, film: ShownFilm | undefined): LoggedAction[] {
  const { count, minutes } = periods[sport];
  const seed = Number(id.slice(-3));
  const log: LoggedAction[] = [];
  const add = (period: number, clockMs: number, action: Pick<LoggedAction, 'kind' | 'side'>) => {
    const at = start.getTime() + (period - 1) * (minutes + 10) * minute + clockMs;
    const sequence = log.length + 1;
    // Squares and repeated shirt numbers let some players score more often.
    const shirt = action.side && pick(shirts, (seed + sequence * sequence) % shirts.length);
    const identity = {
      id: `${id.slice(0, 20)}${String(seed * 1000 + sequence).padStart(6, '0')}`,
      device: id,
      sequence,
    };
    log.push({ ...identity, ...action, period, clockMs, at, clientAt: at, receivedAt: at, shirt, undoes: null });
  };
  for (let period = 1; period <= count; period += 1) {
    add(period, 0, { kind: 'PERIOD_START', side: null });
    const actions = sport === 'SOCCER' ? (seed + period * 2) % 4 : 8 + ((seed * 3 + period) % 6);
    const scored = Array.from({ length: actions }, (_, index): ScoringAction => {
      const kind: SideKind = sport === 'SOCCER' ? 'GOAL' : pick(baskets, seed + index * period);
      const side = (seed * 7 + index * 3 + period) % 5 < 3 ? 'HOME' : 'AWAY';
      return { clockMs: Math.round(((index + 1) / (actions + 1)) * minutes * minute), kind, side };
    });
    const actual = period === 1 && film ? mergeFilmGoals(scored, sport, film) : scored;
    for (const { clockMs, kind, side } of actual) add(period, clockMs, { kind, side });
    const isLast = period === count;
    add(period, minutes * minute, { kind: isLast ? 'MATCH_END' : 'PERIOD_END', side: null });
  }
  return log;
}

const shirts = [9, 7, 9, 10, 11, 9, 7, 10, 8, 14];

interface ScoringAction {
  clockMs: number;
  kind: SideKind;
  side: 'HOME' | 'AWAY';
}

function mergeFilmGoals(
  scored: readonly ScoringAction[],
  sport: Sport,
  { film, shownSeconds }: ShownFilm,
): ScoringAction[] {
  const from = filmedFromMs[sport];
  const to = from + shownSeconds * 1000;
  const filmed = film.goals.map(
    ({ at, side }): ScoringAction => ({
      clockMs: Math.round(from + at * 1000),
      kind: sport === 'SOCCER' ? 'GOAL' : 'TWO_POINTS',
      side: side === 0 ? 'HOME' : 'AWAY',
    }),
  );
  const others = scored.filter(({ clockMs }) => clockMs < from || clockMs > to);
  return [...others, ...filmed].sort((a, b) => a.clockMs - b.clockMs);
}

const baskets: SideKind[] = ['TWO_POINTS', 'THREE_POINTS', 'TWO_POINTS', 'ONE_POINT'];
