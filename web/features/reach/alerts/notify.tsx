/** Lazy-loads the 'Avísame' button, and reserves its space. */
import { lazyPart } from '../../../lib/lazy-part.tsx';

export const Notify = lazyPart(
  async () => (await import('./notify-button.tsx')).NotifyButton,
  <span className="inline-block min-h-11 w-32 rounded-full bg-raised" />,
);
