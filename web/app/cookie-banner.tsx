/** Shown until it is accepted once in this browser (A-SHELL-16). It covers nothing that is needed. */
import { Link } from 'react-router-dom';
import { isBoolean, useStored } from '../lib/use-stored.ts';
import { Button } from '../ui/button.tsx';
import { paths } from './paths.ts';

export function CookieBanner() {
  const [accepted, setAccepted] = useStored('cookies-accepted', false, isBoolean);
  if (accepted) return null;
  return (
    <section
      aria-label="Cookies"
      className="fixed inset-x-3 bottom-3 z-40 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface p-4 shadow-overlay sm:right-auto sm:max-w-110"
    >
      <p className="min-w-56 flex-1 text-small text-muted">
        Usamos solo las cookies necesarias para que la web funcione.{' '}
        <Link to={paths.cookies} className="text-text underline underline-offset-2">
          Más información
        </Link>
      </p>
      <Button size="small" onClick={() => setAccepted(true)}>
        Entendido
      </Button>
    </section>
  );
}
