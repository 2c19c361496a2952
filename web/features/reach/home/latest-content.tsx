import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Rail, RailItem } from '../../../ui/rail.tsx';
import { ContentVideoCard } from '../../recordings/content/content-video-card.tsx';
import { useLatestContent } from './queries.ts';

export function LatestContent() {
  const query = useLatestContent();
  const { data: videos } = query;
  if (videos?.length === 0) return null;
  return (
    <Rail title="Contenido" query={query}>
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
