import { toWallTime } from '../../../../shared/domain/madrid-time.ts';
import { initWhenIdle } from '../../../lib/idle-init.ts';

/** Heading of items that staff placed before newer ones. */
export const pinnedTitle = 'Destacados';

/**
 * Groups a list by weekend, without changing its order. A weekend lasts from Friday to Thursday, because its videos
 * appear in the days after it.
 */
export function groupByWeekend<Item>(
  items: readonly Item[],
  getDate: (item: Item) => string,
  now: Date = new Date(),
): { title: string; items: Item[] }[] {
  const fridays = items.map((item) => getFriday(new Date(getDate(item))));
  // An item before a newer one was placed there by staff.
  const last = fridays.findLastIndex((friday, index) => friday < (fridays[index + 1] ?? friday));
  const parts: { title: string; items: Item[] }[] = [];
  for (const [index, item] of items.entries()) {
    const title = index <= last ? pinnedTitle : formatWeekend(fridays[index] ?? 0, now);
    const part = parts.at(-1);
    if (part?.title === title) part.items.push(item);
    else parts.push({ title, items: [item] });
  }
  return parts;
}

/** Returns the last Friday as days since 1970; 2 January 1970 was a Friday. */
function getFriday(instant: Date): number {
  const days = toDayNumber(instant);
  return days - ((((days - 1) % 7) + 7) % 7);
}

function formatWeekend(friday: number, now: Date): string {
  const current = getFriday(now);
  const isWeekend = toDayNumber(now) - current < 3;
  // From Monday to Thursday, 'este fin de semana' would mean the next one.
  if (friday === current) return isWeekend ? 'Este fin de semana' : 'Últimos partidos';
  if (friday === current - 7 && isWeekend) return 'El fin de semana pasado';
  const [saturday, sunday] = [friday + 1, friday + 2].map((day) => new Date(day * dayMs));
  if (!saturday || !sunday) return '';
  const isSameMonth = saturday.getUTCMonth() === sunday.getUTCMonth();
  const year = sunday.getUTCFullYear() === toWallTime(now).year ? '' : ` de ${sunday.getUTCFullYear()}`;
  const from = isSameMonth ? String(saturday.getUTCDate()) : dayFormat().format(saturday);
  return `${from} y ${dayFormat().format(sunday)}${year}`;
}

/** Returns the days since 1970, in Madrid. */
function toDayNumber(instant: Date): number {
  const { year, month, day } = toWallTime(instant);
  return Date.UTC(year, month - 1, day) / dayMs;
}

const dayMs = 86_400_000;
const dayFormat = initWhenIdle(
  () => new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);
