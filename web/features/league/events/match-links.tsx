/** Links a live or recording to its match and its report. */
import { Link } from 'react-router-dom';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { paths } from '../../../lib/paths.ts';

export function MatchLinks({ event }: { event: Pick<EventOfItem, 'id' | 'state' | 'score'> }) {
  return (
    <p className="flex flex-wrap gap-x-6 text-small">
      <Link to={paths.event(event.id)} className={linkLook}>
        Todo sobre el partido
      </Link>
      {hasLog(event) && (
        <Link to={paths.matchReport(event.id)} className={linkLook}>
          Acta del partido
        </Link>
      )}
    </p>
  );
}

/** Returns true if the match may have a log. Hidden scores leave only the state to decide. */
export const hasLog = ({ state, score }: Pick<EventOfItem, 'state' | 'score'>) =>
  state === 'LIVE' || state === 'FINISHED' || score !== null;

const linkLook = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';
