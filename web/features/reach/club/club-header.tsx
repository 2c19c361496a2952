/** The head of a club's page: crest, name, and what its followers do. */
import type { Club } from '../../../../shared/contract/clubs.ts';
import { toCardPicture } from '../../../../shared/domain/media-address.ts';
import { useFavouriteClubs } from '../../../session/favourite-clubs.ts';
import { useSession } from '../../../session/session.tsx';
import { LiveBadge, StatusPill } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { Notify } from '../alerts/notify.tsx';
import { SubscribeToCalendar } from '../calendars/calendar-buttons.tsx';

export function ClubHeader({ club, isOnAir }: { club: Pick<Club, 'id' | 'name' | 'thumbnail'>; isOnAir: boolean }) {
  return (
    <header className="relative isolate -mx-[clamp(16px,4vw,56px)] flex flex-wrap items-center gap-6 overflow-hidden border-b border-line px-gutter py-8 sm:py-12">
      {/* The blurred crest gives the background the club's colours. */}
      {club.thumbnail && (
        <img
          src={toCardPicture(club.thumbnail)}
          alt=""
          className="absolute inset-0 -z-20 size-full scale-150 object-cover opacity-60 blur-3xl saturate-150 forced-colors:hidden"
        />
      )}
      <div className="absolute inset-0 -z-10 bg-linear-to-r from-bg/60 via-bg/75 to-bg/20" />
      <Thumbnail
        src={club.thumbnail}
        kind="club"
        className="aspect-square! w-[min(6rem,25vw)] shrink-0 bg-bg/50! sm:w-40"
        eager
      />
      <div className="flex min-w-0 flex-col items-start gap-3">
        <div className="flex flex-wrap gap-2">
          <StatusPill tone="info">Club Oficial</StatusPill>
          {isOnAir && <LiveBadge text="EN DIRECTO" />}
        </div>
        <h1 className="max-w-full text-title sm:text-hero sm:leading-none">{club.name}</h1>
        <div className="flex flex-wrap gap-3">
          <Notify kind="clubs" id={club.id} title={club.name} />
          <FavouriteButton clubId={club.id} />
          <SubscribeToCalendar path={`/clubs/${club.id}/calendar`} matches={`de ${club.name}`} />
        </div>
      </div>
    </header>
  );
}

/** The favourite toggle of a club, which updates optimistically. */
function FavouriteButton({ clubId }: { clubId: string }) {
  const { isLoggedIn } = useSession();
  const { ids, choose } = useFavouriteClubs();
  if (!isLoggedIn) return null;
  // The button is there before the account's clubs are known, to reserve its place.
  const marked = ids?.includes(clubId) ?? false;
  return (
    <Button kind="secondary" aria-pressed={marked} disabled={!ids} onClick={() => choose(clubId, !marked)}>
      <Icon name="heart" filled={marked} />
      {marked ? 'Tu club favorito' : 'Añadir a favoritos'}
    </Button>
  );
}
