import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { listSides, matchFacts, sidesText } from '../../../../shared/domain/match.ts';
import { toResult } from '../../../../shared/domain/result.ts';
import { paths } from '../../../lib/paths.ts';
import { Crest } from '../../../ui/crest.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { formatEventRange, StateMark } from '../events/event-state.tsx';
import { Result } from '../events/result.tsx';
import { useFollowedMatch } from '../events/use-signals.ts';

export function EventRow({ event: listed }: { event: SportEvent }) {
  const event = useFollowedMatch(listed);
  const { clubs } = event;
  const sides = sidesText(event);
  const result = toResult(event);
  return (
    <li>
      <Link to={paths.event(event.id)} className="group flex items-center gap-4 rounded-md py-3">
        <span className="w-[min(6rem,25vw)] shrink-0 sm:w-32">
          <Thumbnail src={event.thumbnail} kind={event.sport} />
        </span>
        <span className="flex min-w-0 grow flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="line-clamp-2 min-w-0 font-semibold decoration-2 underline-offset-4 group-hover:underline">
              {event.title}
            </span>
            <StateMark event={event} />
            {result && <Result result={result} />}
          </span>
          {sides && <span className="truncate text-small">{sides}</span>}
          <span className="text-small text-muted tabular-nums">{formatEventRange(event)}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-muted">
            <span className="flex shrink-0 -space-x-2" aria-hidden="true">
              {clubs.slice(0, 3).map((club) => (
                <Crest
                  key={club.id}
                  src={club.thumbnail}
                  className="size-7 shrink-0 rounded-full border border-line bg-surface object-cover"
                />
              ))}
            </span>
            {clubs.length > 3 && <span>+{clubs.length - 3}</span>}
            {/* Both sides of a match are named already. */}
            {!listSides(event) && <span>{clubs.length === 1 ? '1 club' : `${clubs.length} clubes`}</span>}
            <span className="min-w-0 flex-[1_1_6rem] truncate">{matchFacts(event)}</span>
          </span>
        </span>
      </Link>
    </li>
  );
}
