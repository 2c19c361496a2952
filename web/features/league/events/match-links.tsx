import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { paths } from '../../../lib/paths.ts';
import { TextLink } from '../../../ui/text-link.tsx';

export function MatchLinks({ event }: { event: Pick<EventOfItem, 'id' | 'state' | 'score'> }) {
  return (
    <p className="flex flex-wrap gap-x-6 text-small">
      <TextLink to={paths.event(event.id)} isTarget>
        Ficha del partido
      </TextLink>
      {hasLog(event) && (
        <TextLink to={paths.matchReport(event.id)} isTarget>
          Acta del partido
        </TextLink>
      )}
    </p>
  );
}

/** Returns whether the match may have a log; while results are hidden, its state alone decides. */
export const hasLog = ({ state, score }: Pick<EventOfItem, 'state' | 'score'>) =>
  state === 'LIVE' || state === 'FINISHED' || score !== null;
