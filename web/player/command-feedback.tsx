/** Briefly shows over the picture what a key or a double tap did. */
import type { Shown } from './use-commands.ts';

export function StepMark({ shown }: { shown: Shown | undefined }) {
  if (!shown) return null;
  return (
    <div key={shown.id} aria-hidden="true" className="player-step" data-side={shown.side}>
      <span>{shown.text}</span>
    </div>
  );
}
