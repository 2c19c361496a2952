/** The last five results of a club; nothing if there are none, or results are hidden. */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { capitalise, formatShortDate } from '../../../lib/format.ts';
import { MatchRow } from './match-row.tsx';

export function LastResults({ events }: { events: readonly SportEvent[] }) {
  const last = events.filter(({ score }) => score);
  if (last.length === 0) return null;
  return (
    <section aria-labelledby="resultados" className="pt-8">
      <h2 id="resultados" className="mb-2 text-lead">
        Últimos resultados
      </h2>
      <ul className="-mx-2 max-w-200 divide-y divide-line">
        {last.map((event) => (
          <li key={event.id}>
            <MatchRow match={event} when={capitalise(formatShortDate(event.scheduledStartDate))} />
          </li>
        ))}
      </ul>
    </section>
  );
}
