/**
 * The H1 of a page about a match: crests and names, linked to their clubs, with score, minute and state between them.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { clubCodes } from '../../../../shared/domain/club-code.ts';
import { type AgeCategory, titleBeyondSides } from '../../../../shared/domain/match.ts';
import { cx } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { Crest } from '../../../ui/crest.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { phaseText } from './result.tsx';
import { RevealableScore } from './score.tsx';
import { type PageScore, useMatchMinute } from './use-match-minute.ts';

interface Side {
  id: string;
  name: string;
  thumbnail: string | null;
}

interface Props {
  title: string;
  match: { sport: Sport; category?: AgeCategory | null };
  home: Side;
  away: Side;
  /** Undefined while it is loading. */
  score: PageScore | null | undefined;
  /** Text shown instead of minute and phase. */
  state?: string | undefined;
  reveal?: (() => void) | undefined;
  /** Set at the top of a page without a picture. */
  large?: boolean;
}

export function MatchHeading({ title, match, home, away, score, state, reveal, large = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const minute = useMatchMinute(match, score ?? null);
  const rest = titleBeyondSides(title, { home, away });
  const label = state ?? (minute && score ? `${minute} · ${phaseText(score)}` : undefined);
  return (
    <>
      <h1 ref={heading} className={cx('flex flex-col gap-1', large && 'w-full max-w-240 items-center text-center')}>
        {rest && (
          <span className={cx('font-body font-semibold', large ? 'text-body sm:text-lead' : 'text-body text-muted')}>
            {rest}
          </span>
        )}{' '}
        <span
          className={cx(
            'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-2 sm:gap-x-5',
            large ? 'w-full' : 'max-w-180 sm:flex',
          )}
        >
          <SideLink side={home} large={large} className="sm:flex-row" />{' '}
          {score || reveal ? (
            <RevealableScore score={score} label={label} reveal={reveal} large={large} />
          ) : score === undefined ? (
            <span className={cx('w-16 animate-pulse rounded-md bg-raised', large ? 'h-14' : 'h-10')}>
              <span className="sr-only">Cargando el resultado</span>
            </span>
          ) : (
            <span className={large ? 'text-title' : 'text-lead text-muted'}>–</span>
          )}{' '}
          <SideLink side={away} large={large} className="sm:flex-row-reverse" />
        </span>
      </h1>
      <MatchBar heading={heading} home={home} away={away} score={score ?? null} time={state ?? minute} />
    </>
  );
}

function SideLink({ side, large, className }: { side: Side; large: boolean; className: string }) {
  return (
    <Link
      to={paths.club(side.id)}
      className={cx(
        'flex min-h-11 min-w-0 flex-col items-center gap-2 rounded-md py-2 text-center underline-offset-4 transition-colors hover:underline sm:gap-3 sm:px-2',
        !large && `hover:bg-surface sm:text-left ${className}`,
      )}
    >
      <Thumbnail
        src={side.thumbnail}
        kind="club"
        eager={large}
        className={cx(
          'aspect-square! shrink-0 bg-transparent!',
          large ? 'w-[min(5rem,22vw)] sm:w-36' : 'w-[min(3.5rem,15vw)]',
        )}
        imageClassName="p-1!"
      />
      <span className="line-clamp-2 max-w-full min-w-0 text-small break-words sm:text-lead">{side.name}</span>
    </Link>
  );
}

interface MatchBarProps {
  heading: RefObject<HTMLElement | null>;
  home: { name: string; thumbnail: string | null };
  away: { name: string; thumbnail: string | null };
  score: PageScore | null;
  time: string | undefined;
}

/**
 * Repeats the match's heading in one small line once the heading is out of view: crests, codes, score and minute. It is
 * fixed below the sticky elements (the navigation bar, on phones also the picture), so that the page does not move.
 */
function MatchBar({ heading, home, away, score, time }: MatchBarProps) {
  /** Upper edge in CSS pixels; undefined while the bar is hidden. */
  const [top, setTop] = useState<number>();
  useEffect(() => followHeading(heading, setTop), [heading]);
  if (top === undefined) return null;
  const [homeCode, awayCode] = clubCodes(home.name, away.name);
  return (
    // Screen readers read the heading instead.
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 z-20 border-b border-line/60 bg-bg print:hidden"
      style={{ top }}
    >
      <span className="mx-auto flex h-11 max-w-300 items-center justify-center gap-3 px-4 font-heading text-small font-extrabold tabular-nums">
        <Crest src={home.thumbnail} className="size-7 object-contain" />
        {homeCode}
        <span className="text-lead whitespace-nowrap">{score ? `${score.home} – ${score.away}` : '–'}</span>
        {awayCode}
        <Crest src={away.thumbnail} className="size-7 object-contain" />
        {score && <span className="font-body font-semibold text-muted">{time ?? phaseText(score)}</span>}
      </span>
    </div>
  );
}

/** Calls back with the bar's upper edge once the heading has left the visible part of the page upwards. */
function followHeading(
  heading: RefObject<HTMLElement | null>,
  onChange: (top: number | undefined) => void,
): () => void {
  let frame = 0;
  const update = () => {
    frame = 0;
    const box = heading.current?.getBoundingClientRect();
    const top = Math.round(readStickyBottom());
    onChange(box && box.height > 0 && box.bottom <= top ? top : undefined);
  };
  const schedule = () => {
    frame ||= requestAnimationFrame(update);
  };
  addEventListener('scroll', schedule, { passive: true });
  addEventListener('resize', schedule);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', schedule);
    removeEventListener('resize', schedule);
  };
}

/** Returns the lower edge, in CSS pixels, of the sticky elements at the top of the window. */
function readStickyBottom(): number {
  const candidates = [
    ...document.querySelectorAll('[data-theme="viewer"] > header'),
    ...[...document.querySelectorAll('.player-box')].flatMap(({ parentElement }) => parentElement ?? []),
  ];
  return candidates
    .filter((one) => getComputedStyle(one).position === 'sticky')
    .reduce((lowest, one) => Math.max(lowest, one.getBoundingClientRect().bottom), 0);
}
