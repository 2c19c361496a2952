/** A club's running matches with their result, and the next one with a countdown. */
import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { toResult } from '../../../../shared/domain/result.ts';
import { capitalise } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Section } from '../../../ui/section.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { Countdown } from './countdown.tsx';
import { formatEventKickOff, StateMark } from './event-state.tsx';
import { Result } from './result.tsx';
import { useFollowedMatch } from './use-signals.ts';

export function NextMatch({ running = [], next }: { running?: readonly SportEvent[]; next?: SportEvent }) {
  return (
    <>
      {running.length > 0 && (
        <Section title="En juego" className="pt-8" heading="mb-4">
          <div className="flex flex-col gap-4">
            {running.map((event) => (
              <Match key={event.id} event={event} isRunning />
            ))}
          </div>
        </Section>
      )}
      {next && (
        <Section title="Próximo partido" className="pt-8" heading="mb-4">
          <Match event={next} />
        </Section>
      )}
    </>
  );
}

function Match({ event: listed, isRunning = false }: { event: SportEvent; isRunning?: boolean }) {
  const event = useFollowedMatch(listed);
  const sides = listSides(event);
  const details = matchFacts(event);
  const result = toResult(event);
  return (
    <Link
      to={paths.event(event.id)}
      className="group flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong sm:p-6"
    >
      {sides && (
        <span className="flex shrink-0 items-center gap-3" aria-hidden="true">
          {[sides.home, sides.away].map(({ id, thumbnail }) => (
            <Thumbnail
              key={id}
              src={thumbnail}
              kind="club"
              className="aspect-square! w-[min(4rem,17vw)] bg-transparent!"
              imageClassName="p-1!"
            />
          ))}
        </span>
      )}
      <span className="flex min-w-[min(12rem,50vw)] flex-1 flex-col gap-1">
        <span className="text-lead font-semibold break-words decoration-2 underline-offset-4 group-hover:underline">
          {event.title}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small tabular-nums">
          {capitalise(formatEventKickOff(event))}
          <StateMark event={event} />
        </span>
        {details && <span className="text-small text-muted">{details}</span>}
      </span>
      {isRunning ? (
        // A match without a scorer has no result.
        result && <Result result={result} />
      ) : (
        <div className="max-sm:*:items-start max-sm:*:text-left">
          <Countdown to={event.scheduledStartDate} />
        </div>
      )}
    </Link>
  );
}
