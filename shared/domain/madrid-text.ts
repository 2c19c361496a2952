/** Spanish date texts in Madrid time. */
import { lazy } from './lazy.ts';
import { timeZone } from './madrid-time.ts';

export function madridText(options: Intl.DateTimeFormatOptions): (instant: Date) => string {
  const format = lazy(() => new Intl.DateTimeFormat('es-ES', { timeZone, ...options }));
  return (instant) => format().format(instant);
}

/** '5 de diciembre de 2026'. */
export const longDate = madridText({ day: 'numeric', month: 'long', year: 'numeric' });

/** '11:30'. */
export const clockTime = madridText({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** 'sábado, 5 de diciembre, 11:30'. */
export const dayAndTime = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} satisfies Intl.DateTimeFormatOptions;
