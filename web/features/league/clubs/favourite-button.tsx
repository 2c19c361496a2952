/** The favourite toggle of a club, which updates optimistically. */

import { useFavouriteClubs } from '../../../session/favourite-clubs.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

export function FavouriteButton({ clubId }: { clubId: string }) {
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
