/** Asks once in this browser, with two buttons that weigh the same (A-SHELL-16). It covers nothing that is needed. */
import { Link } from 'react-router-dom';
import { useConsent } from '../lib/consent.ts';
import { Button } from '../ui/button.tsx';
import { paths } from './paths.ts';

export function CookieBanner() {
  const [accepted, choose] = useConsent();
  if (accepted !== undefined) return null;
  return (
    <section
      aria-label="Cookies"
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-40 flex flex-col gap-3 rounded-md border border-line bg-surface p-4 shadow-overlay sm:right-auto sm:max-w-110"
    >
      <p className="text-small text-muted">
        Usamos las cookies necesarias para que la web funcione y, si nos dejas, otras para contar las visitas.{' '}
        <Link to={paths.cookies} className="text-text underline underline-offset-2">
          Qué cookies usamos
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button kind="secondary" size="small" onClick={() => choose(false)}>
          Rechazar
        </Button>
        <Button kind="secondary" size="small" onClick={() => choose(true)}>
          Entendido
        </Button>
      </div>
    </section>
  );
}
