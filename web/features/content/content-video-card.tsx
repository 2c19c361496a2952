/** A content video as a card; `category` where cards of several stand together. */
import type { ContentCard } from '../../../shared/content.ts';
import { paths } from '../../app/paths.ts';
import { formatDuration, formatLongDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';

export function ContentVideoCard({
  video,
  category = false,
  progress,
}: {
  video: ContentCard;
  category?: boolean;
  progress?: number;
}) {
  const date = formatLongDate(video.dateCreated);
  return (
    <Card
      to={paths.contentVideo(video.categoryId, video.id)}
      title={video.title}
      meta={category ? `${video.categoryName} · ${date}` : date}
      picture={video.thumbnail}
      duration={video.duration === null ? undefined : formatDuration(video.duration)}
      progress={progress}
    />
  );
}
