import type { ShelfCard } from '../../../../shared/contract/library.ts';
import { ContentVideoCard } from '../../recordings/content/content-video-card.tsx';
import { VodMatchCard } from '../matches/match-cards.tsx';

export function VideoCard({ video, progress }: { video: ShelfCard; progress?: number | undefined }) {
  if (video.kind === 'vods') return <VodMatchCard vod={video} progress={progress} />;
  return <ContentVideoCard video={video} showsCategory progress={progress} />;
}
