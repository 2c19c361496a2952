/** Upload speed and remaining time, from the bytes of the last seconds. */

export interface SpeedMeter {
  /** Bytes per second; undefined until measured. */
  speed: number | undefined;
  /** Notes the number of bytes sent so far; `at` is in milliseconds. */
  note: (sent: number, at: number) => void;
}

/** Milliseconds that are averaged: enough to smooth out parts, few enough to follow a mobile network. */
const windowMs = 12_000;
const minSampleMs = 1500;

export function createSpeedMeter(): SpeedMeter {
  let samples: { sent: number; at: number }[] = [];
  const meter: SpeedMeter = {
    speed: undefined,
    note: (sent, at) => {
      const last = samples.at(-1);
      // A failed part is sent again, so the number drops and earlier samples do not count.
      if (last && sent < last.sent) samples = [];
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { sent, at }];
      const [first] = samples;
      if (first && at - first.at >= minSampleMs) meter.speed = ((sent - first.sent) / (at - first.at)) * 1000;
    },
  };
  return meter;
}

/** Computes the remaining seconds; undefined while nothing moves. */
export const computeSecondsLeft = (bytes: number, speed: number | undefined) =>
  speed !== undefined && speed > 0 ? bytes / speed : undefined;
