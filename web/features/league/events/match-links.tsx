/** From a live or recording to its match. */
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

export function MatchLinks({ event }: { event: { id: string } }) {
  return (
    <p className="text-small">
      <Link to={paths.event(event.id)} className="font-semibold underline underline-offset-4">
        Todo sobre el partido
      </Link>
    </p>
  );
}
