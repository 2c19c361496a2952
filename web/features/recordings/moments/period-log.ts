/** Groups a match's score steps and moments by period. */

import type { Sport } from '../../../../shared/contract/schema.ts';
import { findStep, momentsEarlyMs, type ScoreStep } from '../../../../shared/domain/timeline.ts';

export interface LogEntry {
  id: string;
  /** Minute of the period, from 1; undefined without a match clock. */
  minute: number | undefined;
  label: string;
  momentType: string;
  /** The scoring side and the score then; other moments do not record a side. */
  goal?: { side: 'home' | 'away'; home: number; away: number };
}

export interface PeriodLog {
  period: number;
  /** Points of this period only. */
  home: number;
  away: number;
  entries: LogEntry[];
}

interface Moment {
  id: string;
  at: number;
  label: string;
  momentType: string;
}

/** In football all goals; in basketball only baskets that a club has marked as moments. */
export function groupByPeriod(steps: readonly ScoreStep[], moments: readonly Moment[], sport: Sport): PeriodLog[] {
  const openMoments = new Map(moments.map((moment) => [moment.at + momentsEarlyMs, moment]));
  const periods = new Map<number, PeriodLog>();
  const getPeriod = (step: ScoreStep) => {
    const period = Math.max(1, step.period);
    const known = periods.get(period) ?? { period, home: 0, away: 0, entries: [] };
    periods.set(period, known);
    return known;
  };
  let before = { home: 0, away: 0 };
  for (const step of steps) {
    const story = getPeriod(step);
    const [home, away] = [step.home - before.home, step.away - before.away];
    story.home += home;
    story.away += away;
    before = step;
    if (home + away <= 0) continue;
    const moment = openMoments.get(step.at);
    openMoments.delete(step.at);
    if (!moment && sport !== 'SOCCER') continue;
    story.entries.push({
      ...{ id: moment?.id ?? `${step.at}`, minute: toMinute(step, step.at) },
      ...{ label: moment?.label ?? 'Gol', momentType: moment?.momentType ?? 'goal' },
      goal: { side: home > 0 ? 'home' : 'away', home: step.home, away: step.away },
    });
  }
  for (const [at, { id, label, momentType }] of openMoments) {
    const step = findStep(steps, at) ?? steps[0];
    if (!step) continue;
    getPeriod(step).entries.push({ id, minute: toMinute(step, at), label, momentType });
  }
  // Entries without a minute stay in log order, at the end.
  for (const { entries } of periods.values())
    entries.sort((a, b) => (a.minute ?? Number.POSITIVE_INFINITY) - (b.minute ?? Number.POSITIVE_INFINITY));
  return [...periods.values()].toSorted((a, b) => a.period - b.period);
}

const toMinute = ({ startedAt }: ScoreStep, at: number): number | undefined =>
  startedAt === null || at < startedAt ? undefined : Math.floor((at - startedAt) / 60_000) + 1;

/** '1.ª parte', '3.er cuarto', 'Prórroga', '2.ª prórroga' */
export function describePeriod(period: number, sport: Sport): string {
  const regular = sport === 'SOCCER' ? 2 : 4;
  if (period > regular + 1) return `${period - regular}.ª prórroga`;
  if (period > regular) return 'Prórroga';
  if (sport === 'SOCCER') return `${period}.ª parte`;
  return `${period}.${period === 1 || period === 3 ? 'er' : 'º'} cuarto`;
}
