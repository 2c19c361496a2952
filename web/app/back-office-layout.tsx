/** The layout of the back office: a dark sidebar (a drawer on phones) and a light page. */
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { UploadDock } from '../features/recordings/uploads/upload-dock.tsx';
import { useAwaitingPublicationCount } from '../features/recordings/vods/manage/queries.ts';
import { cx } from '../lib/class-names.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { BarActions } from '../ui/back-office-heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { type BackOfficePage, listBackOfficePages, pageGroups } from './back-office-pages.ts';
import { Logo } from './logo.tsx';
import { NavigationAnnouncer } from './navigation-announcer.tsx';
import { PageViews } from './page-views.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';

export function BackOfficeLayout() {
  const [open, setOpen] = useState(false);
  const [barActions, setBarActions] = useState<HTMLElement | null>(null);
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
        className="group @container sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-bg px-4 lg:hidden"
      >
        <IconButton
          icon="menu"
          label="Abrir menú"
          aria-expanded={open}
          aria-controls="barra-lateral"
          className="-ml-2.5"
          onClick={() => setOpen(true)}
        />
        <span className="min-w-0 group-has-[[data-actions]_a]:@max-[18.75rem]:hidden">
          <Logo to={paths.home} />
        </span>
        <PaletteButton isCompact onOpen={openPalette} />
        <div ref={setBarActions} data-actions className="-mr-2 empty:hidden" />
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
          <BarActions value={barActions}>
            <Outlet />
          </BarActions>
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
  const listed = listBackOfficePages(session);
  const current = findCurrent(pathname, listed);
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
      <nav aria-label="Gestión" className="flex flex-1 flex-col">
        {[undefined, ...pageGroups].map((group) => (
          <PageLinks
            key={group ?? ''}
            group={group}
            pages={listed.filter((page) => page.group === group)}
            current={current}
          />
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

interface PageLinksProps {
  group: string | undefined;
  pages: readonly BackOfficePage[];
  current: BackOfficePage | undefined;
}

function PageLinks({ group, pages, current }: PageLinksProps) {
  const { isLiveUser } = useSession();
  const awaiting = useAwaitingPublicationCount(isLiveUser).data ?? 0;
  if (pages.length === 0) return null;
  return (
    <>
      {group && (
        <p aria-hidden="true" className="px-3 pt-3 pb-0.5 text-note font-semibold text-muted">
          {group}
        </p>
      )}
      <ul aria-label={group} className="flex flex-col pointer-coarse:gap-0.5">
        {pages.map(({ to, text, icon }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current?.to ? 'page' : undefined}
              className={cx(entryLook, to === current?.to ? activeLook : 'border-transparent text-muted')}
            >
              <Icon name={icon} />
              {text}
              {to === paths.manage.vods.list && awaiting > 0 && (
                <span className="ml-auto rounded-full bg-accent px-2 py-0.5 text-note font-bold text-on-accent tabular-nums">
                  {awaiting}
                  <span className="sr-only"> por publicar</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Create, edit and statistics pages highlight the entry of their list: every path below /vods belongs to 'Videos'. The
 * longest address decides, because the competitions' lies below that of the events.
 */
function findCurrent(pathname: string, pages: readonly BackOfficePage[]): BackOfficePage | undefined {
  const toBase = ({ to }: BackOfficePage) => `${to.replace(/\/manage(\/.*)?$/, '')}/`;
  return pages
    .filter((page) => `${pathname}/`.startsWith(toBase(page)))
    .sort((a, b) => toBase(b).length - toBase(a).length)[0];
}

const entryLook =
  'flex min-h-8 items-center gap-3 rounded-sm border-l-3 px-3 text-left font-medium transition-colors hover:bg-surface hover:text-text pointer-coarse:min-h-11';
const activeLook = 'border-text bg-raised text-text';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);

/** Opens the command palette by Ctrl or ⌘ K, and by a button on touch screens. */
function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // While a dialog is open, keys belong to it.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const palette = isOpen && <CommandPalette onClose={() => setOpen(false)} />;
  return { palette, open: () => setOpen(true) };
}

function PaletteButton({ onOpen, isCompact = false }: { onOpen: () => void; isCompact?: boolean }) {
  if (isCompact)
    return (
      <IconButton icon="search" label="Ir a…" className="-mr-2.5 ml-auto @max-[18.75rem]:hidden" onClick={onOpen} />
    );
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="mb-2 hidden min-h-11 items-center gap-3 rounded-sm border border-line px-3 text-left text-small text-muted transition-colors hover:border-line-strong hover:text-text lg:flex"
    >
      <Icon name="search" size={18} />
      Ir a…
      <kbd className="ml-auto font-body text-note">Ctrl K</kbd>
    </button>
  );
}
