/**
 * Route guards, for navigation only: the server authorises every call. Without permission, the login page replaces the
 * entry in the history, and remembers the target.
 */
import { type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { Page } from '../../shared/domain/pages.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export type Need = NonNullable<Page['need']>;

export function Guard({ need, children }: { need: Need; children?: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.loading) return <PageSpinner />;

  const allowed = {
    login: session.isLoggedIn,
    manage: session.isLiveUser || session.isClubStaff,
    admin: session.isLiveUser,
  }[need];
  if (allowed) return <Suspense fallback={<PageSpinner />}>{children ?? <Outlet />}</Suspense>;

  if (need === 'admin' && session.isClubStaff) return <Navigate to={paths.manage.vods.list} replace />;
  return (
    <>
      <PageSpinner />
      <Navigate to={paths.login} replace state={{ referrer: pathname + search + hash }} />
    </>
  );
}
