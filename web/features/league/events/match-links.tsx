import { Link } from 'react-router-dom';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { paths } from '../../../lib/paths.ts';

export function MatchLinks({ event }: { event: Pick<EventOfItem, 'id' | 'state' | 'score'> }) {
  return (
    <p className="flex flex-wrap gap-x-6 text-small">
      <Link to={paths.event(event.id)} className={linkLook}>
        Ficha del partido
      </Link>
      {hasLog(event) && (
        <Link to={paths.matchReport(event.id)} className={linkLook}>
          Acta del partido
        </Link>
      )}
    </p>
  );
}

/** Returns whether the match may have a log; while results are hidden, its state alone decides. */
export const hasLog = ({ state, score }: Pick<EventOfItem, 'state' | 'score'>) =>
  state === 'LIVE' || state === 'FINISHED' || score !== null;

const linkLook = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';
