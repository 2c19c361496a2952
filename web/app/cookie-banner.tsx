/** The cookie consent bar: shown once per browser, with two equal buttons. */
import { Link } from 'react-router-dom';
import { useConsent } from '../lib/consent.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';

export function CookieBanner() {
  const [accepted, choose] = useConsent();
  if (accepted !== undefined) return null;
  return (
    // It reaches the screen's edge behind the bottom bar: a target that its buttons cover in part would be too small.
    <section
      aria-label="Cookies"
      className="sticky bottom-0 z-30 -mb-(--bottom-bar) flex flex-wrap items-center justify-end gap-x-6 gap-y-2 border-t border-line bg-surface px-gutter pt-2.5 pb-[calc(0.625rem+var(--bottom-bar))]"
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
