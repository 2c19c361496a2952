import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../../../shared/contract/user.ts';
import { formatLastDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';

/** Matches shown at first: more would push the account's sections out of reach on phones. */
const initialCount = 3;

export function Purchases({ user: { sportEvents } }: { user: User }) {
  const [all, setAll] = useState(false);
  if (sportEvents.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="mr-auto text-muted">Todavía no has comprado ningún partido.</p>
        <LinkButton to={paths.soccer} kind="secondary" size="small">
          Ver partidos
        </LinkButton>
      </div>
    );
  const latest = sportEvents.toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until));
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {latest.slice(0, all ? undefined : initialCount).map(({ id, title, sport, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-2">
            <Link
              to={withQuery(sport === 'BASKET' ? paths.basket : paths.soccer, { search: title })}
              className="mr-auto inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
            >
              {title}
            </Link>
            <span className="text-small text-muted">Pago único · Hasta el {formatLastDay(until)}</span>
          </li>
        ))}
      </ul>
      {latest.length > initialCount && (
        <Button kind="secondary" size="small" className="mt-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver los ${latest.length}`}
        </Button>
      )}
    </>
  );
}
