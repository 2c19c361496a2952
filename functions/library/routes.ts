/** The own shelf of a viewer, and the home page that follows from it. */
import { Refusal } from '../../shared/errors.ts';
import { libraryEndpoints } from '../../shared/library.ts';
import { type Caller, isLiveUser } from '../accounts/rules.ts';
import { favouritesOf } from '../clubs/favourites.ts';
import { clubNamer } from '../clubs/store.ts';
import { events } from '../events/store.ts';
import { serve } from '../http/serve.ts';
import { livesOnAir } from '../live/on-air.ts';
import { decide } from '../playback/rules.ts';
import { countParts } from '../playback/views.ts';
import { vodCard } from '../vods/answers.ts';
import { isPublished, type StoredVod } from '../vods/rules.ts';
import { type VodRow, vods } from '../vods/store.ts';
import { canContinue, isWatched, shelfSize, shelves, tasteOf } from './rules.ts';
import { type Begun, keepPosition, readOne, readShelf, save, unsave } from './store.ts';

export const handler = serve(libraryEndpoints, {
  'GET /users/me/home': async ({ caller, now }) => {
    const [{ saved, begun }, clubIds, rows, lives] = await Promise.all([
      readShelf(caller.user.id),
      favouritesOf(caller.user.id),
      vods.rows(),
      livesOnAir(now),
    ]);
    const published = (vodId: string) => {
      const row = vods.known(vodId);
      return row && isPublished(row) ? row : undefined;
    };
    const present = <T extends { vodId: string }>(list: T[]) => list.filter(({ vodId }) => published(vodId));
    const started = await continued(present(begun).slice(0, 3 * shelfSize));
    const taste = tasteOf(
      begun.slice(0, 50).flatMap(({ vodId }) => published(vodId) ?? []),
      { clubIds, known: [...begun, ...saved].map(({ vodId }) => vodId) },
    );
    const { fromMyClubs, recommended } = shelves(publishedOf(rows), taste);
    return {
      data: {
        continueWatching: started,
        myList: await cards(
          present(saved)
            .slice(0, shelfSize)
            .map(({ vodId }) => ({ id: vodId })),
        ),
        lives: lives.filter(({ clubs }) => clubs.some(({ id }) => clubIds.includes(id))),
        fromMyClubs: await cards(fromMyClubs),
        recommended: await cards(recommended),
        hasFavouriteClubs: clubIds.length > 0,
      },
    };
  },

  'GET /users/me/list': async ({ caller }) => {
    const { saved } = await readShelf(caller.user.id);
    await vods.refresh();
    const rows = saved.flatMap(({ vodId }) => vods.known(vodId) ?? []).filter(isPublished);
    return { data: { vods: await cards(rows) } };
  },
  'PUT /users/me/list/{vodId}': async ({ params, caller, now }) => {
    await requirePublished(params.vodId);
    await save(caller.user.id, params.vodId, now);
    return { message: 'Guardado en tu lista' };
  },
  'DELETE /users/me/list/{vodId}': async ({ params, caller }) => {
    await unsave(caller.user.id, params.vodId);
    return { message: 'Quitado de tu lista' };
  },

  'GET /users/me/progress/{vodId}': async ({ params, caller }) => {
    const [{ begun, saved }, vod] = await Promise.all([readOne(caller.user.id, params.vodId), vods.get(params.vodId)]);
    const progress = begun && { ...begun, watched: isWatched(begun.position, vod?.duration ?? null) };
    return { data: { progress: progress ?? null, saved } };
  },
  'PUT /users/me/progress/{vodId}': async ({ params, caller, body, now }) => {
    const vod = await requirePublished(params.vodId);
    const { vodId } = params;
    const fresh = await keepPosition(caller.user.id, { vodId, ...body }, now);
    if (fresh.length > 0 && (await countsAsViewer(caller, vod))) await countParts(`vods/${vodId}`, fresh);
    return {};
  },
});

/** Rows V-COUNT: whoever may watch, but live users. */
async function countsAsViewer(caller: Caller, { sportEventId, clubIds }: StoredVod): Promise<boolean> {
  if (isLiveUser(caller.user)) return false;
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  return decide(caller, { event, clubIds }).granted;
}

async function continued(begun: Begun[]) {
  const positions = new Map(begun.map(({ vodId, position }) => [vodId, position]));
  const items = await vods.items(begun.map(({ vodId }) => ({ id: vodId })));
  const unfinished = items
    .filter(({ id, duration }) => canContinue(positions.get(id) ?? 0, duration))
    .slice(0, shelfSize);
  const nameClubs = await clubNamer(unfinished);
  return unfinished.map((vod) => ({ ...vodCard(vod, nameClubs), position: positions.get(vod.id) ?? 0 }));
}

async function cards(rows: readonly { id: string }[]) {
  const items = await vods.items(rows);
  const nameClubs = await clubNamer(items);
  return items.map((vod) => vodCard(vod, nameClubs));
}

function* publishedOf(rows: readonly VodRow[]) {
  for (const row of rows) if (isPublished(row)) yield row;
}

async function requirePublished(id: string): Promise<StoredVod> {
  const vod = await vods.get(id);
  if (!vod || !isPublished(vod)) throw new Refusal('VOD4040');
  return vod;
}
