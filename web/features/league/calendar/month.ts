/** Calendar arithmetic; weeks begin on Monday. Pure. */
import { lazy } from '../../../../shared/domain/lazy.ts';
import { fromWallTime, toWallTime } from '../../../../shared/domain/madrid-time.ts';

/** A day as `YYYY-MM-DD` in Madrid. */
export type Day = string;

const pad = (value: number) => String(value).padStart(2, '0');

export function toDay(instant: Date): Day {
  const { year, month, day } = toWallTime(instant);
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** Lists the 42 days of six weeks, from the Monday on or before the first of the month. */
export function listGridDays(day: Day): Day[] {
  const first = shiftMonth(day, 0);
  return Array.from({ length: 42 }, (_, index) => addDays(first, index - getWeekday(first)));
}

export const splitWeeks = (days: readonly Day[]): Day[][] =>
  Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7));

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Counts weekdays from Monday, which is 0. */
const getWeekday = (day: Day) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

export const getWeek = (day: Day): Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(day, index - getWeekday(day)));

/** Returns the same day of another month, or that month's last day. */
export function addMonths(day: Day, months: number): Day {
  const first = shiftMonth(day, months);
  const last = addDays(shiftMonth(first, 1), -1);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same > last ? last : same;
}

/** Returns the day to which a key leads, as in a standard grid; undefined for other keys. */
export function moveByKey(key: string, day: Day): Day | undefined {
  const week = getWeek(day);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return week[0];
    case 'End':
      return week[6];
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

export const isInMonth = (day: Day, month: Day) => day.slice(0, 7) === month.slice(0, 7);

export function shiftMonth(day: Day, step: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 10);
}

/** Returns noon of a day, from which the server derives the month. */
export function toNoon(day: Day): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return fromWallTime({ year, month, day: date, hour: 12, minute: 0 }).toISOString();
}

/** Lists every day that an event touches; an end at midnight does not count for the next day. */
export function listDays(start: string, finish: string): Day[] {
  const last = toDay(new Date(Math.max(Date.parse(start), Date.parse(finish) - 1)));
  const days: Day[] = [toDay(new Date(start))];
  while ((days.at(-1) ?? last) < last && days.length < 42) days.push(addDays(days.at(-1) ?? last, 1));
  return days;
}

/** Shows all of up to three items; of more, the first two and the number of the rest. */
export function fitCell<Item>(items: readonly Item[]): { items: readonly Item[]; more: number } {
  return items.length <= 3 ? { items, more: 0 } : { items: items.slice(0, 2), more: items.length - 2 };
}

const monthName = lazy(() => new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' }));
const dayName = lazy(() => new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long', timeZone: 'UTC' }));

export const formatMonth = (day: Day) => monthName().format(new Date(`${day}T12:00:00Z`));
/** Returns, for example, `5 de marzo`. */
export const formatDayTitle = (day: Day) => dayName().format(new Date(`${day}T12:00:00Z`));

const weekdayName = lazy(() => new Intl.DateTimeFormat('es-ES', { weekday: 'long', timeZone: 'UTC' }));
export const formatWeekday = (day: Day) => weekdayName().format(new Date(`${day}T12:00:00Z`));

export const isDay = (text: string | null): text is Day =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
