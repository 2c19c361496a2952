/** Home and away with crests, linked to their clubs, and the score between them. */
import { Link } from 'react-router-dom';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import { cx } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { RevealableScore } from './score.tsx';

interface Side {
  id: string;
  name: string;
  thumbnail: string | null;
}

export function MatchSides({
  home,
  away,
  score,
  reveal,
  large = false,
}: {
  home: Side;
  away: Side;
  score: MatchScore | null;
  reveal?: (() => void) | undefined;
  /** For the top of a page. */
  large?: boolean;
}) {
  return (
    <ul
      aria-label="Equipos"
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 sm:gap-5',
        large ? 'w-full max-w-240' : 'max-w-180 sm:flex',
      )}
    >
      <SideLink side={home} place="local" large={large} className="sm:flex-row" />
      {score || reveal ? (
        <li>
          <RevealableScore score={score} reveal={reveal} large={large} />
        </li>
      ) : (
        <li aria-hidden="true" className={large ? 'font-heading text-title' : 'text-muted'}>
          –
        </li>
      )}
      <SideLink side={away} place="visitante" large={large} className="sm:flex-row-reverse" />
    </ul>
  );
}

function SideLink({ side, place, large, className }: { side: Side; place: string; large: boolean; className: string }) {
  return (
    <li className="min-w-0">
      <Link
        to={paths.club(side.id)}
        className={cx(
          'flex min-h-11 flex-col items-center gap-2 rounded-md p-2 text-center underline-offset-4 transition-colors hover:underline sm:gap-3',
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
        <span
          className={cx(
            'line-clamp-2 max-w-full min-w-0 text-small font-semibold break-words',
            large ? 'sm:text-lead' : 'sm:text-body',
          )}
        >
          {side.name}
        </span>
        <span className="sr-only">({place})</span>
      </Link>
    </li>
  );
}
