/** The large score with the match's phase. */
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import { cx } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { isPlayed, phaseText } from './result.tsx';

/** With hidden results, a button that reveals this score. */
export function RevealableScore({
  score,
  reveal,
  large = false,
}: {
  score: MatchScore | null;
  reveal: (() => void) | undefined;
  large?: boolean;
}) {
  if (score) return <Score score={score} large={large} />;
  return (
    reveal && (
      <Button kind="secondary" size="small" onClick={reveal}>
        Ver resultado
      </Button>
    )
  );
}

function Score({ score, large }: { score: MatchScore; large: boolean }) {
  return (
    <p className="flex flex-col items-center text-center">
      <span className="sr-only">Resultado:</span>
      <span
        className={cx(
          'font-heading leading-none font-extrabold whitespace-nowrap tabular-nums',
          large ? 'text-hero' : 'text-title',
        )}
      >
        {score.home} – {score.away}
      </span>
      <span className={cx('text-note', isPlayed(score) ? 'font-semibold' : !large && 'text-muted')}>
        {phaseText(score)}
      </span>
    </p>
  );
}
