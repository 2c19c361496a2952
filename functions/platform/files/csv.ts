/** Writes tables for spreadsheets. */

/** Lines of cells as CSV, separated by semicolons as Spanish spreadsheets expect. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${lines.map((line) => line.map(toCell).join(';')).join('\r\n')}\r\n`;
}

/** Headers of an answer that browsers save as a file. */
export const csvHeaders = (filename: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${filename}"`,
  'cache-control': 'no-store',
});

/** Quotes a cell, and keeps spreadsheets from reading it as a formula. */
const toCell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
