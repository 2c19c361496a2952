/** Lives and recordings as rows of a list of matches. */
import type { ListedLive } from '../../../../shared/contract/live.ts';
import type { ListedVod } from '../../../../shared/contract/vod.ts';
import { isSummary } from '../../../../shared/domain/match-videos.ts';
import { capitalise, formatShortDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { ListedRow } from '../../league/events/match-list.tsx';

export const toLiveRow = (live: ListedLive, vod?: ListedVod): ListedRow => ({
  key: live.slug,
  match: live.sportEvent ?? undefined,
  title: live.title || live.slug,
  sport: live.sport,
  to: paths.live(live.slug),
  isOnAir: live.isLive,
  film: { picture: live.thumbnail, duration: null },
  note: vod && nameExtras(vod),
});

export const toVodRow = (vod: ListedVod): ListedRow => ({
  key: vod.id,
  match: vod.sportEvent ?? undefined,
  title: vod.title,
  sport: vod.sport,
  to: paths.vod(vod.id),
  date: vod.dateCreated,
  film: { picture: vod.thumbnail, duration: vod.duration },
  note: nameExtras(vod),
});

/** Names the match's other videos: 'Resumen · Clips'. */
function nameExtras(vod: ListedVod): string {
  const others = vod.also ?? [];
  const recordings = others.filter((video) => !video.isSummary).length;
  return [
    recordings > 0 && !isSummary(vod) && `${recordings + 1} videos`,
    others.some((video) => video.isSummary) && 'Resumen',
    vod.hasClips && 'Clips',
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Splits recordings into those that staff placed before newer ones, whose rows show their date, and the others from the
 * latest match on.
 */
export function arrangeRecordings(vods: readonly ListedVod[]): { pinned: ListedRow[]; others: ListedRow[] } {
  const last = vods.findLastIndex(
    ({ dateCreated }, index) => dateCreated < (vods[index + 1]?.dateCreated ?? dateCreated),
  );
  const day = ({ sportEvent, dateCreated }: ListedVod) => sportEvent?.scheduledStartDate ?? dateCreated;
  return {
    pinned: vods.slice(0, last + 1).map((vod) => ({ ...toVodRow(vod), when: capitalise(formatShortDate(day(vod))) })),
    others: vods
      .slice(last + 1)
      .toSorted((a, b) => (day(a) < day(b) ? 1 : day(a) > day(b) ? -1 : 0))
      .map(toVodRow),
  };
}
