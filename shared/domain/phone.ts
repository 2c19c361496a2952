import { toSingleSpaces } from './visible-text.ts';

/** Optional +34, 0034 or 34, then nine digits starting with 6 to 9; hyphens, spaces and invisible marks are ignored. */
export function isSpanishPhone(phone: string): boolean {
  return /^(\+34|0034|34)?[6-9]\d{8}$/.test(toSingleSpaces(phone).replace(/[- ]/g, ''));
}

/** Reduces typed or pasted text to at most nine digits, dropping the prefix of '+34 600 11 22 33'. */
export function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return (digits.length > 9 ? digits.replace(/^(00)?34/, '') : digits).slice(0, 9);
}
