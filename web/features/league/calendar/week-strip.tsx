/**
 * The week around a day, for phones: seven buttons with the number of events, and arrows to the weeks before and after.
 */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { cx } from '../../../lib/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { addDays, type Day, formatDayTitle, formatWeekday, getWeek, toDay } from './month.ts';

interface Props {
  chosen: Day;
  byDay: ReadonlyMap<Day, SportEvent[]>;
  loading: boolean;
  onDay: (day: Day) => void;
}

export function WeekStrip({ chosen, byDay, loading, onDay }: Props) {
  const today = toDay(new Date());
  return (
    <div className="flex items-center gap-1" aria-busy={loading}>
      <IconButton
        icon="left"
        size={32}
        label="Semana anterior"
        className="-ml-2"
        onClick={() => onDay(addDays(chosen, -7))}
      />
      <ol aria-label="Semana" className="grid min-w-0 grow grid-cols-7 gap-1">
        {getWeek(chosen).map((day) => {
          const events = byDay.get(day) ?? [];
          const count = events.length === 1 ? '1 partido' : `${events.length} partidos`;
          return (
            <li key={day}>
              <button
                type="button"
                aria-pressed={day === chosen}
                aria-current={day === today ? 'date' : undefined}
                aria-label={`${formatWeekday(day)}, ${formatDayTitle(day)}: ${count}`}
                onClick={() => onDay(day)}
                className={cx(
                  'flex min-h-16 w-full flex-col items-center justify-center gap-0.5 rounded-md border text-small tabular-nums transition-colors',
                  day === chosen ? 'border-line-strong bg-raised text-text' : 'border-transparent text-muted',
                )}
              >
                <span className="text-note uppercase">{formatWeekday(day).slice(0, 1)}</span>
                <span
                  className={cx(
                    // Seven days and two arrows leave no room for larger text.
                    'grid size-[min(1.75rem,7vw)] place-items-center rounded-full text-[length:min(0.875rem,4vw)]',
                    events.length > 0 && 'font-bold text-text',
                    day === today && 'ring-2 ring-accent',
                  )}
                >
                  {Number(day.slice(8))}
                </span>
                <span className="flex h-2 gap-0.5">
                  {events.slice(0, 3).map(({ id, sport }) => (
                    <span
                      key={id}
                      className={cx('size-1.5 rounded-full', sport === 'SOCCER' ? 'bg-soccer' : 'bg-basket')}
                    />
                  ))}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <IconButton
        icon="right"
        size={32}
        label="Semana siguiente"
        className="-mr-2"
        onClick={() => onDay(addDays(chosen, 7))}
      />
    </div>
  );
}
