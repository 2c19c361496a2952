/** A small result with crests, for cards. While the match runs, its period is named as in `sport`. */

import type { Sport } from '../../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import type { CardResult } from '../../../../shared/contract/sport-event.ts';
import { describePeriod } from '../../../../shared/domain/match-log.ts';
import { Crest } from '../../../ui/crest.tsx';

export function Result({ result: { home, away, score }, sport }: { result: CardResult; sport?: Sport }) {
  return (
    <span
      data-theme="stage"
      className="inline-flex items-center gap-1.5 rounded-sm bg-scrim px-1.5 py-0.5 text-small font-bold whitespace-nowrap text-text tabular-nums"
    >
      {home && <Crest src={home.thumbnail} className={crestLook} />}
      <span className="sr-only">{home?.name ?? 'Local'}</span>
      <span>{score.home}</span>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{away?.name ?? 'Visitante'}</span>
      <span>{score.away}</span>
      {away && <Crest src={away.thumbnail} className={crestLook} />}
      {isPlayed(score) && <span className="size-2 shrink-0 animate-live rounded-full bg-live" />}
      {sport && isPlayed(score) && (
        <span className="text-note font-semibold">
          {score.phase === 'BREAK' ? 'Descanso' : describePeriod(score.period, sport)}
        </span>
      )}
      <span className="sr-only">({phaseText(score)})</span>
    </span>
  );
}

/** A small card, or one with large text, has room for the score alone. */
const crestLook = 'size-5 shrink-0 object-contain @max-[12rem]:hidden';

export const isPlayed = ({ phase }: Pick<MatchScore, 'phase'>) => phase === 'PLAYING' || phase === 'BREAK';

export const phaseText = ({ phase }: Pick<MatchScore, 'phase'>) =>
  phase === 'PLAYING' ? 'En juego' : phase === 'BREAK' ? 'Descanso' : 'Final';
