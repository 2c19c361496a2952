/**
 * How dates, prices, durations and sizes read in Spanish. The product lives in one time zone: every date is shown and
 * typed in Europe/Madrid, wherever the browser is.
 */
const zone = 'Europe/Madrid';
const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-ES', { timeZone: zone, ...options });

const timeFormat = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const longDateFormat = formatter({ day: 'numeric', month: 'long', year: 'numeric' });
const shortDateFormat = formatter({ weekday: 'short', day: 'numeric', month: 'short' });
const dateTimeFormat = formatter({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const partsFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const priceFormat = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
const countFormat = new Intl.NumberFormat('es-ES');
const relativeFormat = new Intl.RelativeTimeFormat('es-ES', { numeric: 'auto' });

/** '18:05' */
export const formatTime = (iso: string) => timeFormat.format(new Date(iso));

/** '5 de marzo de 2025' */
export const formatLongDate = (iso: string) => longDateFormat.format(new Date(iso));

/** '05/03/2025, 18:05' */
export const formatDateTime = (iso: string) => dateTimeFormat.format(new Date(iso));

/** 'sáb, 7 mar · 18:00' for cards */
export const formatKickOff = (iso: string) => `${shortDateFormat.format(new Date(iso))} · ${formatTime(iso)}`;

/** '5 de marzo de 2025, de 18:00 a 20:00', or '… a 1:00 del día siguiente' when the end falls on another day. */
export function formatRange(startIso: string, endIso: string): string {
  const from = `${formatLongDate(startIso)}, de ${formatTime(startIso)}`;
  const nights = daysBetween(startIso, endIso);
  if (nights === 0) return `${from} a ${formatTime(endIso)}`;
  if (nights === 1) return `${from} a ${formatTime(endIso)} del día siguiente`;
  return `${from} al ${formatLongDate(endIso)}, ${formatTime(endIso)}`;
}

/** 'hoy', 'ayer', 'hace 3 días', 'dentro de 2 días'; after two weeks the plain date. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const days = daysBetween(now.toISOString(), iso);
  if (Math.abs(days) > 14) return formatLongDate(iso);
  return relativeFormat.format(days, 'day');
}

/** 4205 → '1:10:05', 65 → '1:05' */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(whole % 60)}` : `${m}:${two(whole % 60)}`;
}

/** 1.99 → '1,99 €' */
export const formatPrice = (euros: number) => priceFormat.format(euros).replace(/\s/g, '\u00a0');

/** 12345 → '12.345' */
export const formatCount = (count: number) => countFormat.format(count);

/** 1288490188 → '1,2 GB' (decimal units, as the sites of phone makers show them) */
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

/** Instant → what a datetime-local input holds, '2026-03-05T18:00' in Madrid. */
export function toMadridInput(iso: string): string {
  const part = madridParts(new Date(iso));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

/** What a datetime-local input holds, read as Madrid time → instant. Undefined when it is not a date and time. */
export function fromMadridInput(value: string): string | undefined {
  const guess = Date.parse(`${value}:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) || Number.isNaN(guess)) return undefined;
  // The offset is that of the instant looked for, which is at most two hours from the guess: two rounds settle it.
  const first = guess - madridOffset(guess);
  return new Date(guess - madridOffset(first)).toISOString();
}

function madridOffset(instant: number): number {
  return Date.parse(`${toMadridInput(new Date(instant).toISOString())}:00Z`) - Math.floor(instant / 60_000) * 60_000;
}

function daysBetween(fromIso: string, toIso: string): number {
  const day = (iso: string) => Date.parse(`${toMadridInput(iso).slice(0, 10)}T00:00Z`);
  return Math.round((day(toIso) - day(fromIso)) / 86_400_000);
}

function madridParts(date: Date): Record<string, string> {
  return Object.fromEntries(partsFormat.formatToParts(date).map((part) => [part.type, part.value]));
}
