/** The bottom navigation bar of viewers' pages on phones: one row, whose names grow only as far as the screen allows. */
import { Link, useLocation } from 'react-router-dom';
import { cx } from '../lib/class-names.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

export function BottomBar() {
  const { isLiveUser } = useSession();
  const { pathname } = useLocation();
  return (
    <nav
      aria-label="Accesos directos"
      className="fixed inset-x-0 bottom-0 z-40 flex min-h-(--bottom-bar) border-t border-line bg-bg pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      {entries
        // Admins have no viewer profile.
        .filter(({ to }) => !(isLiveUser && to === paths.profile))
        .map(({ to, text, icon, also }) => {
          const current = pathname === to ? 'page' : pathname === also || pathname.startsWith(`${to}/`);
          return (
            <Link
              key={to}
              to={to}
              aria-current={current || undefined}
              className={cx(
                'flex min-w-max flex-1 flex-col items-center justify-center gap-0.5 px-0.5 text-[length:min(0.8125rem,3.5vw)] leading-none font-semibold transition-colors -outline-offset-2! [&>svg]:size-[24px]',
                current ? 'text-text' : 'text-muted',
              )}
            >
              <Icon name={icon} size={24} filled={current !== false} />
              {text}
            </Link>
          );
        })}
    </nav>
  );
}

interface Entry {
  to: string;
  text: string;
  icon: IconName;
  /** Another page that highlights this entry. */
  also?: string;
}

const entries: Entry[] = [
  { to: paths.home, text: 'Inicio', icon: 'home' },
  { to: paths.soccer, text: 'Partidos', icon: 'ball', also: paths.basket },
  { to: paths.calendar, text: 'Calendario', icon: 'calendar' },
  { to: paths.myTeam, text: 'Mi equipo', icon: 'shield' },
  { to: paths.profile, text: 'Perfil', icon: 'user' },
];
