/** Upload speed and remaining time, from the bytes sent in the last seconds. */

export interface SpeedMeter {
  /** Bytes per second; undefined until measured. */
  speed: number | undefined;
  /** Records the bytes sent at a time in milliseconds. */
  note: (sent: number, at: number) => void;
}

/** The averaging window: long enough to smooth over parts, short enough to follow a mobile network. */
const windowMs = 12_000;
const minSampleMs = 1500;

export function createSpeedMeter(): SpeedMeter {
  let samples: { sent: number; at: number }[] = [];
  const meter: SpeedMeter = {
    speed: undefined,
    note: (sent, at) => {
      const last = samples.at(-1);
      // A failed part is sent again, so earlier samples no longer count.
      if (last && sent < last.sent) samples = [];
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { sent, at }];
      const [first] = samples;
      if (first && at - first.at >= minSampleMs) meter.speed = ((sent - first.sent) / (at - first.at)) * 1000;
    },
  };
  return meter;
}

/** Remaining seconds; undefined while nothing moves. */
export const computeSecondsLeft = (bytes: number, speed: number | undefined) =>
  speed !== undefined && speed > 0 ? bytes / speed : undefined;
