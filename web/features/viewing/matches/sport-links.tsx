/** Links between both sports, for visitors, whose top bar links only to football. */
import { NavLink } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

export function SportLinks() {
  return (
    <nav aria-label="Deportes" className="inline-flex rounded-full border border-line bg-surface p-1">
      {sports.map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            `inline-flex min-h-9 items-center rounded-full px-3 text-small font-semibold transition-colors sm:px-4 ${isActive ? 'bg-raised text-text' : 'text-muted hover:text-text'}`
          }
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

const sports = [
  { to: paths.soccer, text: 'Fútbol' },
  { to: paths.basket, text: 'Baloncesto' },
];
