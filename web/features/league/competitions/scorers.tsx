/** Scorers by shirt number; the scorer app stores no names, because most players are children. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Competition, Standings } from '../../../../shared/contract/competitions.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Crest } from '../../../ui/crest.tsx';

const shownFirst = 10;

export function Scorers({ scorers, competition }: { scorers: Standings['scorers']; competition: Competition }) {
  const clubs = new Map(competition.clubs.map((club) => [club.id, club]));
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? scorers : scorers.slice(0, shownFirst);
  const unit = competition.sport === 'SOCCER' ? ['gol', 'goles'] : ['punto', 'puntos'];
  return (
    <div className="flex max-w-120 flex-col items-start gap-3">
      <ol className="flex w-full flex-col divide-y divide-line">
        {rows.map(({ clubId, shirt, points }) => (
          <li key={`${clubId} ${shirt}`} className="flex min-h-11 items-center gap-3">
            <Crest src={clubs.get(clubId)?.thumbnail ?? null} className="size-7 shrink-0 object-contain" />
            <span className="w-10 font-heading font-extrabold tabular-nums">
              <span className="sr-only">Dorsal </span>#{shirt}
            </span>
            <Link to={paths.club(clubId)} className="min-w-0 grow truncate underline-offset-4 hover:underline">
              {clubs.get(clubId)?.name}
            </Link>
            <span className="font-bold tabular-nums">
              {points} <span className="text-small font-normal text-muted">{unit[points === 1 ? 0 : 1]}</span>
            </span>
          </li>
        ))}
      </ol>
      {rows.length < scorers.length && (
        <Button kind="secondary" size="small" onClick={() => setWhole(true)}>
          {`Ver los ${scorers.length}`}
        </Button>
      )}
    </div>
  );
}
