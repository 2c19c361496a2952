/** The search over matches, recordings, clips and clubs. Its results are open to everybody. */
import { type SearchGroup, searchEndpoints, searchPreviewSize } from '../../shared/contract/search.ts';
import { hasWords, searchWords, toSearchable } from '../../shared/domain/search-text.ts';
import { type ClubRow, clubs } from '../league/clubs/store.ts';
import { toEventViews } from '../league/events/event-views.ts';
import { selectAround, sortNearestFirst } from '../league/events/events-by-time.ts';
import { createVisibleFilter, type EventRow, events } from '../league/events/store.ts';
import { pictureUrl } from '../platform/aws/addresses.ts';
import { serveCached } from '../platform/http/serve.ts';
import { type ListFilter, matchesFilter, toPage } from '../platform/lists/pagination.ts';
import { toSearchableMatch } from '../reach/search/searchable-match.ts';
import { type ClipRow, clips, listPublicRows, toClipCard } from '../recordings/clips/store.ts';
import { isPublished } from '../recordings/vods/rules.ts';
import { createPublishedFilter, type VodRow, vods } from '../recordings/vods/store.ts';
import { markRecorded, readVodCards } from '../recordings/vods/vod-views.ts';

export const handler = serveCached([events, vods, clips, clubs], searchEndpoints, {
  'GET /search': async ({ query: { group, page, search, ...filter }, now }) => {
    await clubs.refresh();
    const words = searchWords(search ?? '');
    const isFound = (row: EventRow | VodRow) => words.length === 0 || hasWords(toSearchableMatch(row), words);
    const isMatchFound = ({ sportEventId }: VodRow) => {
      const match = events.getRow(sportEventId ?? '');
      return match?.visible === true && isFound(match);
    };
    const [foundEvents, published, foundClips, foundClubs] = await Promise.all([
      events.find(filter, createVisibleFilter).then((rows) => rows.filter(isFound)),
      vods.find(filter, createPublishedFilter),
      findClips(filter, words),
      clubs.find({ search, clubIds: filter.clubIds }, createClubFilter),
    ]);
    const foundVods = published.filter((row) => isFound(row) || isMatchFound(row));
    const choose = <Row>(name: SearchGroup, rows: readonly Row[]): readonly Row[] =>
      group === undefined ? rows.slice(0, searchPreviewSize) : group === name ? toPage(rows, page).rows : [];
    const [sportEvents, videos, clipItems, clubItems] = await Promise.all([
      events
        .items(
          group
            ? choose('sportEvents', sortNearestFirst(foundEvents, now))
            : selectAround(foundEvents, searchPreviewSize, now),
        )
        .then((items) => toEventViews(items))
        .then(markRecorded),
      // The newest first, without the render order that lists have.
      readVodCards(choose('vods', foundVods.toSorted(compareNewestFirst))),
      clips.items(choose('clips', foundClips)),
      clubs.items(choose('clubs', foundClubs)),
    ]);
    return {
      data: {
        sportEvents: { items: sportEvents, total: foundEvents.length },
        vods: { items: videos, total: foundVods.length },
        clips: { items: clipItems.map(toClipCard), total: foundClips.length },
        clubs: {
          items: clubItems.map((club) => ({ ...club, thumbnail: pictureUrl(club.thumbnail) })),
          total: foundClubs.length,
        },
      },
    };
  },
});

const compareNewestFirst = (a: VodRow, b: VodRow) => (a.created < b.created ? 1 : a.created > b.created ? -1 : 0);

function createClubFilter(filter: ListFilter) {
  const inList = matchesFilter(filter);
  return (row: ClubRow) => row.visible && inList(row);
}

/** Clips are also found by their match, which their own title ('Gol de Leo') rarely names. */
async function findClips({ sport, clubIds }: ListFilter, words: readonly string[]): Promise<ClipRow[]> {
  const rows = (await listPublicRows(clipsAgeMs)).filter((row) => {
    const vod = vods.getRow(row.vodId ?? '');
    // The texts of an unpublished video must not be found.
    const video = vod && isPublished(vod) ? vod : undefined;
    const event = events.getRow(row.sportEventId ?? '');
    const match = video ?? event;
    const texts = [video, event?.visible || !video ? event : undefined].flatMap((one) =>
      one ? toSearchableMatch(one) : [],
    );
    return (
      (!sport || match?.sport === sport) &&
      (!clubIds?.length || clubIds.includes(row.clubId)) &&
      (words.length === 0 || hasWords([toSearchable(row.title ?? ''), ...texts].join(' '), words))
    );
  });
  return rows.sort((a, b) => (a.id > b.id ? -1 : 1));
}

/** Delay after which the search knows a new clip. */
const clipsAgeMs = 1_000;
