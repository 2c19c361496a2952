/**
 * The H1 of a page about a match: crests and names, linked to their clubs, with score, minute and state between them.
 */
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { type AgeCategory, titleBeyondSides } from '../../../../shared/domain/match.ts';
import { cx } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { MatchBar } from './match-bar.tsx';
import { phaseText } from './result.tsx';
import { RevealableScore } from './score.tsx';
import { type PageScore, useMatchMinute } from './use-match-minute.ts';

interface Side {
  id: string;
  name: string;
  thumbnail: string | null;
}

export function MatchHeading({
  title,
  match,
  home,
  away,
  score,
  state,
  reveal,
  large = false,
}: {
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
}) {
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
