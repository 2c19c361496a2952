/** The layout of viewers' pages: navigation bar, page, footer, cookie banner, and the bottom bar on phones. */
import { Suspense, useLayoutEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { managedSeller } from '../../shared/domain/seller.ts';
import { useConfig } from '../lib/config-context.tsx';
import { useConsent } from '../lib/consent.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useMedia } from '../lib/use-media.ts';
import { useResultsSetting } from '../session/results-setting.ts';
import { useSession } from '../session/session.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Logo } from './logo.tsx';
import { NavBar } from './nav-bar.tsx';
import { NavigationAnnouncer } from './navigation-announcer.tsx';
import { PageViews } from './page-views.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import './arrow-keys-loader.ts';

// Both are fixed and shift nothing, so they may load late.
const BottomBar = lazyPart(async () => (await import('./bottom-bar.tsx')).BottomBar);
const CookieBanner = lazyPart(async () => (await import('./cookie-banner.tsx')).CookieBanner);

// Loads late, because most stages have no notice.
const Notice = lazyPart(async () => (await import('./notice.tsx')).Notice);

const ReturnedMail = lazyPart(async () => (await import('./returned-mail.tsx')).ReturnedMail);

export function ViewerLayout() {
  const { pathname } = useLocation();
  const hasBar = !withoutBar.test(pathname);
  const isPhone = useMedia(uprightPhone);
  const [cookies] = useConsent();
  const { notice } = useConfig();
  const { user } = useSession();
  const [isLoading, setLoading] = useState(false);
  return (
    <div data-theme="viewer" data-bottom-bar={hasBar} className="flex min-h-dvh flex-col pb-(--bottom-bar)">
      <a
        href="#contenido-principal"
        className="sr-only rounded-full bg-accent px-5 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Saltar al contenido
      </a>
      <ScrollToTop />
      <NavBar />
      {notice && <Notice notice={notice} />}
      {user?.returnsMail && <ReturnedMail email={user.email} />}
      <main id="contenido-principal" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1 outline-none">
        <ErrorBoundary page={pathname}>
          <Suspense fallback={<LoadingPage onChange={setLoading} />}>
            <Outlet />
            <PageViews />
            <NavigationAnnouncer />
          </Suspense>
        </ErrorBoundary>
      </main>
      {/* With an anchor in the address, a footer rendered too early would jump from above the anchor to below it. */}
      {!isLoading && <Footer />}
      {hasBar && isPhone && <BottomBar />}
      {cookies === undefined && <CookieBanner />}
    </div>
  );
}

function LoadingPage({ onChange }: { onChange: (isLoading: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return <PageSpinner />;
}

/** Copy of the query in tokens.css, which reserves the bar's space. */
const uprightPhone = '(width < 40rem) and (orientation: portrait)';

/** Forms of several steps, the scorer app and the phone's page have no bottom bar. */
const withoutBar = /^\/(aceptar-invitacion|comprar|creando-pago|emitir|mesa|payment-success|signup|subscription)\b/;

// The footer is below the fold, so its parts may load after the page.
const FooterParts = lazyPart(async () => (await import('./footer-controls.tsx')).FooterControls);

function Footer() {
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
