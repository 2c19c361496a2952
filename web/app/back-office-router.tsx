/** Routes of the back office; router.tsx decides which addresses lead here. */
import { Route, Routes } from 'react-router-dom';
import { isStaffPage, type Page, pages } from '../../shared/domain/pages.ts';
import { BackOfficeLayout } from './back-office-layout.tsx';
import { renderRoutes } from './page-routes.tsx';

const routes = renderRoutes(
  Object.entries<Page>(pages).filter(([, page]) => isStaffPage(page)),
  import.meta.glob('../routes/staff/*.tsx'),
  ['admin'],
);

export function BackOfficeRouter() {
  return (
    <Routes>
      <Route element={<BackOfficeLayout />}>{routes}</Route>
    </Routes>
  );
}
