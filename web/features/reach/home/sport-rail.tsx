/** A sport's matches on the home page: lives first, then the latest recordings. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Rail } from '../../../ui/rail.tsx';
import { RailMatches } from '../../viewing/matches/match-cards.tsx';
import { useLives, useVods } from '../../viewing/matches/queries.ts';

export function SportRail({ sport }: { sport: Sport }) {
  const lives = useLives(sport);
  const vods = useVods({ sport });
  // Shows at most five lives; recordings fill the row up to four cards.
  const shownLives = (lives.data ?? []).slice(0, 5);
  const shownVods = (vods.data?.vods ?? []).slice(0, Math.max(0, 4 - shownLives.length));
  return (
    <Rail
      title={sportName(sport)}
      more={{ to: sport === 'SOCCER' ? paths.soccer : paths.basket, text: 'Ver todo' }}
      query={vods}
    >
      <RailMatches lives={shownLives} vods={shownVods} />
      {vods.isSuccess && shownLives.length + shownVods.length === 0 && (
        <li className="py-8 text-muted">
          {sport === 'SOCCER' ? 'Pronto habrá partidos aquí.' : 'Pronto habrá también baloncesto.'}
        </li>
      )}
    </Rail>
  );
}
