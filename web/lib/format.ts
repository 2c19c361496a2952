/**
 * Spanish formats for dates, prices, durations and sizes. Every date is shown and typed in Europe/Madrid, wherever the
 * browser is.
 */
import { lazy } from '../../shared/domain/lazy.ts';
import { fromWallTime, timeZone, toWallTime, type WallTime } from '../../shared/domain/madrid-time.ts';

const formatter = (options: Intl.DateTimeFormatOptions, make = initWhenIdle) =>
  make(() => new Intl.DateTimeFormat('es-ES', { timeZone, ...options }));

// Loads the time zone data while the page is idle, because the first call is slow.
initWhenIdle(() => toWallTime(new Date()));
const timeFormat = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const longDateFormat = formatter({ day: 'numeric', month: 'long', year: 'numeric' });
const dayFormat = formatter({ day: 'numeric', month: 'long' }, lazy);
const shortDateFormat = formatter({ weekday: 'short', day: 'numeric', month: 'short' });
const weekdayFormat = formatter({ weekday: 'long', day: 'numeric', month: 'long' }, lazy);
const weekdayWithYearFormat = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, lazy);
const dateTimeFormat = formatter(
  { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  lazy,
);
const countFormat = initWhenIdle(() => new Intl.NumberFormat('es-ES'));
const relativeFormat = lazy(() => new Intl.RelativeTimeFormat('es-ES', { numeric: 'auto' }));

/** Returns, for example, '18:05'. */
export const formatTime = (iso: string) => timeFormat().format(new Date(iso));

/** Returns, for example, '5 de marzo de 2025'. */
export const formatLongDate = (iso: string) => longDateFormat().format(new Date(iso));

/** Formats the last day of a period by its end; an end at midnight belongs to the day before. */
export const formatLastDay = (endIso: string) => longDateFormat().format(new Date(Date.parse(endIso) - 1));

/** Like `formatLastDay`, without the year: '28 de diciembre'. */
export const formatLastDayOfYear = (endIso: string) => dayFormat().format(new Date(Date.parse(endIso) - 1));

/** Returns, for example, '05/03/2025, 18:05'. */
export const formatDateTime = (iso: string) => dateTimeFormat().format(new Date(iso));

/** Returns, for example, 'sáb, 7 mar'. */
export const formatShortDate = (iso: string) => shortDateFormat().format(new Date(iso));

/** Returns, for cards, 'sáb, 7 mar · 18:00', with the reader's own time if it differs. */
export const formatKickOff = (iso: string) => `${formatShortDate(iso)} · ${formatTime(iso)}${formatZoneNote(iso)}`;

const knownZones = new Map<string, boolean>();

/**
 * Returns the browser's time zone, which may change while a page is open. Some browsers report a name that Intl itself
 * rejects, such as 'Etc/Unknown'; these readers see Madrid's time.
 */
function getLocalZone(): string {
  const reported = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isUsable = knownZones.get(reported) ?? isZone(reported);
  knownZones.set(reported, isUsable);
  return isUsable ? reported : timeZone;
}

function isZone(name: string | undefined): boolean {
  try {
    return Boolean(name && new Intl.DateTimeFormat('es-ES', { timeZone: name }));
  } catch {
    return false;
  }
}

const formatLocal = (at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-ES', { timeZone: getLocalZone(), ...options }).format(at);
const formatLocalTime = (at: Date) => formatLocal(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const formatLocalDay = (at: Date) => formatLocal(at, { weekday: 'short', day: 'numeric', month: 'short' });

/**
 * Notes the reader's own time if the browser's clock differs from Madrid's: ', hora peninsular (17:00 en tu zona)', or
 * '(de 17:00 a 19:00 en tu zona)' with an end; with the day if it is another. Otherwise empty.
 */
export function formatZoneNote(iso: string, endIso?: string): string {
  const start = new Date(iso);
  if (countMinutesAheadOfMadrid(start) === 0) return '';
  const own = formatLocalTime(start);
  const hours = endIso ? `de ${own} a ${formatLocalTime(new Date(endIso))}` : own;
  const day = formatLocalDay(start);
  return `, hora peninsular (${day === shortDateFormat().format(start) ? '' : `${day}, `}${hours} en tu zona)`;
}

/**
 * Returns, for example, 'Las horas son las peninsulares; en tu zona es 1 h menos.'; empty if the browser's clock shows
 * Madrid's time.
 */
export function describeZone(at: Date = new Date()): string {
  const minutes = countMinutesAheadOfMadrid(at);
  if (minutes === 0) return '';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const amount = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
  return `Las horas son las peninsulares; en tu zona ${hours === 1 && rest === 0 ? 'es' : 'son'} ${amount} ${minutes < 0 ? 'menos' : 'más'}.`;
}

function countMinutesAheadOfMadrid(at: Date): number {
  const zone = getLocalZone();
  // Most browsers are in Madrid's zone. Others are compared by their clocks, because Paris and Berlin show the same
  // time.
  if (zone === timeZone) return 0;
  const toMinutes = (wall: WallTime) => Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute) / 60_000;
  return toMinutes(toWallTime(at, zone)) - toMinutes(toWallTime(at));
}

/** Returns, for example, '5 de marzo de 2025, de 18:00 a 20:00', or '… a 1:00 del día siguiente'. */
export function formatRange(startIso: string, endIso: string): string {
  const from = `${formatLongDate(startIso)}, de ${formatTime(startIso)}`;
  const nights = daysBetween(startIso, endIso);
  const zone = formatZoneNote(startIso, endIso);
  if (nights === 0) return `${from} a ${formatTime(endIso)}${zone}`;
  if (nights === 1) return `${from} a ${formatTime(endIso)} del día siguiente${zone}`;
  return `${from} al ${formatLongDate(endIso)}, ${formatTime(endIso)}${formatZoneNote(startIso)}`;
}

/** Returns 'hoy', 'ayer', 'hace 3 días' or 'dentro de 2 días'; beyond two weeks, the date. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const days = daysBetween(now.toISOString(), iso);
  if (Math.abs(days) > 14) return formatLongDate(iso);
  return relativeFormat().format(days, 'day');
}

/** Returns, for headings of lists, 'Hoy', 'Ayer', 'Mañana', 'Sábado, 21 de noviembre' or, in another year, '… de 2025'. */
export function formatDayHeading(iso: string, now: Date = new Date()): string {
  const days = daysBetween(now.toISOString(), iso);
  if (Math.abs(days) <= 1) return capitalise(relativeFormat().format(days, 'day'));
  const date = new Date(iso);
  const isSameYear = toWallTime(date).year === toWallTime(now).year;
  return capitalise((isSameYear ? weekdayFormat : weekdayWithYearFormat)().format(date));
}

export const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

/** Formats seconds: 4205 as '1:10:05', 65 as '1:05'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  return h > 0 ? `${h}:${pad2(m)}:${pad2(whole % 60)}` : `${m}:${pad2(whole % 60)}`;
}

/** Formats 12345 as '12.345'. */
export const formatCount = (count: number) => countFormat().format(count);

/** Formats 1288490188 bytes as '1,3 GB', in decimal units, as phone makers do. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('es-ES', { maximumFractionDigits: digits })} ${units[unit]}`;
}

/** Formats bits per second, as '5,2 Mbps' or '128 kbps'. */
export function formatBitrate(bits: number): string {
  const [value, unit] = bits >= 1_000_000 ? [bits / 1_000_000, 'Mbps'] : [Math.round(bits / 1000), 'kbps'];
  return `${value.toLocaleString('es-ES', { maximumFractionDigits: 1 })} ${unit}`;
}

/** Describes remaining seconds: 'queda menos de un minuto', 'queda 1 min', 'quedan 8 min', 'quedan 1 h 20 min'. */
export function formatTimeLeft(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'queda menos de un minuto';
  if (minutes === 1) return 'queda 1 min';
  if (minutes < 60) return `quedan ${minutes} min`;
  return minutes < 24 * 60 ? `quedan ${Math.floor(minutes / 60)} h ${minutes % 60} min` : 'queda más de un día';
}

/** Converts an instant to a datetime-local value in Madrid time, such as '2026-03-05T18:00'. */
export function toMadridInput(iso: string): string {
  const { year, month, day, hour, minute } = toWallTime(new Date(iso));
  return `${year}-${pad2(month)}-${pad2(day)}T${pad2(hour)}:${pad2(minute)}`;
}

/** Converts a datetime-local value in Madrid time to an instant; undefined if it is invalid. */
export function fromMadridInput(value: string): string | undefined {
  const read = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/.exec(value);
  if (!read || Number.isNaN(Date.parse(`${value}Z`))) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = read.slice(1).map(Number);
  return fromWallTime({ year, month, day, hour, minute }).toISOString();
}

const pad2 = (n: number) => String(n).padStart(2, '0');

/** Counts the midnights in Madrid between two instants. */
function daysBetween(fromIso: string, toIso: string): number {
  const day = (iso: string) => {
    const wall = toWallTime(new Date(iso));
    return Date.UTC(wall.year, wall.month - 1, wall.day);
  };
  return Math.round((day(toIso) - day(fromIso)) / 86_400_000);
}

/**
 * Creates the value while the page is idle, or at the first call if that is sooner: the first formatter takes 15 ms on a
 * desktop, 60 ms on a slow phone.
 */
function initWhenIdle<Made extends object>(make: () => Made): () => Made {
  const get = lazy(make);
  globalThis.requestIdleCallback?.(get);
  return get;
}
