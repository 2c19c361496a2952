import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { ContentVideoCard } from '../../recordings/content/content-video-card.tsx';
import { useLatestContent } from './queries.ts';

export function LatestContent() {
  const { data: videos, isPending, isLoadingError, error } = useLatestContent();
  if (videos?.length === 0) return null;
  return (
    <Rail title="Contenido">
      {isPending && <RailSkeleton />}
      {isLoadingError && (
        <li className="grow">
          <LoadFailure error={error} />
        </li>
      )}
      {videos?.slice(0, 4).map((video) => (
        <RailItem key={video.id}>
          <ContentVideoCard video={video} showsCategory />
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
