/** The score as a page shows it, large, with what it is the score of: a match in play, a break, the end. */
import type { MatchScore } from '../../../../shared/league/scores.ts';
import { isPlayed, phaseText } from './result.tsx';

export function Score({ score }: { score: MatchScore }) {
  return (
    <p className="flex flex-col items-center text-center">
      <span className="sr-only">Resultado:</span>
      <span className="font-heading text-title leading-none font-extrabold whitespace-nowrap tabular-nums">
        {score.home} – {score.away}
      </span>
      <span className={isPlayed(score) ? 'text-note font-semibold text-accent' : 'text-note text-muted'}>
        {phaseText(score)}
      </span>
    </p>
  );
}
