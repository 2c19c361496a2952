export type Command =
  | { do: 'play' | 'mute' | 'fullscreen' | 'captions' | 'pip' | 'help' | 'liveEdge' }
  | { do: 'seek'; by: number }
  | { do: 'seekTo'; share: number }
  | { do: 'frame'; by: 1 | -1 }
  | { do: 'volume'; by: number }
  | { do: 'moment'; by: 1 | -1 };

interface KeyPress {
  key: string;
  shiftKey: boolean;
  /** True while the key is held down. */
  repeat: boolean;
}

export const seekStep = 10;
const volumeStep = 0.1;

/** Returns the command of a key. `live` is true for a live that cannot be rewound, which can only seek to its edge. */
export function toCommand(
  { key, shiftKey, repeat }: KeyPress,
  { live, paused }: { live: boolean; paused: boolean },
): Command | undefined {
  const command = shiftKey ? withShift[key] : (plain[key.toLowerCase()] ?? toDigitCommand(key));
  if (!command) return undefined;
  switch (command.do) {
    case 'seek':
    case 'moment':
      return live ? undefined : command;
    case 'seekTo':
      if (live) return command.share === 1 ? { do: 'liveEdge' } : undefined;
      return command;
    case 'frame':
      return live || !paused ? undefined : command;
    case 'volume':
      return command;
    default:
      return repeat ? undefined : command;
  }
}

const plain: Record<string, Command> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  j: { do: 'seek', by: -seekStep },
  l: { do: 'seek', by: seekStep },
  arrowleft: { do: 'seek', by: -seekStep },
  arrowright: { do: 'seek', by: seekStep },
  arrowup: { do: 'volume', by: volumeStep },
  arrowdown: { do: 'volume', by: -volumeStep },
  home: { do: 'seekTo', share: 0 },
  end: { do: 'seekTo', share: 1 },
  ',': { do: 'frame', by: -1 },
  '.': { do: 'frame', by: 1 },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  c: { do: 'captions' },
  p: { do: 'pip' },
  // Some keyboard layouts have '?' without Shift.
  '?': { do: 'help' },
};

const withShift: Record<string, Command> = {
  '?': { do: 'help' },
  ArrowLeft: { do: 'moment', by: -1 },
  ArrowRight: { do: 'moment', by: 1 },
};

const toDigitCommand = (key: string): Command | undefined =>
  /^\d$/.test(key) ? { do: 'seekTo', share: Number(key) / 10 } : undefined;

/** Finds the next or previous moment. A moment that has just begun is not the previous one yet. */
export function findMoment(seconds: readonly number[], now: number, by: 1 | -1): number | undefined {
  const sorted = seconds.toSorted((a, b) => a - b);
  return by > 0 ? sorted.find((at) => at > now + 0.5) : sorted.findLast((at) => at < now - recentSeconds);
}

const recentSeconds = 3;
