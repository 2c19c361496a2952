/** Lines of cells as CSV, separated by semicolons as Spanish spreadsheets expect. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${lines.map((line) => line.map(toCell).join(';')).join('\r\n')}\r\n`;
}

/** Quotes a cell, and keeps spreadsheets from reading it as a formula. */
const toCell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

/** The cell of an amount in cents, with the decimal comma of Spanish spreadsheets. */
export const toEuros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
