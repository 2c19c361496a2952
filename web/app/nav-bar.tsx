/** The top bar of viewer pages, and its menu on phones. */
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { cx } from '../lib/class-names.ts';
import { useConfig } from '../lib/config-context.tsx';
import { paths } from '../lib/paths.ts';
import { type Session, useSession } from '../session/session.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from './logo.tsx';

export function NavBar() {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu on navigation
  useEffect(() => setOpen(false), [pathname]);

  return (
    <header className="sticky top-0 z-40 border-b border-line/60 bg-bg/90 backdrop-blur-md">
      <div className="@container flex h-16 items-center gap-2 px-gutter">
        <Logo to={session.isLoggedIn ? paths.home : paths.landing} />
        <nav aria-label="Principal" className="ml-4 hidden items-center xl:flex">
          {listNavEntries(session).map((entry) => (
            <BarLink key={entry.to} {...entry} />
          ))}
          <BlogLink />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {/* This button is shown at every width, because staff need it most. */}
          <ManageButton session={session} />
          <Link
            to={paths.search}
            aria-label="Buscar"
            title="Buscar"
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-raised @max-[22rem]:hidden"
          >
            <Icon name="search" />
          </Link>
          <DesktopAccount session={session} />
          {!session.loading && !session.isLoggedIn && (
            // With large text, only the menu has room for this link.
            <LinkButton
              to={paths.login}
              kind="secondary"
              size="small"
              className="whitespace-nowrap @max-[18.75rem]:hidden xl:hidden"
            >
              Iniciar Sesión
            </LinkButton>
          )}
          <IconButton
            icon={open ? 'close' : 'menu'}
            label={open ? 'Cerrar menú' : 'Abrir menú'}
            aria-expanded={open}
            aria-controls="menu-movil"
            className="-mr-[10px] xl:hidden"
            onClick={() => setOpen(!open)}
          />
        </div>
      </div>
      {open && <MobileMenu session={session} />}
    </header>
  );
}

interface Entry {
  to: string;
  text: string;
}

function listNavEntries({ isLoggedIn, user }: Session): Entry[] {
  const shared = [
    { to: paths.calendar, text: 'Calendario' },
    { to: paths.clubs, text: 'Clubes' },
    { to: paths.content, text: 'Contenido' },
  ];
  // One page shows both sports to visitors, with links between them.
  if (!isLoggedIn) return [{ to: paths.soccer, text: 'Partidos' }, ...shared];
  return [
    { to: paths.home, text: 'Home' },
    { to: paths.soccer, text: 'Fútbol' },
    { to: paths.basket, text: 'Baloncesto' },
    ...shared,
    ...(user?.hasFamilies ? [{ to: paths.familyMatches, text: 'Familias' }] : []),
  ];
}

function BarLink({ to, text }: Entry) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        cx(
          'inline-flex min-h-11 items-center rounded-sm px-3 text-body font-medium transition-colors hover:text-text',
          isActive ? 'text-text' : 'text-muted',
        )
      }
    >
      {text}
    </NavLink>
  );
}

function BlogLink() {
  const { blogUrl } = useConfig();
  return (
    <a
      href={blogUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm px-3 text-body font-medium text-muted hover:text-text"
    >
      Blog
      <span className="sr-only"> (se abre en otra pestaña)</span>
    </a>
  );
}

function DesktopAccount({ session }: { session: Session }) {
  if (session.loading) return null;
  if (!session.isLoggedIn) {
    return (
      <div className="hidden gap-2 xl:flex">
        <LinkButton to={paths.login} kind="quiet">
          Iniciar Sesión
        </LinkButton>
        {/* The page below has the one primary button. */}
        <LinkButton to={paths.signup} kind="secondary">
          Registrarse
        </LinkButton>
      </div>
    );
  }
  return (
    <div className="hidden items-center gap-2 xl:flex">
      {(session.isLiveUser || session.isClubStaff) && (
        <LinkButton to={paths.today} kind="quiet">
          Hoy
        </LinkButton>
      )}
      {session.isLiveUser && (
        <LinkButton to={paths.liveProfile} kind="quiet">
          Mi Stream
        </LinkButton>
      )}
      {!session.isLiveUser && (
        <Link
          to={paths.myList}
          aria-label="Mi lista"
          title="Mi lista"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-raised"
        >
          <Icon name="bookmark" />
        </Link>
      )}
      {!session.isLiveUser && session.user && (
        <Link
          to={paths.profile}
          className="relative inline-flex min-h-11 max-w-48 items-center gap-2 rounded-sm px-2 font-medium hover:underline"
        >
          <Icon name="user" />
          <span className="truncate">{session.user.name || 'Mi cuenta'}</span>
          {hasProblem(session.user) && (
            <span
              role="img"
              aria-label="Problema de suscripción"
              className="grid size-5 shrink-0 place-items-center rounded-full bg-danger text-note font-bold text-bg"
            >
              !
            </span>
          )}
        </Link>
      )}
      <LogoutButton session={session} />
    </div>
  );
}

/** A subscription that its owner cancelled ends without a problem. */
const hasProblem = ({ subscription }: NonNullable<Session['user']>) =>
  Boolean(subscription?.error && !subscription.cancelled);

function ManageButton({ session }: { session: Session }) {
  if (!session.isLiveUser && !session.isClubStaff) return null;
  return (
    <LinkButton to={paths.manage.vods.list} kind="secondary" className="min-w-0 shrink!">
      {session.isClubStaff ? 'Mi Club' : 'Admin'}
    </LinkButton>
  );
}

type LogoutWarningComponent = typeof import('../features/people/accounts/logout-warning.tsx').LogoutWarning;

function LogoutButton({ session: { user, logout } }: { session: Session }) {
  const navigate = useNavigate();
  const [LogoutWarning, setLogoutWarning] = useState<LogoutWarningComponent>();
  const leave = () => {
    navigate(paths.landing);
    logout();
  };
  const warnAndLeave = () => {
    import('../features/people/accounts/logout-warning.tsx').then(
      (module) => setLogoutWarning(() => module.LogoutWarning),
      leave,
    );
  };
  return (
    <>
      <Button kind="quiet" onClick={user?.hasPassword === false ? warnAndLeave : leave}>
        Cerrar Sesión
      </Button>
      {LogoutWarning && user && (
        <LogoutWarning email={user.email} onLeave={leave} onStay={() => setLogoutWarning(undefined)} />
      )}
    </>
  );
}

function MobileMenu({ session }: { session: Session }) {
  const staffLinks = session.isLiveUser || session.isClubStaff ? [{ to: paths.today, text: 'Hoy' }] : [];
  const links = [...staffLinks, { to: paths.search, text: 'Buscar' }, ...listNavEntries(session)];
  if (session.isLoggedIn && !session.isLiveUser) links.push({ to: paths.myList, text: 'Mi lista' });
  if (session.isLoggedIn && !session.isLiveUser) links.push({ to: paths.profile, text: 'Perfil' });
  return (
    <nav
      id="menu-movil"
      aria-label="Menú"
      className="absolute inset-x-0 top-full flex max-h-[calc(100dvh-4rem)] animate-appear flex-col gap-1 overflow-y-auto border-b border-line bg-bg p-4 shadow-overlay xl:hidden"
    >
      {links.map((entry) => (
        <BarLink key={entry.to} {...entry} />
      ))}
      <BlogLink />
      {session.isLiveUser && <BarLink to={paths.liveProfile} text="Mi Stream" />}
      {session.user && hasProblem(session.user) && (
        <Link to={paths.profile} className="inline-flex min-h-11 items-center gap-2 px-3 font-semibold text-danger">
          <Icon name="alert" /> Problema de suscripción
        </Link>
      )}
      <div className="mt-2 flex flex-col gap-2 border-t border-line pt-4">
        {session.isLoggedIn ? (
          <LogoutButton session={session} />
        ) : (
          <>
            <LinkButton to={paths.signup}>Registrarse</LinkButton>
            <LinkButton to={paths.login} kind="secondary">
              Iniciar Sesión
            </LinkButton>
          </>
        )}
      </div>
    </nav>
  );
}
