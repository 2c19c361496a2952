/** Decides how camera and microphone are got back after a call, the lock screen or another app took them. */

export interface CaptureState {
  isVisible: boolean;
  /** Milliseconds since the last picture, the last sound, and the last repair. */
  pictureAgeMs: number;
  soundAgeMs: number;
  repairAgeMs: number;
  hasSound: boolean;
  /** Milliseconds for which each sample has been exactly zero, as some phones leave a microphone after a call. */
  zeroMs: number;
  /** True if a track has ended, or has just come back. */
  hasChanged: boolean;
}

/** Milliseconds without pictures or sound that are no hiccup, and between two attempts. */
const [missingMs, againMs] = [3_000, 4_000];
/** A microphone that gives zeros may be switched off, so that it is reopened only seldom. */
const [zeroLimitMs, zeroAgainMs] = [10_000, 60_000];

/**
 * `reopen`: ask for camera and microphone anew. Nothing is done while the page is hidden, where no phone gives them.
 * The tracks' own state does not count: after a call they may call themselves live and be silent.
 */
export function decideRepair(state: CaptureState): 'none' | 'resume' | 'reopen' {
  const { isVisible, pictureAgeMs, soundAgeMs, repairAgeMs, hasSound, zeroMs, hasChanged } = state;
  if (!isVisible || repairAgeMs < againMs) return 'none';
  if (hasChanged || pictureAgeMs > missingMs) return 'reopen';
  if (zeroMs > zeroLimitMs && repairAgeMs > zeroAgainMs) return 'reopen';
  if (!hasSound || soundAgeMs <= missingMs) return 'none';
  return soundAgeMs > 2 * missingMs ? 'reopen' : 'resume';
}
