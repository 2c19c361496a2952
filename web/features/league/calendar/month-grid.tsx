/**
 * The month as six weeks from Monday: bars with time and title on desktops, dots on phones. It is one tab stop; arrow
 * keys move between the days (use-grid-keys.ts).
 */
import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { clubCodes } from '../../../../shared/domain/club-code.ts';
import { stateNames, takesPlace } from '../../../../shared/domain/event-state.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { Crest } from '../../../ui/crest.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type Day, fitCell, formatDayTitle, formatMonth, isInMonth, splitWeeks, toDay } from './month.ts';
import { useGridKeys } from './use-grid-keys.ts';

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

interface GridProps {
  days: Day[];
  month: Day;
  byDay: ReadonlyMap<Day, SportEvent[]>;
  loading: boolean;
  mayCreate: boolean;
  /** Day with the keyboard focus, whose agenda is below the grid on phones. */
  chosen: Day;
  onDay: (day: Day) => void;
  /** Called when the keyboard has moved the focus; Page Up and Down change the month. */
  onFocusDay: (day: Day, otherMonth: boolean) => void;
}

export function MonthGrid({ days, month, byDay, loading, mayCreate, chosen, onDay, onFocusDay }: GridProps) {
  const today = toDay(new Date());
  const grid = useGridKeys(days, chosen, onFocusDay);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <table> does not fit the CSS grid layout
    <div
      role="grid"
      tabIndex={-1}
      aria-label={formatMonth(month)}
      aria-busy={loading}
      {...grid}
      className={cx('overflow-hidden rounded-md border border-line outline-none', loading && 'animate-pulse')}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: the day cells have the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="row" className="grid grid-cols-7 bg-surface text-center text-note font-semibold text-muted">
        {weekdays.map((name) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={name} role="columnheader" aria-label={name} className="py-2 first-letter:uppercase">
            {name.slice(0, 3)}
          </div>
        ))}
      </div>
      <div className="calendar-days flex flex-col gap-px bg-line">
        {splitWeeks(days).map((week) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={week[0]} role="row" className="grid grid-cols-7 gap-px">
            {week.map((day) => (
              <Cell
                key={day}
                day={day}
                events={byDay.get(day) ?? []}
                isToday={day === today}
                chosen={day === chosen}
                outside={!isInMonth(day, month)}
                mayCreate={mayCreate}
                onOpen={() => onDay(day)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellProps {
  day: Day;
  events: SportEvent[];
  isToday: boolean;
  chosen: boolean;
  outside: boolean;
  mayCreate: boolean;
  onOpen: () => void;
}

function Cell({ day, events, isToday, chosen, outside, mayCreate, onOpen }: CellProps) {
  const { items, more } = fitCell(events);
  const label = `${formatDayTitle(day)}: ${events.length === 1 ? '1 partido' : `${events.length} partidos`}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="gridcell"
      tabIndex={chosen ? 0 : -1}
      aria-label={label}
      data-day={day}
      className={cx(
        'relative flex min-h-16 flex-col gap-1 p-1 -outline-offset-2! md:min-h-45 lg:p-1.5',
        outside ? 'bg-surface' : 'bg-bg',
        chosen && 'max-md:bg-raised',
      )}
      aria-current={isToday ? 'date' : undefined}
    >
      {/* The button fills the cell; pointer events pass through the content above it to the button. */}
      {events.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className="absolute inset-0 -outline-offset-2! transition-colors hover:bg-raised/60"
          onClick={onOpen}
        />
      )}
      <span
        className={cx(
          'pointer-events-none relative grid size-7 place-items-center rounded-full text-small tabular-nums',
          isToday && 'font-bold ring-2 ring-accent',
          (outside || events.length === 0) && 'text-muted',
        )}
      >
        {Number(day.slice(8))}
      </span>
      <span className="pointer-events-none relative flex flex-wrap gap-1 px-1 md:hidden" aria-hidden="true">
        {events.slice(0, 4).map(({ id, sport }) => (
          <span key={id} className={cx('size-2 rounded-full', sport === 'SOCCER' ? 'bg-soccer' : 'bg-basket')} />
        ))}
      </span>
      {items.map((event) => (
        <span
          key={event.id}
          className={cx(
            '@container pointer-events-none relative hidden overflow-hidden rounded-sm border-l-3 bg-raised px-1 py-1 text-note md:block min-[90rem]:px-2',
            outside && 'text-muted',
            event.sport === 'SOCCER' ? 'border-soccer' : 'border-basket',
          )}
        >
          <Bar event={event} />
        </span>
      ))}
      {more > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="relative hidden min-h-6 self-start rounded-sm px-1.5 text-note font-semibold text-accent underline-offset-4 hover:underline md:block"
          onClick={onOpen}
        >
          +{more} más
        </button>
      )}
      {mayCreate && (
        <Link
          to={withQuery(paths.manage.events.create, { date: day })}
          tabIndex={chosen ? 0 : -1}
          aria-label={`Crear un evento el ${formatDayTitle(day)}`}
          className="absolute top-0.5 right-0.5 grid size-8 place-items-center rounded-full text-muted hover:bg-raised hover:text-text max-md:size-6"
        >
          <Icon name="plus" size={16} />
        </Link>
      )}
    </div>
  );
}

/**
 * A match in one bar, however narrow: both teams by crest and code, and between them the time, the result or the state.
 */
function Bar({ event }: { event: SportEvent }) {
  const sides = listSides(event);
  const { score } = event;
  const result = score && takesPlace(event) ? `${score.home} – ${score.away}` : undefined;
  const when = takesPlace(event) ? formatTime(event.scheduledStartDate) : stateNames[event.state];
  if (!sides) {
    return (
      <span className="line-clamp-2 break-words" title={event.title}>
        <span className={cx('tabular-nums', timeClass(event))}>{when}</span> {result && <b>{result} </b>}
        {event.title}
      </span>
    );
  }
  const [home, away] = clubCodes(sides.home.name, sides.away.name);
  return (
    <span
      className="grid grid-cols-2 items-center gap-x-1 tabular-nums @min-[7rem]:grid-cols-[auto_1fr_auto]"
      title={event.title}
    >
      <span className="sr-only">
        {when} {event.title}
      </span>
      <Side picture={sides.home.thumbnail} code={home} />
      {/* Narrow cells, or those with large text, show the result or time above the teams. */}
      <span className="text-center whitespace-nowrap @max-[7rem]:-order-1 @max-[7rem]:col-span-2">
        {result ? (
          <b>{result}</b>
        ) : (
          <span aria-hidden="true" className={timeClass(event)}>
            {when}
          </span>
        )}
      </span>
      <Side picture={sides.away.thumbnail} code={away} />
    </span>
  );
}

const timeClass = (event: SportEvent) =>
  takesPlace(event) ? 'text-muted' : cx('font-semibold', event.state === 'CANCELLED' ? 'text-danger' : 'text-warning');

const Side = ({ picture, code }: { picture: string | null; code: string }) => (
  <span aria-hidden="true" className="flex flex-col items-center font-semibold">
    <Crest src={picture} className="size-4 object-contain @max-[7rem]:hidden" />
    {code}
  </span>
);
