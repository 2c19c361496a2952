/** Evaluates `at(2026-03-01T18:30:00)` and `rate(5 minutes)` in a time zone, in milliseconds since the Unix epoch. */
import { ServiceError } from '../wire/http-server.ts';

/** Time of the first run; a rate is due immediately. */
export function findFirstRun(expression: string, timeZone: string, now: number): number {
  return parseRateMs(expression) === undefined ? parseMoment(expression, timeZone) : now;
}

/** Time of the next run; undefined for `at(…)`, which runs once. */
export function findNextRun(expression: string, now: number): number | undefined {
  const every = parseRateMs(expression);
  return every && now + every;
}

const units = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function parseRateMs(expression: string): number | undefined {
  const [, value, unit] = /^rate\(([1-9]\d{0,5}) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  return unit === 'minute' || unit === 'hour' || unit === 'day' ? Number(value) * units[unit] : undefined;
}

function parseMoment(expression: string, timeZone: string): number {
  const [, local] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression) ?? [];
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) throw new ServiceError('ValidationException', `Invalid Schedule Expression ${expression}.`);
  // Corrected once more, because a clock change may lie between the estimate and the actual time.
  const estimate = asUtc - readOffsetMs(asUtc, timeZone);
  return asUtc - readOffsetMs(estimate, timeZone);
}

/** Offset of the time zone from UTC at `time`, in milliseconds. */
function readOffsetMs(time: number, timeZone: string): number {
  let offsetName: string | undefined;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    offsetName = format.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value;
  } catch {
    throw new ServiceError('ValidationException', `The time zone ${timeZone} is not known.`);
  }
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(offsetName ?? '') ?? [];
  const magnitude = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -magnitude : magnitude;
}
