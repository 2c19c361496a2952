/** Routes of the viewers' pages, each page a chunk; the back office has a router and chunk of its own. */
import { lazy } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { isStaffPage, type Page, pages } from '../../shared/domain/pages.ts';
import { Guard } from './guards.tsx';
import { renderRoutes } from './page-routes.tsx';
import { ViewerLayout } from './viewer-layout.tsx';

const NotFoundPage = lazy(() => import('../routes/not-found.tsx'));
const BackOfficeRouter = lazy(() =>
  import('./back-office-router.tsx').then((module) => ({ default: module.BackOfficeRouter })),
);

const entries = Object.entries<Page>(pages);
const staffPaths = entries.filter(([, page]) => isStaffPage(page)).map(([, { path }]) => path);
const routes = renderRoutes(
  entries.filter(([, page]) => !isStaffPage(page)),
  import.meta.glob(['../routes/*.tsx', '!../routes/not-found.tsx']),
  ['login'],
);

export function Router() {
  const { pathname } = useLocation();
  // Keeps the names of the back office's chunks out of the viewers' code.
  if (staffPaths.some((path) => matchPath(path, pathname))) {
    return (
      <Guard need="manage">
        <BackOfficeRouter />
      </Guard>
    );
  }
  return (
    <Routes>
      <Route element={<ViewerLayout />}>
        {routes}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
