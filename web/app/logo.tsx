/** The product's name as it is written: white and lime. */
import { Link } from 'react-router-dom';
import { paths } from './paths.ts';

export function Logo({ to = paths.landing }: { to?: string }) {
  return (
    <Link to={to} aria-label="Cantera TV, inicio" className="inline-flex min-h-11 items-center rounded-sm">
      {/* A name is no text to be read: on a phone it leaves room for what is, however large that is. */}
      <span className="font-heading text-lead font-black text-text uppercase max-sm:text-[length:min(1.25rem,6vw)]">
        Cantera<span className="text-accent">TV</span>
      </span>
    </Link>
  );
}
