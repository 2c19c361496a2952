/** Knock-out rounds side by side, which scroll sideways on narrow screens. */
import { Link } from 'react-router-dom';
import type { BracketRound, Competition } from '../../../../shared/contract/competitions.ts';
import { cx } from '../../../lib/class-names.ts';
import { capitalise, formatKickOff } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Crest } from '../../../ui/crest.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';

type Tie = BracketRound['ties'][number];

export function Bracket({ rounds, competition }: { rounds: readonly BracketRound[]; competition: Competition }) {
  const clubs = new Map(competition.clubs.map((club) => [club.id, club]));
  return (
    <ScrollRegion label="Cuadro" className="relative -mx-1 overflow-x-auto px-1 pb-2">
      <ol className="flex w-max gap-6">
        {rounds.map(({ name, ties }) => (
          <li key={name} className="flex w-64 flex-col">
            <h3 className="mb-2 text-small font-semibold text-muted">{name}</h3>
            {/* A later round has fewer ties, each between the two ties that lead to it. */}
            <ol className="flex grow flex-col justify-around gap-3">
              {ties.map((tie) => (
                <li key={`${tie.homeId}-${tie.awayId}`}>
                  <TieCard tie={tie} clubs={clubs} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}

type Clubs = ReadonlyMap<string, Competition['clubs'][number]>;

function TieCard({ tie, clubs }: { tie: Tie; clubs: Clubs }) {
  const last = tie.legs.at(-1);
  if (!last) return null;
  const isLive = tie.legs.some((leg) => leg.isLive);
  const isOpen = !isLive && tie.legs.some(({ score }) => score === null);
  return (
    <Link
      to={paths.event(last.eventId)}
      className="flex flex-col gap-1 rounded-md border border-line bg-surface p-3 transition-colors hover:border-line-strong"
    >
      {[tie.homeId, tie.awayId].map((clubId, index) => {
        const hasLost = tie.winnerId !== null && tie.winnerId !== clubId;
        return (
          <span
            key={clubId}
            className={cx('flex items-center gap-2 text-small', hasLost ? 'text-muted' : 'font-semibold')}
          >
            <Crest src={clubs.get(clubId)?.thumbnail ?? null} className="size-5 shrink-0 object-contain" />
            <span className="min-w-0 grow truncate">{clubs.get(clubId)?.name}</span>
            {tie.winnerId === clubId && <span className="sr-only">(pasa)</span>}
            <span className="flex shrink-0 gap-2 tabular-nums">
              {tie.legs.map((leg) => (
                <span key={leg.eventId}>{countPoints(tie, leg, index === 0)}</span>
              ))}
            </span>
          </span>
        );
      })}
      {isLive && (
        <span className="flex items-center gap-1.5 text-note font-semibold">
          <span className="size-2 animate-live rounded-full bg-live" />
          En juego
        </span>
      )}
      {isOpen && <span className="text-note text-muted">{capitalise(formatKickOff(last.start))}</span>}
    </Link>
  );
}

/**
 * Returns a leg's points for a row of the card. Rows stay, although the second leg is played at the other side's
 * ground.
 */
function countPoints(tie: Tie, { score, homeId }: Tie['legs'][number], isHomeRow: boolean): number | string {
  if (!score) return '–';
  return (homeId === tie.homeId) === isHomeRow ? score.home : score.away;
}
