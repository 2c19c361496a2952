/**
 * A match as one line of a day's list: kick-off time, state, both sides with their score, and whether it can be
 * watched.
 */
import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate, stateNames } from '../../../../shared/domain/event-state.ts';
import { listSides, titleBeyondSides } from '../../../../shared/domain/match.ts';
import { matchState } from '../../../../shared/domain/match-state.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { LiveBadge } from '../../../ui/badge.tsx';
import { Crest } from '../../../ui/crest.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isPlayed, phaseText } from './result.tsx';
import { useFollowedMatch } from './use-signals.ts';

export function MatchRow({ event: listed, isOnAir = false }: { event: SportEvent; isOnAir?: boolean }) {
  const event = useFollowedMatch(listed);
  const sides = listSides(event);
  const rest = sides && titleBeyondSides(event.title, sides);
  const { score } = event;
  return (
    <Link
      to={paths.event(event.id)}
      className="group flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-2 py-1.5 transition-colors hover:bg-surface"
    >
      {/* As wide as the live badge at every text size; large text puts the sides below. */}
      <span className="flex w-[7.75em] shrink-0 flex-col gap-0.5 text-note tabular-nums">
        <span className="text-small font-semibold">{formatKickOffTime(event)}</span>
        <MatchPhase event={event} isOnAir={isOnAir} />
      </span>
      <span className="flex min-w-0 grow basis-32 flex-col gap-0.5">
        {sides ? (
          [sides.home, sides.away].map((side, index) => (
            <span key={side.id} className="flex items-center gap-2">
              <Crest src={side.thumbnail} className="size-5 shrink-0 object-contain" />
              <span className="min-w-0 grow truncate font-medium decoration-2 underline-offset-4 group-hover:underline">
                {side.name}
              </span>
              {score && (
                <span className={cx('font-bold tabular-nums', isPlayed(score) && 'text-accent')}>
                  {index === 0 ? score.home : score.away}
                </span>
              )}
            </span>
          ))
        ) : (
          <span className="line-clamp-2 font-medium decoration-2 underline-offset-4 group-hover:underline">
            {event.title}
          </span>
        )}
        {rest && <span className="truncate text-note text-muted">{rest}</span>}
      </span>
      <span className={cx('w-5 shrink-0', isOnAir ? 'text-accent' : 'text-muted')}>
        <Icon name={isOnAir ? 'play' : 'right'} size={isOnAir ? 20 : 16} filled={isOnAir} />
      </span>
    </Link>
  );
}

const formatKickOffTime = (event: SportEvent) => (awaitsDate(event) ? '--:--' : formatTime(event.scheduledStartDate));

function MatchPhase({ event, isOnAir }: { event: SportEvent; isOnAir: boolean }) {
  if (isOnAir)
    return (
      <span>
        <LiveBadge />
      </span>
    );
  const { state, score } = event;
  const { kind } = matchState(event, Date.now());
  if (kind === 'NO_SIGNAL') return <span className="text-note text-muted">Sin señal</span>;
  if (kind === 'NOT_BROADCAST' && !score) return <span className="text-note text-muted">No se emite</span>;
  const shown = score && kind === 'ENDED' ? ({ phase: 'ENDED' } as const) : score;
  const text = shown ? phaseText(shown) : state === 'SCHEDULED' ? undefined : stateNames[state];
  return text && <span className="text-note text-muted">{text}</span>;
}
