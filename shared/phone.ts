/** Spanish telephone numbers. Rows: V-CONTACT-4, A-CONTACT-3. */

/** Optional +34, 0034 or 34, then nine digits that begin with 6 to 9; hyphens and spaces do not count. */
export function isSpanishPhone(phone: string): boolean {
  return /^(\+34|0034|34)?[6-9]\d{8}$/.test(phone.replace(/[-\s]/g, ''));
}
