/** The minutes of a match without a picture, shown to everybody, because buyers must see them before they pay. */
import { Link } from 'react-router-dom';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { formatLostMinutes } from '../../../../shared/domain/lost-minutes.ts';
import { paths } from '../../../lib/paths.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';

export function LostMinutes({ lost }: { lost: NonNullable<SportEvent['lost']> }) {
  const { minutes, spans, back } = lost;
  // The times may reveal that there was extra time.
  const isHidden = useResultsHidden();
  const times = isHidden || spans.length === 0 ? '' : `: ${spans.join(', ')}`;
  return (
    <p className="text-small text-muted">
      {minutes === 1 ? 'Falta' : 'Faltan'} {formatLostMinutes(minutes)} de imagen{times}.{' '}
      {back > 0 && (
        <>A quien lo compró antes de saberse se le {back === 100 ? 'devuelve todo' : `devuelve el ${back} %`}. </>
      )}
      <Link to={paths.lostMinutes} className="underline underline-offset-4">
        Si no se ve, no se paga
      </Link>
    </p>
  );
}
