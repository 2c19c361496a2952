/** Spanish telephone numbers. Rows: V-CONTACT-4, A-CONTACT-3, A-CONTACT-4. */

/** Optional +34, 0034 or 34, then nine digits that begin with 6 to 9; hyphens and spaces do not count. */
export function isSpanishPhone(phone: string): boolean {
  return /^(\+34|0034|34)?[6-9]\d{8}$/.test(phone.replace(/[-\s]/g, ''));
}

/**
 * What was typed or pasted, as at most nine digits: '+34 600 11 22 33' is the number that somebody copied from their
 * contacts, and its prefix would push out the last digits.
 */
export function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return (digits.length > 9 ? digits.replace(/^(00)?34/, '') : digits).slice(0, 9);
}
