/** Links below a match's card: live, video, summary, clips, result. */
import { Link } from 'react-router-dom';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { ListedVod } from '../../../../shared/contract/vod.ts';
import { isSummary } from '../../../../shared/domain/match-videos.ts';
import { cx } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';

export interface ListedMatch {
  live?: LiveCard;
  vod?: ListedVod;
}

export function MatchChips({ match }: { match: ListedMatch }) {
  const chips = toChips(match);
  // A single link would repeat the card's own.
  if (chips.length < 2) return null;
  return (
    <ul aria-label={`De ${match.live?.title || match.vod?.title}`} className="mt-2 flex flex-wrap gap-1.5">
      {chips.map(({ to, text, isLive }) => (
        <li key={to}>
          <Link
            to={to}
            className={cx(
              'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-note font-semibold transition-colors hover:border-line-strong hover:text-text',
              isLive ? 'border-live text-text' : 'border-line bg-surface text-muted',
            )}
          >
            {isLive && <span className="size-1.5 rounded-full bg-live" />}
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function toChips({ live, vod }: ListedMatch): { to: string; text: string; isLive?: boolean }[] {
  const videos = vod ? [{ id: vod.id, isSummary: isSummary(vod) }, ...(vod.also ?? [])] : [];
  const recordings = videos.filter((video) => !video.isSummary);
  const eventId = live?.sportEventId ?? vod?.sportEventId;
  const result = live?.result ?? vod?.result;
  return [
    ...(live ? [{ to: paths.live(live.slug), text: 'Directo', isLive: true }] : []),
    ...recordings.map(({ id }, index) => ({ to: paths.vod(id), text: index === 0 ? 'Video' : `Video ${index + 1}` })),
    ...videos.filter((video) => video.isSummary).map(({ id }) => ({ to: paths.vod(id), text: 'Resumen' })),
    ...(eventId && vod?.hasClips ? [{ to: `${paths.event(eventId)}?ver=clips`, text: 'Clips' }] : []),
    ...(eventId && result ? [{ to: paths.event(eventId), text: 'Resultado' }] : []),
  ];
}
