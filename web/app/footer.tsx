import { Link } from 'react-router-dom';
import { managedSeller } from '../../shared/domain/seller.ts';
import { useConfig } from '../lib/config-context.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useResultsSetting } from '../session/results-setting.ts';
import { Logo } from './logo.tsx';

// The footer is below the fold, so its parts may load after the page.
const FooterParts = lazyPart(async () => (await import('./footer-controls.tsx')).FooterControls);

export function Footer() {
  const { social, withdrawalLabel, seller } = useConfig();
  const [hidden, hide] = useResultsSetting();
  return (
    <footer className="mt-6 border-t border-line bg-surface sm:mt-14">
      <div className="flex flex-wrap items-start gap-x-14 gap-y-4 px-gutter py-8 max-sm:py-5">
        {/* On phones, the top bar shows the logo. */}
        <div className="max-sm:hidden">
          <Logo />
        </div>
        <nav aria-label="Legal" className="grid grid-cols-2 gap-x-6 max-sm:w-full sm:grid-cols-1">
          {[
            ...legal,
            { to: paths.lostMinutes, text: 'Si no se ve, no se paga' },
            { to: paths.withdraw, text: withdrawalLabel },
          ].map(({ to, text }) => (
            <Link key={to} to={to} className={linkLook}>
              {text}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap gap-x-6 max-sm:-mt-4 sm:flex-col sm:items-start">
          {social.length > 0 && (
            <nav aria-label="Redes sociales" className="flex gap-x-6 sm:flex-col">
              {social.map(({ name, url }) => (
                <a key={url} href={url} target="_blank" rel="noopener noreferrer" className={linkLook}>
                  {name}
                </a>
              ))}
            </nav>
          )}
          <button type="button" className={linkLook} onClick={() => hide(!hidden)}>
            {hidden ? 'Mostrar resultados' : 'Ocultar resultados'}
          </button>
        </div>
        {/* This element has the height of the lazy part. */}
        <div className="flex min-h-39 w-full flex-col gap-4 sm:ml-auto sm:w-96">
          <FooterParts />
        </div>
      </div>
      <p className="border-t border-line px-gutter py-4 text-note text-muted max-sm:py-3">
        © {new Date().getFullYear()} Cantera TV. Hecho para los clubes de aquí.
        {seller === 'managed' && ` Las compras las vende ${managedSeller}.`}
      </p>
    </footer>
  );
}

const linkLook =
  'inline-flex min-h-11 items-center text-small text-muted underline-offset-4 hover:text-text hover:underline';

const legal = [
  { to: paths.legalNotice, text: 'Aviso legal' },
  { to: paths.document('condiciones-compra'), text: 'Condiciones de compra' },
  { to: paths.cookies, text: 'Política de cookies' },
  { to: paths.privacy, text: 'Política de privacidad' },
  { to: paths.objection, text: 'Imágenes de menores: mi hijo sale en un video' },
];
