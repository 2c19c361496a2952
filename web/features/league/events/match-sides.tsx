/** Home and away with their crests, each a link to its club, and the score between them (D-MATCH-1, D-MATCH-3). */
import { Link } from 'react-router-dom';
import type { MatchScore } from '../../../../shared/league/scores.ts';
import { paths } from '../../../app/paths.ts';
import { cx } from '../../../lib/class-names.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { ScoreAlone } from './score.tsx';

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
}: {
  home: Side;
  away: Side;
  score: MatchScore | null;
  reveal?: (() => void) | undefined;
}) {
  return (
    <ul
      aria-label="Equipos"
      className="grid max-w-180 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 sm:flex sm:gap-5"
    >
      <SideLink side={home} place="local" className="sm:flex-row" />
      {score || reveal ? (
        <li>
          <ScoreAlone score={score} reveal={reveal} />
        </li>
      ) : (
        <li aria-hidden="true" className="text-muted">
          –
        </li>
      )}
      <SideLink side={away} place="visitante" className="sm:flex-row-reverse" />
    </ul>
  );
}

function SideLink({ side, place, className }: { side: Side; place: string; className: string }) {
  return (
    <li className="min-w-0">
      <Link
        to={paths.club(side.id)}
        className={cx(
          'flex min-h-11 flex-col items-center gap-2 rounded-md p-2 text-center underline-offset-4 transition-colors hover:bg-surface hover:underline sm:gap-3 sm:text-left',
          className,
        )}
      >
        <Thumbnail
          src={side.thumbnail}
          kind="club"
          className="aspect-square! w-14 shrink-0 bg-transparent!"
          imageClassName="p-1!"
        />
        <span className="line-clamp-2 min-w-0 text-small font-semibold break-words sm:text-body">{side.name}</span>
        <span className="sr-only">({place})</span>
      </Link>
    </li>
  );
}
