/** The layout of viewers' pages: navigation bar, page, footer, cookie banner, and the bottom bar on phones. */
import './arrow-keys-loader.ts';
import { Suspense, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useConfig } from '../lib/config-context.tsx';
import { useConsent } from '../lib/consent.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMedia } from '../lib/use-media.ts';
import { useSession } from '../session/session.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';
import { NavigationAnnouncer } from './navigation-announcer.tsx';
import { PageViews } from './page-views.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';

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
