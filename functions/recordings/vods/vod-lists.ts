/** Lists of recordings: for viewers, one by match, for families, and for the back office. */
import type { MatchFilter } from '../../../shared/contract/events.ts';
import { isSummary } from '../../../shared/domain/match-videos.ts';
import { createClubNamer } from '../../league/clubs/store.ts';
import { createMatchFilter, splitMatchFilter } from '../../league/events/match-filter.ts';
import { events } from '../../league/events/store.ts';
import { DerivedCache } from '../../platform/lists/derived-cache.ts';
import { toPage, toPagination } from '../../platform/lists/pagination.ts';
import { groupPublicClips } from '../clips/store.ts';
import { matchesVideoFilter, type VideoFilter } from '../media/video-filter.ts';
import { awaitsPublication, groupByMatch, isPublished } from './rules.ts';
import { type VodRow, vods } from './store.ts';
import { prepareEvents, toManagedVod, toMatchCards, toVodCards } from './vod-views.ts';

interface VodFilter extends VideoFilter {
  published?: boolean;
  awaitsPublication?: 'true' | undefined;
  sportEventId?: string;
}

export function createVodFilter({ published, awaitsPublication: awaits, sportEventId, ...filter }: VodFilter) {
  const inList = matchesVideoFilter(filter);
  return (row: VodRow) =>
    (!published || isPublished(row)) &&
    (!awaits || awaitsPublication(row)) &&
    (sportEventId === undefined || row.sportEventId === sportEventId) &&
    inList(row);
}

export async function listPublicVods(page: number, filter: VodFilter & MatchFilter) {
  const { own, ofMatch } = splitMatchFilter(filter);
  const filtered = { ...own, published: true };
  if (ofMatch) await events.refresh();
  const isWanted = ofMatch && createMatchTest(ofMatch);
  const choose = (matching: readonly VodRow[]) => toPage(isWanted ? matching.filter(isWanted) : matching, page);
  const list = await vods.list(filtered, createVodFilter, choose, prepareEvents);
  return { data: { vods: await toVodCards(list.items), ...toPagination(list) } };
}

/** Returns a test of recordings by their match. A recording without a visible match has only a category and a day. */
function createMatchTest(filter: MatchFilter): (row: VodRow) => boolean {
  const isWanted = createMatchFilter(filter);
  return (row) => {
    const event = events.getRow(row.sportEventId ?? '');
    const alone = { start: row.created, finish: row.created, ...(row.category && { category: row.category }) };
    return isWanted(event?.visible ? event : alone);
  };
}

export async function listVodsByMatch(page: number, filter: VodFilter & MatchFilter) {
  const { own, ofMatch } = splitMatchFilter(filter);
  const isWanted = ofMatch && createMatchTest(ofMatch);
  const read = async (listed: readonly VodRow[]) => {
    const groups = groupVods(listed);
    const chosen = toPage(isWanted ? groups.filter(([first]) => first && isWanted(first)) : groups, page);
    const firsts = chosen.rows.flatMap(([first]) => first ?? []);
    return { chosen, items: await vods.items(firsts, prepareEvents(firsts)) };
  };
  const [listed, clipsByMatch] = await Promise.all([
    vods.find({ ...own, published: true }, createVodFilter, read),
    groupPublicClips(clipsAgeMs),
    events.refresh(),
  ]);
  // Items that were prefetched are cached.
  const { chosen, items } = await read(listed);
  const cards = await toMatchCards(items);
  const withOthers = cards.map((card) => {
    const others = chosen.rows.find(([first]) => first?.id === card.id)?.slice(1);
    const also = others?.map((row) => ({ id: row.id, isSummary: isSummary(row) }));
    const hasClips = isMatch(card.sportEventId) && clipsByMatch.has(card.sportEventId ?? '');
    return { ...card, also, ...(hasClips && { hasClips }) };
  });
  return { data: { vods: withOthers, ...toPagination(chosen) } };
}

/** Delay after which lists show changed clips. */
export const clipsAgeMs = 1_000;

export async function listManagedVods(page: number, filter: VodFilter) {
  const { items, ...chosen } = await vods.list(filter, createVodFilter, (matching) => toPage(matching, page));
  const nameClubs = await createClubNamer(items, 'staff');
  return {
    data: { vods: await Promise.all(items.map((vod) => toManagedVod(vod, nameClubs))), ...toPagination(chosen) },
  };
}

/** Recordings of a match for families, for the families that its club has invited. */
export async function listFamilyVods(page: number, sportEventId: string) {
  const isOpen = ({ isOpenToFamilies = false }: VodRow) => isOpenToFamilies;
  const list = await vods.list({ sportEventId }, createVodFilter, (matching) => toPage(matching.filter(isOpen), page));
  return { data: { vods: await toVodCards(list.items, 'families'), ...toPagination(list) } };
}

/** Tournaments have more clubs; hidden events must not group their videos. */
function isMatch(sportEventId: string | null): boolean {
  const event = events.getRow(sportEventId ?? '');
  return event?.visible ? event.clubIds.length < 3 : false;
}

/** Call after `events.refresh()`. */
const groupVods = (rows: readonly VodRow[]): VodRow[][] => groupsCache.get(rows, () => groupByMatch(rows, isMatch));

const groupsCache = new DerivedCache<VodRow[][]>(events);
