/** An item's first clubs as chips, then '+N'. */
import { Chip } from './badge.tsx';

export function ClubChips({ clubs, shown = 3 }: { clubs: { id: string; name: string }[]; shown?: number }) {
  return (
    <span className="flex flex-wrap gap-1">
      {clubs.slice(0, shown).map((club) => (
        <Chip key={club.id}>{club.name}</Chip>
      ))}
      {clubs.length > shown && <Chip>+{clubs.length - shown}</Chip>}
    </span>
  );
}
