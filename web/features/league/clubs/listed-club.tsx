/** A club in the list of all: crest, sports, next match, and a heart that follows it. */
import { Link } from 'react-router-dom';
import type { ListedClub } from '../../../../shared/contract/clubs.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { capitalise, formatKickOff } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFavouriteClubs } from '../../../session/favourite-clubs.ts';
import { useSession } from '../../../session/session.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

export function ListedClubCard({ club }: { club: ListedClub }) {
  const { isLiveUser } = useSession();
  return (
    <div className="flex w-full min-w-0 items-center rounded-md border border-line bg-surface transition-colors hover:border-line-strong">
      <Link to={paths.club(club.id)} className="flex min-h-22 min-w-0 grow items-center gap-3 py-3 pl-3">
        <ClubDetails club={club} />
      </Link>
      {/* Admins have no clubs of their own. */}
      {!isLiveUser && <FollowButton club={club} />}
    </div>
  );
}

function FollowButton({ club: { id, name } }: { club: ListedClub }) {
  const { ids, choose } = useFavouriteClubs();
  const isFollowed = ids?.includes(id) ?? false;
  return (
    <button
      type="button"
      aria-label={`Seguir a ${name}`}
      aria-pressed={isFollowed}
      disabled={!ids}
      onClick={() => choose(id, !isFollowed)}
      className="mr-1 grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors hover:text-text aria-pressed:text-text"
    >
      <Icon name="heart" filled={isFollowed} />
    </button>
  );
}

/** Crest, name, sports and next match. */
export function ClubDetails({ club: { name, thumbnail, sports = [], next } }: { club: ListedClub }) {
  return (
    <>
      <Thumbnail
        src={thumbnail}
        kind="club"
        className="aspect-square! w-14 shrink-0 bg-transparent!"
        imageClassName="p-1!"
      />
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate font-semibold">{name}</span>
        <span className="text-note text-muted">{sports.map(sportName).join(' y ')}</span>
        {next && (
          <span className="truncate text-note text-muted">
            {capitalise([formatKickOff(next.start), next.rival].filter(Boolean).join(' · '))}
          </span>
        )}
      </span>
    </>
  );
}

export const listedClubColumns = 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3';
