/** A content video's card. `showsCategory` adds category and relative date, for lists of several categories. */
import type { ContentCard } from '../../../../shared/contract/content.ts';
import { capitalise, formatDay, formatDuration, formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Chip, chooseCategoryLook } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';

interface Props {
  video: ContentCard;
  showsCategory?: boolean;
  progress?: number;
}

export function ContentVideoCard({ video, showsCategory = false, progress }: Props) {
  return (
    <Card
      to={paths.contentVideo(video.categoryId, video.id)}
      title={video.title}
      meta={
        showsCategory ? (
          <span className="flex items-center gap-2">
            <Chip look={chooseCategoryLook(video.categoryId)} isFullWidth>
              {video.categoryName}
            </Chip>
            <span className="sr-only"> · </span>
            {capitalise(formatDay(video.dateCreated))}
          </span>
        ) : (
          formatLongDate(video.dateCreated)
        )
      }
      picture={video.thumbnail}
      duration={video.duration === null ? undefined : formatDuration(video.duration)}
      progress={progress}
    />
  );
}
