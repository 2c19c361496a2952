/** The last five results of a club; nothing if there are none, or results are hidden. */
import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { toResult } from '../../../../shared/domain/result.ts';
import { capitalise, formatDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Result } from './result.tsx';

export function LastResults({ events }: { events: readonly SportEvent[] }) {
  const last = events.flatMap((event) => {
    const result = toResult(event);
    return result ? [{ event, result }] : [];
  });
  if (last.length === 0) return null;
  return (
    <section aria-labelledby="resultados" className="pt-8">
      <h2 id="resultados" className="mb-2 text-lead">
        Últimos resultados
      </h2>
      <ul className="flex max-w-200 flex-col divide-y divide-line">
        {last.map(({ event, result }) => (
          <li key={event.id}>
            <Link
              to={paths.event(event.id)}
              className="group flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-md py-2"
            >
              <Result result={result} />
              <span className="min-w-0 flex-1 truncate font-semibold decoration-2 underline-offset-4 group-hover:underline">
                {event.title}
              </span>
              <time dateTime={event.scheduledStartDate} className="w-full text-small text-muted sm:w-auto">
                {capitalise(formatDay(event.scheduledStartDate))}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
