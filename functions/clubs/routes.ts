/** The lists behind the clubs page and every club selector. */
import { clubEndpoints } from '../../shared/clubs.ts';
import { Refusal } from '../../shared/errors.ts';
import { pictureUrl } from '../aws/addresses.ts';
import { matches, pageOf, pagination } from '../catalogue/page.ts';
import { serve } from '../http/serve.ts';
import { clubs, type StoredClub } from './store.ts';

export const handler = serve(clubEndpoints, {
  'GET /clubs': async ({ query }) => ({ data: await list(query, true) }),
  'GET /live/clubs': async ({ query }) => ({ data: await list(query, false) }),
  'GET /clubStaff/clubs': async ({ query }) => ({ data: await list(query, false) }),

  'GET /clubs/{id}': async ({ params, caller }) => {
    const club = await clubs.get(params.id);
    const manages = caller?.user.role === 'ADMIN' || caller?.user.clubId === club?.id;
    if (!club || !(club.visible || manages)) throw new Refusal('CLB4040');
    return { data: { club: clubAnswer(club) } };
  },
});

async function list({ search, page }: { search?: string | undefined; page: number }, visibleOnly: boolean) {
  const inSearch = matches({ search });
  const rows = (await clubs.rows()).filter((row) => (row.visible || !visibleOnly) && inSearch(row));
  const shown = pageOf(rows, page);
  return { clubs: (await clubs.items(shown.rows)).map(clubAnswer), ...pagination(shown) };
}

function clubAnswer({ id, name, visible, thumbnail, favourites }: StoredClub) {
  return { id, name, visible, thumbnail: pictureUrl(thumbnail), userFavoritedCount: favourites };
}
