import { cx } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { isPlayed, phaseText } from './result.tsx';
import type { PageScore } from './use-match-minute.ts';

interface Props {
  score: PageScore | null | undefined;
  /** Text shown instead of the phase. */
  label?: string | undefined;
  reveal: (() => void) | undefined;
  large?: boolean;
}

/** The score; while results are hidden, a button that reveals it. */
export function RevealableScore({ score, label, reveal, large = false }: Props) {
  if (score) return <Score score={score} label={label} large={large} />;
  return (
    reveal && (
      <Button kind="secondary" size="small" onClick={reveal}>
        Ver resultado
      </Button>
    )
  );
}

/** Scores of two digits are smaller on phones, so that the clubs' names beside them fit on two lines. */
function sizeScore({ home, away }: PageScore, large: boolean): string {
  if (home > 9 || away > 9) return cx('text-[min(7.2vw,1.75rem)]', large && 'sm:text-hero');
  return large ? 'text-hero' : 'text-title';
}

function Score({ score, label, large }: { score: PageScore; label: string | undefined; large: boolean }) {
  return (
    <span className="flex flex-col items-center text-center">
      <span className="sr-only">Resultado: </span>
      <span
        className={cx(
          'font-heading leading-none font-extrabold whitespace-nowrap tabular-nums',
          sizeScore(score, large),
        )}
      >
        {score.home} – {score.away}
      </span>{' '}
      <span
        className={cx(
          'min-w-16 font-body text-note tabular-nums',
          isPlayed(score) ? 'font-semibold' : cx('font-normal', !large && 'text-muted'),
        )}
      >
        {label ?? phaseText(score)}
      </span>
    </span>
  );
}
