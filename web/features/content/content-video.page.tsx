/** /content/{categoryId}/videos/{videoId} (V-VIDEO). Open to everyone; its clubs for those who are logged in. */
import { useRef } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useSession } from '../../app/session.tsx';
import { ApiError, errorText } from '../../lib/api.ts';
import { formatLongDate } from '../../lib/format.ts';
import { useTitle } from '../../lib/use-title.ts';
import { usePlayerSoon } from '../../player/player.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { ClubGrid } from '../clubs/club-grid.tsx';
import { OpenStage } from '../playback/open-stage.tsx';
import { ShareButton, sharedStart } from '../playback/share-button.tsx';
import { WatchLayout, WatchSkeleton } from '../playback/watch-layout.tsx';
import { useContentClubs, useContentVideo } from './queries.ts';

export default function ContentVideoPage() {
  const { categoryId = '', videoId = '' } = useParams();
  const { isLoggedIn } = useSession();
  const { data: video, error, refetch } = useContentVideo(categoryId, videoId);
  const clubs = useContentClubs(categoryId, videoId, isLoggedIn);
  const [query] = useSearchParams();
  const media = useRef<HTMLVideoElement>(null);
  useTitle(video?.title);
  usePlayerSoon(true);
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.content} replace />;
  if (error && !video) return <ErrorState heading message={errorText(error)} onRetry={() => refetch()} />;
  if (!video) return <WatchSkeleton />;
  return (
    <WatchLayout
      stage={
        <OpenStage
          key={video.id}
          playback={video.playback}
          title={video.title}
          poster={video.thumbnail}
          startAt={sharedStart(query.get('t'))}
          media={media}
        />
      }
      title={video.title}
      meta={[video.categoryName, formatLongDate(video.dateCreated)]}
      summary={video.description}
    >
      <div>
        <ShareButton title={video.title} media={media} />
      </div>
      {isLoggedIn && <ClubGrid title="Clubes participantes" clubs={clubs.data ?? []} />}
    </WatchLayout>
  );
}
