/** The newest content videos of the home page. Lazy-loaded. */
import { Link } from 'react-router-dom';
import { errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { ContentVideoCard } from '../../recordings/content/content-video-card.tsx';
import { useLatestContent } from './queries.ts';

export function LatestContent() {
  const { data: videos, isPending, isError, error, refetch } = useLatestContent();
  if (videos?.length === 0) return null;
  return (
    <Rail title="Contenido">
      {isPending && <RailSkeleton />}
      {isError && (
        <li className="grow">
          <ErrorState message={errorText(error)} onRetry={() => refetch()} />
        </li>
      )}
      {videos?.slice(0, 4).map((video) => (
        <RailItem key={video.id}>
          <ContentVideoCard video={video} category />
        </RailItem>
      ))}
      {videos && (
        <RailItem>
          <Link
            to={paths.content}
            className="flex aspect-video flex-col items-center justify-center gap-2 rounded-md border border-line bg-surface font-semibold transition-colors hover:border-line-strong"
          >
            <Icon name="right" size={28} />
            Ver todo
          </Link>
        </RailItem>
      )}
    </Rail>
  );
}
