/** Lives first, then the latest recordings; nothing if there are none. */
import { paths } from '../../../lib/paths.ts';
import { Rail, RailItem } from '../../../ui/rail.tsx';
import { LiveMatchCard, VodMatchCard } from '../../viewing/matches/match-cards.tsx';
import { useLives, useVods } from '../../viewing/matches/queries.ts';

export function LatestMatches() {
  const lives = useLives().data ?? [];
  const vods = useVods({}).data?.vods ?? [];
  if (lives.length + vods.length === 0) return null;
  return (
    <Rail title="Lo último" more={{ to: paths.home, text: 'Ver todo' }}>
      {lives.map((live) => (
        <RailItem key={live.slug}>
          <LiveMatchCard live={live} />
        </RailItem>
      ))}
      {vods.slice(0, 8).map((vod) => (
        <RailItem key={vod.id}>
          <VodMatchCard vod={vod} />
        </RailItem>
      ))}
    </Rail>
  );
}
