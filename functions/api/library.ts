import { libraryEndpoints } from '../../shared/contract/library.ts';
import { listLivesOnAir } from '../broadcast/live/lives-on-air.ts';
import { listFavourites } from '../league/clubs/favourites.ts';
import { refreshNames } from '../league/clubs/store.ts';
import { refreshShown } from '../league/events/store.ts';
import { serve } from '../platform/http/serve.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { contentVideos } from '../recordings/content/store.ts';
import { isPublished } from '../recordings/vods/rules.ts';
import { type VodRow, vods } from '../recordings/vods/store.ts';
import { readVodCards } from '../recordings/vods/vod-views.ts';
import { findVideo, isShown, parseVideo, requirePublished, toCards } from '../viewing/library/library-videos.ts';
import { keepProgress } from '../viewing/library/progress.ts';
import { buildShelves, canContinue, isBegun, isWatched, learnTaste, shelfSize } from '../viewing/library/rules.ts';
import { type BegunVideo, readShelf, readVideoState, save, unsave } from '../viewing/library/store.ts';

export const handler = serve(libraryEndpoints, {
  'GET /users/me/home': async ({ caller, now }) => {
    const [{ saved, begun }, clubIds, rows, lives] = await Promise.all([
      readFreshShelf(caller.user.id),
      listFavourites(caller.user.id),
      vods.rows(),
      listLivesOnAir(now),
      refreshNames(),
      refreshShown(),
    ]);
    const visible = begun.filter(isShown);
    // Recommendations follow from recordings only, so content videos do not count here.
    const recent = visible.flatMap(({ id }) => vods.getRow(id) ?? []).slice(0, 50);
    const ids = [...begun.filter(({ position }) => isBegun(position)), ...saved].map(({ id }) => id);
    const taste = learnTaste(recent, { clubIds, known: ids });
    const { fromMyClubs, recommended } = buildShelves(filterPublished(rows), taste);
    const [continueWatching, myList, clubCards, recommendedCards] = await Promise.all([
      readStartedCards(visible.slice(0, 3 * shelfSize)),
      toCards(saved.filter(isShown).slice(0, shelfSize)),
      readVodCards(fromMyClubs),
      readVodCards(recommended),
    ]);
    return {
      data: {
        continueWatching,
        myList,
        lives: lives.filter(({ clubs }) => clubs.some(({ id }) => clubIds.includes(id))),
        fromMyClubs: clubCards,
        recommended: recommendedCards,
        hasFavouriteClubs: clubIds.length > 0,
      },
    };
  },

  'GET /users/me/list': async ({ caller, query }) => {
    const [{ saved }] = await Promise.all([readFreshShelf(caller.user.id), vods.refresh()]);
    const page = toPage(saved.filter(isShown), query.page);
    return { data: { videos: await toCards(page.rows), ...toPagination(page) } };
  },
  'PUT /users/me/list/{kind}/{id}': async ({ params, caller, now }) => {
    const video = parseVideo(params);
    await requirePublished(video);
    await save(caller.user.id, video, now);
    return { message: 'Guardado en tu lista' };
  },
  'DELETE /users/me/list/{kind}/{id}': async ({ params, caller }) => {
    await unsave(caller.user.id, parseVideo(params));
    return { message: 'Quitado de tu lista' };
  },

  'GET /users/me/progress/{kind}/{id}': async ({ params, caller }) => {
    const video = parseVideo(params);
    const [{ begun, saved }, found] = await Promise.all([readVideoState(caller.user.id, video), findVideo(video)]);
    const progress = begun && { ...begun, watched: isWatched(begun.position, found?.duration ?? null) };
    return { data: { progress: progress ?? null, saved } };
  },
  'PUT /users/me/progress/{kind}/{id}': async ({ params, caller, body, now }) => {
    const video = parseVideo(params);
    await keepProgress(caller, video, await requirePublished(video), body, now);
    return {};
  },
});

/** Refreshes content videos only if the shelf contains any, which is rare. */
async function readFreshShelf(userId: string) {
  const shelf = await readShelf(userId);
  if ([...shelf.saved, ...shelf.begun].some(({ kind }) => kind === 'contentvideos')) await contentVideos.refresh();
  return shelf;
}

async function readStartedCards(begun: readonly BegunVideo[]) {
  const positions = new Map(begun.map(({ id, position }) => [id, position]));
  return (await toCards(begun))
    .map((card) => ({ ...card, position: positions.get(card.id) ?? 0 }))
    .filter(({ position, duration }) => canContinue(position, duration))
    .slice(0, shelfSize);
}

function* filterPublished(rows: readonly VodRow[]) {
  for (const row of rows) if (isPublished(row)) yield row;
}
