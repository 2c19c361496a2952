export interface Rate {
  /** Fraction, for example `30000/1001`. */
  text: string;
  value: number;
}

/** Returns a common frame rate as an exact fraction, others rounded up; at most 60. */
export function toConstantRate(fps: number): Rate {
  const usual = [24, 30, 60].map((rate) => ({ text: `${rate}000/1001`, value: (rate * 1000) / 1001 }));
  const whole = Math.min(60, Math.max(1, Math.ceil(fps - 0.02)));
  return usual.find(({ value }) => Math.abs(value - fps) < 0.02) ?? { text: String(whole), value: whole };
}

/** Returns the rate that an output asks for; undefined if it follows the source. */
export const readRate = ({
  framerateNumerator: pictures,
  framerateDenominator: seconds,
}: {
  framerateNumerator: number | undefined;
  framerateDenominator: number | undefined;
}): Rate | undefined =>
  pictures && seconds ? { text: `${pictures}/${seconds}`, value: pictures / seconds } : undefined;

/** Converts a timecode to seconds; a timecode second at 29.97 fps has 30 frames. @throws RangeError */
export function parseTimecode(timecode: string, framesPerSecond: number): number {
  const [hours = 0, minutes = 0, seconds = 0, frame = 0] = timecode.split(':').map(Number);
  const nominal = Math.round(framesPerSecond);
  if (frame >= nominal) throw new RangeError(`${timecode}: no such frame at ${framesPerSecond} fps`);
  return (((hours * 60 + minutes) * 60 + seconds) * nominal + frame) / framesPerSecond;
}
