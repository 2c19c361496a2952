/** The screen that the page shows. */
import type { WorkerStatus } from '../messages.ts';

/**
 * `unable`: the browser cannot broadcast. `welcome`: the camera is not allowed yet. `ready`: one tap starts the live.
 * `rest`: the broadcast has ended, and kept segments are uploaded.
 */
export type Screen = 'loading' | 'unable' | 'welcome' | 'ready' | 'countdown' | 'live' | 'rest';

export interface ScreenState {
  /** Advice for a browser that cannot. */
  advice: string | undefined;
  status: Pick<WorkerStatus, 'ability' | 'isLive' | 'isStarting' | 'match' | 'waiting' | 'connection'> | undefined;
  /** True after the person has allowed the camera. */
  isOpen: boolean;
  isCounting: boolean;
  /** True once this page or an earlier one has ended the broadcast, until it begins another. */
  hasEnded: boolean;
}

export function chooseScreen({ advice, status, isOpen, isCounting, hasEnded }: ScreenState): Screen {
  // Kept segments go up from any browser; the last ones are still written for a moment after the end.
  if (status && hasEnded && (status.isLive || status.waiting.count > 0)) return 'rest';
  if (advice || status?.ability === 'none') return 'unable';
  if (!status) return 'loading';
  if (isCounting || status.isStarting) return 'countdown';
  if (status.isLive) return 'live';
  if (hasEnded) return 'rest';
  return isOpen ? 'ready' : 'welcome';
}
