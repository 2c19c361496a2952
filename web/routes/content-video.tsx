/** /content/{categoryId}/videos/{videoId}: a content video, open to everybody; its clubs and saving need a session. */

import { Link, Navigate, useParams } from 'react-router-dom';
import type { ShelfVideo } from '../../shared/contract/library.ts';
import { ClubGrid } from '../features/league/clubs/club-grid.tsx';
import { useContentClubs, useContentVideo } from '../features/recordings/content/queries.ts';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { SaveButton } from '../features/viewing/library/save-button.tsx';
import { useViewing } from '../features/viewing/library/use-viewing.ts';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { cx } from '../lib/class-names.ts';
import { formatLongDate } from '../lib/format.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { useTitle } from '../lib/use-title.ts';
import { Player, PlayerPlaceholder, usePlayerPreload } from '../player/player.tsx';
import type { PlayerProps } from '../player/player-props.ts';
import { useSession } from '../session/session.tsx';
import { ActionRow } from '../ui/action-row.tsx';
import { chooseCategoryLook } from '../ui/badge.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';

const AfterContent = lazyPart(
  async () => (await import('../features/viewing/next/content-end-screen.tsx')).ContentEndScreen,
);

export default function ContentVideoPage() {
  const { categoryId = '', videoId = '' } = useParams();
  const { isLoggedIn } = useSession();
  const query = useContentVideo(categoryId, videoId);
  const { data: video, error } = query;
  const failure = query.isLoadingError ? query.error : undefined;
  const clubs = useContentClubs(categoryId, videoId, isLoggedIn);
  const shelved: ShelfVideo = { kind: 'contentvideos', id: videoId };
  const { stage, saved, watched } = useViewing(shelved, video?.playback.granted ?? false);
  useTitle(video?.title);
  usePlayerPreload(true);
  if (isNotFound(error)) return <Navigate to={paths.content} replace />;
  if (failure) return <LoadFailure heading error={failure} />;
  if (!video) return <WatchSkeleton />;
  return (
    <WatchLayout
      stage={
        <OpenStage key={video.id} video={video} afterEnd={<AfterContent key={video.id} video={video} />} {...stage} />
      }
      heading={<h1 className="text-title">{video.title}</h1>}
      meta={[video.categoryName, formatLongDate(video.dateCreated), watched && 'Visto']}
      summary={video.description}
    >
      <ActionRow more={<ReportLink />}>
        {isLoggedIn && <SaveButton key={`${video.id} ${saved}`} video={shelved} saved={saved} />}
        <ShareButton title={video.title} media={stage.media} />
        <Link
          to={withQuery(paths.contentCategory, { categoryId: String(video.categoryId) })}
          className={cx(
            'inline-flex min-h-11 items-center rounded-full border px-5 font-semibold hover:border-line-strong',
            chooseCategoryLook(video.categoryId),
          )}
        >
          Más de {video.categoryName}
        </Link>
      </ActionRow>
      {isLoggedIn && <ClubGrid clubs={clubs.data ?? []} />}
    </WatchLayout>
  );
}

type OpenStageProps = Pick<PlayerProps, 'afterEnd' | 'startAt' | 'media'> & {
  video: NonNullable<ReturnType<typeof useContentVideo>['data']>;
  /** False until the start position is known. */
  ready: boolean;
};

/**
 * The player of content open to everybody, without token, lease and heartbeats; a spinner while the video is processed.
 */
function OpenStage({ video, ready, ...player }: OpenStageProps) {
  const { title, playback, thumbnail: poster } = video;
  const { url, thumbnailsUrl } = playback;
  if (playback.granted && url) {
    if (!ready) return <PlayerPlaceholder poster={poster} />;
    const renew = async () => url;
    return <Player {...{ url, title, poster, renew }} {...player} thumbnails={thumbnailsUrl} />;
  }
  return (
    <Thumbnail src={poster} eager isFullSize>
      <div role="status" className="absolute inset-0 grid place-items-center bg-scrim">
        <span className="flex flex-col items-center gap-3 font-semibold">
          <Spinner size={40} />
          Estamos preparando este video
        </span>
      </div>
    </Thumbnail>
  );
}
