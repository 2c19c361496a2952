/**
 * A match as one line of a list: time and state, both sides with their crests and score, and its film or a mark that it
 * can be watched.
 */
import { Link } from 'react-router-dom';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { listSides, titleBeyondSides } from '../../../../shared/domain/match.ts';
import { isOver, matchState } from '../../../../shared/domain/match-state.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatDuration, formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { LiveBadge } from '../../../ui/badge.tsx';
import { Crest } from '../../../ui/crest.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { StateMark } from './event-state.tsx';
import { isPlayed, phaseText } from './result.tsx';
import { useFollowedMatches } from './use-signals.ts';

export interface RowMatch {
  /** Undefined for a recording of no match. */
  match?: EventOfItem | undefined;
  title?: string;
  /** The sport of a recording of no match. */
  sport?: Sport;
  /** The match's page, unless another is given. */
  to?: string;
  /** Text instead of the time, in lists that are not grouped by day. */
  when?: string | undefined;
  /** It is among the lives; by default, its signal decides. */
  isOnAir?: boolean;
  film?: Film | undefined;
  /** Text below the sides, such as 'Resumen · Clips'. */
  note?: string | undefined;
}

export interface Film {
  picture: string | null;
  duration: number | null;
}

export function MatchRow({
  match: listed,
  title = listed?.title ?? '',
  sport = listed?.sport,
  to = paths.event(listed?.id ?? ''),
  when,
  isOnAir: isListedOnAir = false,
  film,
  note,
  isWide = false,
}: RowMatch & {
  /** Puts both sides on one line where there is room. */
  isWide?: boolean;
}) {
  const [match] = useFollowedMatches(listed && [listed]);
  const isOnAir = isListedOnAir || (match !== undefined && matchState(match, Date.now()).kind === 'ON_AIR');
  const sides = match && listSides(match);
  const beyond = sides && titleBeyondSides(title, sides);
  const below = [beyond, note].filter(Boolean).join(' · ');
  return (
    <Link
      to={to}
      className="group flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-2 py-1.5 transition-colors hover:bg-surface"
    >
      <span
        className={cx(
          'flex shrink-0 flex-col gap-0.5 text-note tabular-nums',
          when ? 'w-[6.5em]' : film ? 'w-[3.25em]' : 'w-[4.75em]',
          isWide && 'lg:w-[11em] lg:flex-row lg:items-center lg:gap-2',
        )}
      >
        <span className="text-small font-semibold whitespace-nowrap">
          {when ?? (match && formatKickOffTime(match))}
        </span>
        {match?.score && !isOnAir && <span className="text-muted">{phaseText(toPhase(match, match.score))}</span>}
      </span>
      <span className="flex min-w-0 grow basis-32 flex-col gap-0.5">
        {sides ? (
          <>
            <span className="sr-only">
              {beyond ? `${sides.home.name} – ${sides.away.name}` : title}
              {match.score && `, ${match.score.home} – ${match.score.away}`}
            </span>
            <Sides sides={sides} score={match.score} isWide={isWide} />
          </>
        ) : (
          // The rival of a match may be only a name in its title.
          <span className={cx('flex items-center gap-2', isWide && 'lg:justify-center')}>
            <span className={cx('line-clamp-2 min-w-0 font-medium', linkedText, !isWide && 'grow')}>{title}</span>
            {match?.score && (
              <span className={cx('shrink-0 font-bold tabular-nums', isPlayed(match.score) && 'text-accent')}>
                {match.score.home} – {match.score.away}
              </span>
            )}
          </span>
        )}
        <span
          className={cx(
            'flex min-w-0 flex-wrap items-center gap-x-2 text-note text-muted empty:hidden',
            isWide && 'lg:justify-center',
          )}
        >
          {isOnAir ? <LiveBadge /> : <StateMark event={match} />}
          {below && <span className="max-w-full truncate">{below}</span>}
        </span>
      </span>
      <span className={cx('flex shrink-0 justify-end text-note', isWide && 'lg:w-[11em]')}>
        {film ? (
          <FilmPicture film={film} sport={sport} isOnAir={isOnAir} />
        ) : isOnAir || match?.hasVideo ? (
          <span className="text-accent">
            <Icon name="play" size={20} filled />
            <span className="sr-only">{isOnAir ? 'Ver en directo' : 'Con video'}</span>
          </span>
        ) : (
          <span className="text-muted">
            <Icon name="right" size={16} />
          </span>
        )}
      </span>
    </Link>
  );
}

const linkedText = 'decoration-2 underline-offset-4 group-hover:underline';

type MatchSides = NonNullable<ReturnType<typeof listSides<EventOfItem['clubs'][number]>>>;

/** The sides on two lines; with `isWide` on one line on large screens, the score in the middle. */
function Sides({ sides, score, isWide }: { sides: MatchSides; score: EventOfItem['score']; isWide: boolean }) {
  const points = score && [score.home, score.away];
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5',
        isWide && 'lg:grid-cols-[minmax(0,1fr)_auto_2.5rem_auto_2.5rem_auto_minmax(0,1fr)]',
      )}
    >
      {[sides.home, sides.away].flatMap((side, index) => {
        const isHome = index === 0;
        return [
          <Crest
            key={`${side.id} crest`}
            src={side.thumbnail}
            className={cx('size-5 object-contain', isWide && `lg:size-7 ${isHome ? 'lg:order-2' : 'lg:order-6'}`)}
          />,
          <span
            key={side.id}
            className={cx(
              'min-w-0 truncate font-medium',
              linkedText,
              isWide && (isHome ? 'lg:order-1 lg:text-right' : 'lg:order-7'),
            )}
          >
            {side.name}
          </span>,
          <span
            key={`${side.id} score`}
            className={cx(
              'font-bold tabular-nums',
              score && isPlayed(score) && 'text-accent',
              isWide && `lg:text-center lg:text-lead ${isHome ? 'lg:order-3' : 'lg:order-5'}`,
            )}
          >
            {points?.[index]}
          </span>,
        ];
      })}
      {isWide && <span className="hidden text-muted lg:order-4 lg:inline">–</span>}
    </span>
  );
}

interface FilmPictureProps {
  film: Film;
  sport: Sport | undefined;
  isOnAir: boolean;
}

function FilmPicture({ film: { picture, duration }, sport, isOnAir }: FilmPictureProps) {
  return (
    <Thumbnail src={picture} kind={sport} className="w-[min(6rem,25vw)] lg:w-28">
      <span className="absolute bottom-1 left-1 grid size-6 place-items-center rounded-full bg-scrim text-text">
        <Icon name="play" size={12} filled />
      </span>
      {duration !== null && (
        <span className="absolute right-1 bottom-1 rounded-sm bg-scrim px-1 text-note text-text tabular-nums">
          {formatDuration(duration)}
        </span>
      )}
      {isOnAir && <span className="sr-only">Ver en directo</span>}
    </Thumbnail>
  );
}

const formatKickOffTime = (match: EventOfItem) => (awaitsDate(match) ? '--:--' : formatTime(match.scheduledStartDate));

/** A match without a logged end is over some hours after its planned end. */
const toPhase = (match: EventOfItem, score: NonNullable<EventOfItem['score']>) =>
  isOver(match, Date.now()) ? ({ phase: 'ENDED' } as const) : score;
