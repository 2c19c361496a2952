/** Briefly shows over the picture what a key or a double tap did. */
import type { Feedback } from './use-commands.ts';

export function CommandFeedback({ shown }: { shown: Feedback | undefined }) {
  if (!shown) return null;
  return (
    <div key={shown.id} aria-hidden="true" className="player-step" data-side={shown.side}>
      <span>{shown.text}</span>
    </div>
  );
}
