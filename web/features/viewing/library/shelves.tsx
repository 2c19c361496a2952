/** The user's shelves on the home page: started videos, saved ones, own clubs, recommendations. */
import { paths } from '../../../lib/paths.ts';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { RailMatches } from '../matches/match-cards.tsx';
import { useShelves } from './queries.ts';
import { VideoCard } from './video-card.tsx';

export function Shelves() {
  const { data, isLoading } = useShelves();
  // Most users have two rows, whose space is reserved.
  if (isLoading) {
    return ['Recomendado para ti', 'De tus clubes'].map((title) => (
      <Rail key={title} title={title}>
        <RailSkeleton />
      </Rail>
    ));
  }
  if (!data) return null;
  const { continueWatching, myList, lives, fromMyClubs, recommended, hasFavouriteClubs } = data;
  return (
    <>
      {continueWatching.length > 0 && (
        <Rail title="Sigue viendo">
          {continueWatching.map((video) => (
            <RailItem key={video.id}>
              <VideoCard video={video} progress={video.duration ? video.position / video.duration : undefined} />
            </RailItem>
          ))}
        </Rail>
      )}
      {myList.length > 0 && (
        <Rail title="Mi lista" more={{ to: paths.myList, text: 'Ver todo' }}>
          {myList.map((video) => (
            <RailItem key={video.id}>
              <VideoCard video={video} />
            </RailItem>
          ))}
        </Rail>
      )}
      {hasFavouriteClubs && lives.length + fromMyClubs.length > 0 && (
        <Rail title="De tus clubes">
          <RailMatches lives={lives} vods={fromMyClubs} />
        </Rail>
      )}
      {recommended.length > 0 && (
        <Rail title="Recomendado para ti">
          <RailMatches vods={recommended} />
        </Rail>
      )}
    </>
  );
}
