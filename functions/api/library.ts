/** Endpoints of a viewer's library and of their home page. */
import { libraryEndpoints } from '../../shared/contract/library.ts';
import { livesOnAir } from '../broadcast/live/lives-on-air.ts';
import { favouritesOf } from '../league/clubs/favourites.ts';
import { refreshNames } from '../league/clubs/store.ts';
import { refreshShown } from '../league/events/store.ts';
import { serve } from '../platform/http/serve.ts';
import { pagination, toPage } from '../platform/lists/pagination.ts';
import { contentVideos } from '../recordings/content/store.ts';
import { isPublished } from '../recordings/vods/rules.ts';
import { type VodRow, vods } from '../recordings/vods/store.ts';
import { vodCardsOf } from '../recordings/vods/vod-views.ts';
import { cardsOf, findVideo, isShown, namedVideo, requirePublished } from '../viewing/library/library-videos.ts';
import { keepProgress } from '../viewing/library/progress.ts';
import { canContinue, isWatched, shelfSize, shelves, tasteOf } from '../viewing/library/rules.ts';
import { type Begun, readOne, readShelf, save, unsave } from '../viewing/library/store.ts';

export const handler = serve(libraryEndpoints, {
  'GET /users/me/home': async ({ caller, now }) => {
    const [{ saved, begun }, clubIds, rows, lives] = await Promise.all([
      shelfOf(caller.user.id),
      favouritesOf(caller.user.id),
      vods.rows(),
      livesOnAir(now),
      refreshNames(),
      refreshShown(),
    ]);
    const shown = begun.filter(isShown);
    // Recommends recordings from recordings, so content videos do not count here.
    const lately = shown.flatMap(({ id }) => vods.known(id) ?? []).slice(0, 50);
    const taste = tasteOf(lately, { clubIds, known: [...begun, ...saved].map(({ id }) => id) });
    const { fromMyClubs, recommended } = shelves(publishedOf(rows), taste);
    const [continueWatching, myList, ofMyClubs, likely] = await Promise.all([
      startedCards(shown.slice(0, 3 * shelfSize)),
      cardsOf(saved.filter(isShown).slice(0, shelfSize)),
      vodCardsOf(fromMyClubs),
      vodCardsOf(recommended),
    ]);
    return {
      data: {
        continueWatching,
        myList,
        lives: lives.filter(({ clubs }) => clubs.some(({ id }) => clubIds.includes(id))),
        fromMyClubs: ofMyClubs,
        recommended: likely,
        hasFavouriteClubs: clubIds.length > 0,
      },
    };
  },

  'GET /users/me/list': async ({ caller, query }) => {
    const [{ saved }] = await Promise.all([shelfOf(caller.user.id), vods.refresh()]);
    const shown = toPage(saved.filter(isShown), query.page);
    return { data: { videos: await cardsOf(shown.rows), ...pagination(shown) } };
  },
  'PUT /users/me/list/{kind}/{id}': async ({ params, caller, now }) => {
    const video = namedVideo(params);
    await requirePublished(video);
    await save(caller.user.id, video, now);
    return { message: 'Guardado en tu lista' };
  },
  'DELETE /users/me/list/{kind}/{id}': async ({ params, caller }) => {
    await unsave(caller.user.id, namedVideo(params));
    return { message: 'Quitado de tu lista' };
  },

  'GET /users/me/progress/{kind}/{id}': async ({ params, caller }) => {
    const video = namedVideo(params);
    const [{ begun, saved }, found] = await Promise.all([readOne(caller.user.id, video), findVideo(video)]);
    const progress = begun && { ...begun, watched: isWatched(begun.position, found?.duration ?? null) };
    return { data: { progress: progress ?? null, saved } };
  },
  'PUT /users/me/progress/{kind}/{id}': async ({ params, caller, body, now }) => {
    const video = namedVideo(params);
    await keepProgress(caller, video, await requirePublished(video), body, now);
    return {};
  },
});

/** Refreshes content videos only if the shelf contains any, which is rare. */
async function shelfOf(userId: string) {
  const shelf = await readShelf(userId);
  if ([...shelf.saved, ...shelf.begun].some(({ kind }) => kind === 'contentvideos')) await contentVideos.refresh();
  return shelf;
}

async function startedCards(begun: readonly Begun[]) {
  const positions = new Map(begun.map(({ id, position }) => [id, position]));
  return (await cardsOf(begun))
    .map((card) => ({ ...card, position: positions.get(card.id) ?? 0 }))
    .filter(({ position, duration }) => canContinue(position, duration))
    .slice(0, shelfSize);
}

function* publishedOf(rows: readonly VodRow[]) {
  for (const row of rows) if (isPublished(row)) yield row;
}
