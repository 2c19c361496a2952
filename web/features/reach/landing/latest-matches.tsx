/** Lives first, then the latest recordings; nothing if there are none. */
import { paths } from '../../../lib/paths.ts';
import { Rail } from '../../../ui/rail.tsx';
import { RailMatches } from '../../viewing/matches/match-cards.tsx';
import { useLives, useVods } from '../../viewing/matches/queries.ts';

export function LatestMatches() {
  const [livesQuery, vodsQuery] = [useLives(), useVods({})];
  const lives = livesQuery.data ?? [];
  const vods = vodsQuery.data?.vods ?? [];
  // The row keeps its first card at the edge, so that a live that came after it would stand beyond the edge.
  if (livesQuery.isPending || vodsQuery.isPending || lives.length + vods.length === 0) return null;
  return (
    <Rail title="Lo último" more={{ to: paths.home, text: 'Ver todo' }}>
      <RailMatches lives={lives} vods={vods.slice(0, 8)} />
    </Rail>
  );
}
