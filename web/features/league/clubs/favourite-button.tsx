/** Marks and unmarks a club as favourite (V-FAV-1). The button answers at once; a failure takes it back. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../app/session.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toaster.tsx';

const queryKey = ['favourite-clubs'];

export function FavouriteButton({ clubId }: { clubId: string }) {
  const { isLoggedIn } = useSession();
  const queries = useQueryClient();
  const favourites = useQuery({
    queryKey,
    enabled: isLoggedIn,
    queryFn: async ({ signal }) =>
      (await api('GET /users/me/favorite-clubs', { signal })).data.clubs.map((club) => club.id),
  });
  const change = useMutation({
    mutationFn: (marked: boolean) =>
      marked
        ? api('PUT /users/me/favorite-clubs/{clubId}', { params: { clubId } })
        : api('DELETE /users/me/favorite-clubs/{clubId}', { params: { clubId } }),
    onMutate: async (marked) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<string[]>(queryKey, (ids = []) =>
        marked ? [...ids, clubId] : ids.filter((id) => id !== clubId),
      );
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!isLoggedIn || !favourites.data) return null;
  const marked = favourites.data.includes(clubId);
  return (
    <Button kind="secondary" aria-pressed={marked} onClick={() => !change.isPending && change.mutate(!marked)}>
      <Icon name="heart" filled={marked} />
      {marked ? 'Tu club favorito' : 'Añadir a favoritos'}
    </Button>
  );
}
