/** Covers the poster of a delayed live until its first picture, with a countdown. */
import { useEffect, useState } from 'react';
import { liveDelayMs } from '../../shared/domain/limits.ts';
import { Spinner } from '../ui/spinner.tsx';

const pollIntervalMs = 1_000;
/** The count moves in steps, because the page looks for the recording only every few seconds. */
const stepSeconds = 5;

export function DelayOverlay({ startedAt }: { startedAt: string }) {
  const [left, setLeft] = useState(() => countSeconds(startedAt));
  useEffect(() => {
    const timer = setInterval(() => setLeft(countSeconds(startedAt)), pollIntervalMs);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <div className="absolute inset-0 grid place-items-center rounded-[inherit] bg-scrim p-4 text-center">
      <div className="flex flex-col items-center gap-3">
        <Spinner />
        <p role="status" className="max-w-[34ch] text-body font-semibold text-balance sm:text-lead">
          La imagen llega con cerca de un minuto de retraso
        </p>
        <p className="text-small text-muted tabular-nums">
          {left > 0 ? `Empieza en unos ${left} segundos` : 'Empieza enseguida'}
        </p>
      </div>
    </div>
  );
}

function countSeconds(startedAt: string): number {
  const left = (Date.parse(startedAt) + liveDelayMs - Date.now()) / 1000;
  return Math.min(liveDelayMs / 1000, Math.max(0, stepSeconds * Math.round(left / stepSeconds)));
}
