import { toResult } from '../../../shared/domain/result.ts';
import { toShownSecond } from '../../../shared/domain/withdrawn.ts';
import { createClubNamer, type NameClubs } from '../../league/clubs/store.ts';
import { readVisibleMatches } from '../../league/events/event-views.ts';
import { createShownTest, events } from '../../league/events/store.ts';
import { type Reader, readPictureUrl } from '../../platform/shown/private-pictures.ts';
import { mediaPictureKey } from '../media/media-picture.ts';
import { toImproving } from '../media/rules.ts';
import { awaitsPublication, type StoredVod } from './rules.ts';
import { createPublishedFilter, type VodRow, vods } from './store.ts';

/** Public cards: without hidden clubs and without ids of hidden events. */
export const toVodCards = async (items: readonly StoredVod[], pictures?: Reader) =>
  (await toMatchCards(items, pictures)).map(({ sportEvent: _, ...card }) => card);

/** Public cards, with the match of each. */
export async function toMatchCards(items: readonly StoredVod[], pictures?: Reader) {
  const [nameClubs, isShown] = await Promise.all([createClubNamer(items), createShownTest(items)]);
  const eventIds = new Set(items.flatMap(({ sportEventId }) => (isShown(sportEventId) && sportEventId) || []));
  const matches = await readVisibleMatches(await events.items([...eventIds].map((id) => ({ id }))));
  return Promise.all(
    items.map(async (vod) => {
      const { sportEventId, ...card } = await toVodCard(vod, nameClubs, pictures);
      const sportEvent = matches.get(sportEventId ?? '') ?? null;
      const result = sportEvent && toResult(sportEvent);
      return { ...card, sportEventId: isShown(sportEventId) ? sportEventId : null, result, sportEvent };
    }),
  );
}

/** Like `toVodCards`, from rows; their events are read in the same call. */
export const readVodCards = async (rows: readonly VodRow[]) => toVodCards(await vods.items(rows, prepareEvents(rows)));

/** The events of recordings, for reading them together. */
export function prepareEvents(rows: readonly VodRow[]) {
  const ids = new Set(rows.flatMap(({ sportEventId }) => sportEventId ?? []));
  return events.toRead([...ids].map((id) => ({ id })));
}

async function toVodCard(vod: StoredVod, nameClubs: NameClubs, pictures: Reader | undefined) {
  const { id, title, summary, status, sport, sportEventId, duration, dateCreated, withdrawn = [] } = vod;
  return {
    id,
    title,
    summary,
    status,
    sport,
    sportEventId,
    duration: duration === null ? null : toShownSecond(withdrawn, duration),
    dateCreated,
    thumbnail: await readPictureUrl(mediaPictureKey('vods', vod), vod, pictures),
    clubs: nameClubs(vod.clubIds),
  };
}

export async function toManagedVod(vod: StoredVod, nameClubs: NameClubs) {
  const { visible, renderOrder, size, progress, failure, uploadId, version, playsRecording } = vod;
  const own = { visible, renderOrder, size, progress, failure, uploadId, version, playsRecording };
  const card = await toVodCard(vod, nameClubs, 'staff');
  return { ...card, ...own, ...toImproving(vod), awaitsPublication: awaitsPublication(vod) };
}

/** Marks the matches of public lists whose recording can be watched. */
export async function markRecorded<View extends { id: string }>(
  views: readonly View[],
): Promise<(View & { hasVideo?: true })[]> {
  if (views.length === 0) return [];
  const rows = await vods.find({}, createPublishedFilter);
  const ids = recorded.get(rows) ?? new Set(rows.map(({ sportEventId }) => sportEventId));
  recorded.set(rows, ids);
  return views.map((view) => (ids.has(view.id) ? { ...view, hasVideo: true } : view));
}

/** Ids of matches by the array of rows they come from; a changed list is another array. */
const recorded = new WeakMap<readonly VodRow[], ReadonlySet<string | null>>();
