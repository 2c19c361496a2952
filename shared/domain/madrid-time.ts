/** Conversion between UTC, in which dates are stored, and Europe/Madrid, in which they are shown. */
export const timeZone = 'Europe/Madrid';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of a zone, which is cached, because creating one is slow. */
function partsIn(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

export interface WallTime {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** Local time at an instant; Madrid's by default. */
export function toWallTime(instant: Date, zone: string = timeZone): WallTime {
  const read = Object.fromEntries(
    partsIn(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return {
    year: read.year ?? 0,
    month: read.month ?? 0,
    day: read.day ?? 0,
    hour: read.hour ?? 0,
    minute: read.minute ?? 0,
  };
}

/**
 * The instant of a local time; month and day may overflow (day 0 is the last of the previous month). A time skipped in
 * spring moves an hour forward.
 */
export function fromWallTime({ year, month, day, hour, minute }: WallTime): Date {
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  let instant = wanted;
  // Two rounds: the first guess may be on the wrong side of a clock change.
  for (let round = 0; round < 2; round += 1) {
    const wallTime = toWallTime(new Date(instant));
    instant += wanted - Date.UTC(wallTime.year, wallTime.month - 1, wallTime.day, wallTime.hour, wallTime.minute);
  }
  return new Date(instant);
}

/** The midnight that begins a day (ISO date), as an ISO instant. */
export const startOfDay = (date: string): string => midnight(date, 0);

/** The midnight that ends a day (ISO date), as an ISO instant. */
export const endOfDay = (date: string): string => midnight(date, 1);

function midnight(date: string, later: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return fromWallTime({ year, month, day: day + later, hour: 0, minute: 0 }).toISOString();
}

/** Start and end of the six weeks, from a Monday, that a calendar shows for a month. */
export function monthGrid(around: Date): { from: Date; to: Date } {
  const { year, month } = toWallTime(around);
  const weekday = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const midnight = (day: number) => fromWallTime({ year, month, day, hour: 0, minute: 0 });
  return { from: midnight(1 - weekday), to: midnight(1 - weekday + 42) };
}
