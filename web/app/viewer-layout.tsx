/** The stage around every viewer page: navigation bar, page, footer, cookie banner. */
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { PageSpinner } from '../ui/spinner.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';
import { PageViews } from './page-views.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';

export function ViewerLayout() {
  return (
    <div data-theme="viewer" className="flex min-h-dvh flex-col">
      <a
        href="#contenido-principal"
        className="sr-only rounded-full bg-accent px-5 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Saltar al contenido
      </a>
      <ScrollToTop />
      <NavBar />
      <main id="contenido-principal" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1 outline-none">
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
          <PageViews />
        </Suspense>
      </main>
      <Footer />
      <CookieBanner />
    </div>
  );
}
