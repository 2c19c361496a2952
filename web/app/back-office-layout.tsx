/** The layout of the back office: a dark sidebar (a drawer on phones) and a light page. */
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { UploadDock } from '../features/recordings/uploads/upload-dock.tsx';
import { useAwaitingPublicationCount } from '../features/recordings/vods/manage/queries.ts';
import { cx } from '../lib/class-names.ts';
import { paths } from '../lib/paths.ts';
import { type Session, useSession } from '../session/session.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Logo } from './logo.tsx';
import { NavigationAnnouncer } from './navigation-announcer.tsx';
import { PageViews } from './page-views.tsx';
import { PaletteButton, usePalette } from './palette-button.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';

export function BackOfficeLayout() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { palette, open: openPalette } = usePalette();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the drawer on navigation
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [open]);

  return (
    <div data-theme="back-office" className="min-h-dvh bg-bg lg:pl-62">
      <ScrollToTop />
      <header
        data-theme="viewer"
        className="@container sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-bg px-4 lg:hidden"
      >
        <IconButton
          icon="menu"
          label="Abrir menú"
          aria-expanded={open}
          aria-controls="barra-lateral"
          className="-ml-2.5"
          onClick={() => setOpen(true)}
        />
        <Logo to={paths.home} />
        <PaletteButton isCompact onOpen={openPalette} />
      </header>
      {open && (
        <button
          type="button"
          aria-label="Cerrar menú"
          className="fixed inset-0 z-40 bg-scrim lg:hidden"
          onClick={() => setOpen(false)}
        />
      )}
      <Sidebar open={open} onPalette={openPalette} />
      <main className="mx-auto max-w-300 px-4 pt-6 pb-28 sm:px-8">
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
          <PageViews />
          <NavigationAnnouncer />
        </Suspense>
      </main>
      <UploadDock />
      {palette}
    </div>
  );
}

function Sidebar({ open, onPalette }: { open: boolean; onPalette: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const awaiting = useAwaitingPublicationCount(session.isLiveUser).data ?? 0;
  return (
    <aside
      id="barra-lateral"
      data-theme="viewer"
      className={cx(
        'fixed inset-y-0 left-0 z-50 flex w-62 flex-col gap-1 overflow-y-auto bg-bg p-3 transition-transform duration-200 lg:visible lg:translate-x-0',
        open ? 'translate-x-0' : 'invisible -translate-x-full',
      )}
    >
      <div className="px-3 pt-1 pb-3">
        <Logo to={paths.home} />
      </div>
      <PaletteButton onOpen={onPalette} />
      <nav aria-label="Gestión" className="flex flex-1 flex-col gap-0.5">
        {listSidebarEntries(session).map((entry) => (
          <Link
            key={entry.text}
            to={entry.to}
            aria-current={isWithin(pathname, entry.to) ? 'page' : undefined}
            className={cx(entryLook, isWithin(pathname, entry.to) ? activeLook : 'border-transparent text-muted')}
          >
            <Icon name={entry.icon} />
            {entry.text}
            {entry.to === paths.manage.vods.list && awaiting > 0 && (
              <span className="ml-auto rounded-full bg-accent px-2 py-0.5 text-note font-bold text-on-accent tabular-nums">
                {awaiting}
                <span className="sr-only"> por publicar</span>
              </span>
            )}
          </Link>
        ))}
        <button
          type="button"
          className={cx(entryLook, 'mt-auto border-transparent text-muted')}
          onClick={() => {
            navigate(paths.landing);
            session.logout();
          }}
        >
          <Icon name="logout" />
          Log out
        </button>
      </nav>
    </aside>
  );
}

interface SidebarEntry {
  to: string;
  text: string;
  icon: IconName;
}

export function listSidebarEntries({ isLiveUser, isClubStaff, user }: Session): SidebarEntry[] {
  const admin = (entry: SidebarEntry) => (isLiveUser ? [entry] : []);
  return [
    { to: paths.today, text: 'Hoy', icon: 'clock' },
    { to: paths.home, text: 'Inicio', icon: 'home' },
    ...admin({ to: paths.adminProfile, text: 'Perfil', icon: 'user' }),
    ...admin({ to: paths.manage.cameras.list, text: 'Cámaras', icon: 'camera' }),
    { to: paths.manage.events.list, text: 'Eventos', icon: 'calendar' },
    { to: paths.manage.vods.list, text: 'Videos', icon: 'video' },
    { to: paths.manage.ads.list, text: 'Anuncios', icon: 'megaphone' },
    { to: paths.manageRights, text: 'Derechos de imagen', icon: 'lock' },
    { to: paths.manageMatters, text: 'Avisos', icon: 'flag' },
    { to: paths.quality, text: 'Calidad', icon: 'chart' },
    ...admin({ to: paths.unseenPurchases, text: 'Compras sin ver', icon: 'eyeOff' }),
    ...admin({ to: paths.audit, text: 'Registro', icon: 'history' }),
    ...admin({ to: paths.manage.content.list, text: 'Contenido', icon: 'film' }),
    ...admin({ to: paths.manage.clubs.list, text: 'Clubes', icon: 'shield' }),
    ...admin({ to: paths.manage.staff.list, text: 'Personal del Club', icon: 'users' }),
    ...(isClubStaff && user?.clubId
      ? [{ to: paths.manage.clubs.edit(user.clubId), text: 'Mi Club', icon: 'shield' } as const]
      : []),
  ];
}

/** Create, edit and statistics pages highlight the entry of their list: every path below /vods belongs to 'Videos'. */
const isWithin = (pathname: string, to: string) => `${pathname}/`.startsWith(`${to.replace(/\/manage(\/.*)?$/, '')}/`);

const entryLook =
  'flex min-h-11 items-center gap-3 rounded-sm border-l-3 px-3 text-left font-medium transition-colors hover:bg-surface hover:text-text';
const activeLook = 'border-text bg-raised text-text';
