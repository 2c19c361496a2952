import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

interface ShownClub {
  id: string;
  name: string;
  thumbnail: string | null;
}

export function ClubGrid({ clubs }: { clubs: ShownClub[] }) {
  if (clubs.length === 0) return null;
  return (
    <section aria-label="Clubes participantes">
      <h2 className="mb-4 text-lead">Clubes participantes</h2>
      <ClubCards clubs={clubs} />
    </section>
  );
}

export function ClubCards({ clubs }: { clubs: readonly ShownClub[] }) {
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6">
      {clubs.map((club) => (
        <li key={club.id} className="flex">
          <Link
            to={paths.club(club.id)}
            className="flex w-full flex-col items-center gap-3 rounded-md border border-line bg-surface p-4 text-center transition-colors hover:border-line-strong"
          >
            <Thumbnail src={club.thumbnail} kind="club" className="aspect-square! w-20 shrink-0 bg-transparent!" />
            <span className="line-clamp-3 max-w-full text-small font-semibold">{club.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function ClubRow({ clubs }: { clubs: ShownClub[] }) {
  return (
    <ul aria-label="Clubes" className="flex gap-3 overflow-x-auto pb-2 scrollbar-none">
      {clubs.map((club) => (
        <li key={club.id} className="shrink-0">
          <Link
            to={paths.club(club.id)}
            className="flex min-h-11 max-w-64 items-center gap-3 rounded-full border border-line bg-surface py-1 pr-4 pl-1 transition-colors hover:border-line-strong"
          >
            <Thumbnail
              src={club.thumbnail}
              kind="club"
              className="aspect-square! size-9 shrink-0 rounded-full!"
              imageClassName="p-1!"
            />
            <span className="truncate text-small font-semibold">{club.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
