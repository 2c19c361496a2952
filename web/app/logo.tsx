import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

export function Logo({ to = paths.landing }: { to?: string }) {
  return (
    <Link to={to} aria-label="Cantera TV, inicio" className="inline-flex min-h-11 items-center rounded-sm">
      <span className="brand">
        Cantera<span className="text-accent">TV</span>
      </span>
    </Link>
  );
}
