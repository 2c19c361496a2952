/** Upload speed and remaining time, from the bytes sent in the last seconds. */

export interface SpeedMeter {
  /** Bytes per second; undefined until measured. */
  speed: number | undefined;
  /** Records the bytes sent at a time in milliseconds. */
  note: (sent: number, at: number) => void;
}

/** Long enough to smooth over parts, short enough to follow a mobile network. */
const windowMs = 12_000;
const minSampleMs = 1500;

export function createSpeedMeter(): SpeedMeter {
  let samples: { sent: number; at: number }[] = [];
  const pace: SpeedMeter = {
    speed: undefined,
    note: (sent, at) => {
      const last = samples.at(-1);
      // A lost part is sent again: discards the earlier samples.
      if (last && sent < last.sent) samples = [];
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { sent, at }];
      const [first] = samples;
      if (first && at - first.at >= minSampleMs) pace.speed = ((sent - first.sent) / (at - first.at)) * 1000;
    },
  };
  return pace;
}

/** Remaining seconds; undefined while nothing moves. */
export const computeSecondsLeft = (bytes: number, speed: number | undefined) =>
  speed !== undefined && speed > 0 ? bytes / speed : undefined;
