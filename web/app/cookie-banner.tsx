/** The cookie consent bar: shown once per browser, with two equal buttons. */
import { Link } from 'react-router-dom';
import { useConsent } from '../lib/consent.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';

export function CookieBanner() {
  const [accepted, choose] = useConsent();
  if (accepted !== undefined) return null;
  return (
    <section
      aria-label="Cookies"
      className="sticky bottom-(--bottom-bar) z-40 flex flex-wrap items-center justify-end gap-x-6 gap-y-2 border-t border-line bg-surface px-gutter py-2.5"
    >
      <p className="mr-auto text-small text-pretty text-muted">
        Usamos las cookies necesarias para que la web funcione y, si nos dejas, otras para contar las visitas.{' '}
        <Link to={paths.cookies} className="text-text underline underline-offset-2">
          Qué cookies usamos
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-3 max-sm:w-full">
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
