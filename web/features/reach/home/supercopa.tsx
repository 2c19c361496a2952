import type { LiveCard } from '../../../../shared/contract/live.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { LiveMatchCard } from '../../viewing/matches/match-cards.tsx';

export function Supercopa({ live }: { live: LiveCard }) {
  return (
    <section aria-label="Supercopa" className="px-gutter">
      <div className="flex flex-wrap items-center gap-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <div className="w-full sm:w-80">
          <LiveMatchCard live={live} />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-3">
          <h2 className="text-title">La Supercopa, en directo</h2>
          <p className="text-muted">Todos los partidos del torneo, desde el primer minuto.</p>
          <LinkButton to={paths.live(live.slug)} icon="play">
            Ver la Supercopa
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
