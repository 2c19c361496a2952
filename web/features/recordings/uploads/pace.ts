/** How fast an upload goes and how long it still takes, from what was sent in the last seconds. */

export interface Pace {
  /** Bytes per second; undefined until enough was seen. */
  speed: number | undefined;
  /** Notes how much has arrived at an instant, in bytes and milliseconds. */
  note: (sent: number, at: number) => void;
}

/** Long enough to even out parts that come and go, short enough to follow the network of a sports ground. */
const windowMs = 12_000;
const leastMs = 1500;

export function newPace(): Pace {
  let samples: { sent: number; at: number }[] = [];
  const pace: Pace = {
    speed: undefined,
    note: (sent, at) => {
      const last = samples.at(-1);
      // A part that was lost is sent again: what was measured before no longer counts.
      if (last && sent < last.sent) samples = [];
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { sent, at }];
      const [first] = samples;
      if (first && at - first.at >= leastMs) pace.speed = ((sent - first.sent) / (at - first.at)) * 1000;
    },
  };
  return pace;
}

/** '3,4 MB/s · quedan 8 min' needs the seconds: undefined while nothing moves. */
export const secondsLeft = (bytes: number, speed: number | undefined) =>
  speed !== undefined && speed > 0 ? bytes / speed : undefined;
