import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { formatLostMinutes } from '../../../../shared/domain/lost-minutes.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { LiveBadge, StatusPill } from '../../../ui/badge.tsx';
import { ClubRow } from '../../league/clubs/club-grid.tsx';
import { CompetitionLink } from '../../league/competitions/competition-link.tsx';
import { formatEventRange, StateMark } from '../../league/events/event-state.tsx';
import { MatchTitle } from '../../league/events/item-heading.tsx';
import type { LoadedEventView } from './use-event-view.ts';

export function EventFacts({ view }: { view: LoadedEventView }) {
  const { event, lives, staged, score, revealScore, showsClips, showsData } = view;
  const { title, sport, summary, clubs, scheduledStartDate } = event;
  const sides = listSides(event);
  const details = matchFacts(event);
  const others = sides ? clubs.filter(({ id }) => id !== sides.home.id && id !== sides.away.id) : clubs;
  // `EventStage` above shows since when the picture is missing.
  const stageShowsNoSignal = view.state.kind === 'NO_SIGNAL' && !staged && !view.awaitsStage;
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
        {(lives.data?.length ?? 0) > 0 ? <LiveBadge /> : !stageShowsNoSignal && <StateMark event={event} />}
        {event.audience === 'FAMILIES' && <StatusPill tone="info">Solo familias</StatusPill>}
        {!showsData && (
          <time
            dateTime={awaitsDate(event) ? undefined : scheduledStartDate}
            className="text-small text-muted tabular-nums"
          >
            {formatEventRange(event)}
          </time>
        )}
      </div>
      {/* Without a player, `MatchHeader` above has the heading, if the match's sides are known. */}
      {(!sides || staged || view.awaitsStage) && <MatchTitle {...{ title, event, score }} reveal={revealScore} />}
      {details && !showsData && (
        <p className="text-small text-muted">
          <span>{details}</span>
          {/* No table contains matches for families. */}
          {event.competition && event.audience !== 'FAMILIES' && (
            <>
              {' · '}
              <CompetitionLink match={event}>Clasificación</CompetitionLink>
            </>
          )}
        </p>
      )}
      {event.lost && <LostMinutes lost={event.lost} />}
      {others.length > 0 && !showsClips && <ClubRow clubs={others} />}
      {summary && !showsClips && <p className="max-w-[68ch] whitespace-pre-line text-muted">{summary}</p>}
    </header>
  );
}

/** The minutes of a match without a picture, shown to everybody, because buyers must see them before they pay. */
function LostMinutes({ lost }: { lost: NonNullable<SportEvent['lost']> }) {
  const { minutes, spans, back } = lost;
  // The times may reveal that there was extra time.
  const isHidden = useResultsHidden();
  const times = isHidden || spans.length === 0 ? '' : `: ${spans.join(', ')}`;
  return (
    <p className="text-small text-muted">
      {minutes === 1 ? 'Falta' : 'Faltan'} {formatLostMinutes(minutes)} de imagen{times}.{' '}
      {back > 0 && (
        <>A quien lo compró antes de saberse se le {back === 100 ? 'devuelve todo' : `devuelve el ${back} %`}. </>
      )}
      <Link to={paths.lostMinutes} className="underline underline-offset-4">
        Si no se ve, no se paga
      </Link>
    </p>
  );
}
