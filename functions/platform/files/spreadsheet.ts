/**
 * Reads the rows of a file exported by a spreadsheet. Semicolons, tabs or commas separate its cells, as `sep=` or the
 * header line says.
 */
import { parse } from 'csv-parse/sync';
import { ApiError } from '../../../shared/contract/errors.ts';
import { isBlank, trimInvisible } from '../../../shared/domain/visible-text.ts';

/** One row by column name. `number` is its line in the file, counted from 1. `fault` says why it cannot be read. */
export interface SpreadsheetRow {
  number: number;
  record: Record<string, string>;
  fault: string | null;
}

type Separator = ';' | '\t' | ',';

/** A quoted cell may contain line breaks; beyond this many lines, its closing quote is missing. */
const maxLinesOfRow = 5;

/**
 * Returns the header's names, as `toName` writes them, and the rows that are not blank.
 * @throws ApiError `REQ4000` if the header names a column twice.
 */
export function readSpreadsheet(
  content: string,
  toName: (title: string) => string,
): { names: string[]; rows: SpreadsheetRow[] } {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  let at = lines.findIndex((line) => !isBlank(line));
  const stated = /^"?sep=([;,\t])"?$/.exec(lines[at]?.trimStart() ?? '')?.[1] as Separator | undefined;
  if (stated) at += 1;
  while (at < lines.length && isEmptyRow(lines[at] ?? '')) at += 1;
  const separator = stated ?? findSeparator(lines[at] ?? '');
  const header = readCells(lines, at, separator, 0);
  const names = header.cells?.map(toName) ?? [];
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice) throw new ApiError('REQ4000', `La columna «${twice}» está dos veces`);

  const rows: SpreadsheetRow[] = [];
  for (let next = at + header.taken; next < lines.length; ) {
    const { cells, taken } = readCells(lines, next, separator, names.length);
    if (!isEmptyRow(lines[next] ?? '')) rows.push({ number: next + 1, ...toRecord(names, cells) });
    next += taken;
  }
  return { names: names.filter((name) => name !== ''), rows };
}

/** Spreadsheets write an empty row as separators, with or without blanks and empty quotes. */
const isEmptyRow = (line: string) => isBlank(line.replace(/[;,"]/g, ''));

/** The header has no quoted separators, so its most frequent candidate separates. */
function findSeparator(header: string): Separator {
  const count = (separator: Separator) => header.split(separator).length;
  return ([';', '\t', ','] as const).reduce((best, other) => (count(other) > count(best) ? other : best));
}

function toRecord(names: readonly string[], cells: readonly string[] | null): Omit<SpreadsheetRow, 'number'> {
  const record = Object.fromEntries(
    names.flatMap((name, index) => (name === '' ? [] : [[name, cells?.[index] ?? ''] as const])),
  );
  if (!cells) return { record, fault: 'La línea no es CSV' };
  const isOutside = cells.some((cell, index) => cell !== '' && !names[index]);
  return {
    record,
    fault: isOutside ? 'Hay más datos que columnas: si un texto lleva el separador, escríbelo entre comillas' : null,
  };
}

/**
 * Parses the row that begins at a line. Adds following lines only if the result fits the header: an unclosed quote then
 * breaks only its own line.
 */
function readCells(
  lines: readonly string[],
  at: number,
  separator: Separator,
  width: number,
): { cells: string[] | null; taken: number } {
  const alone = parseCells(lines[at] ?? '', separator);
  if (alone) return { cells: alone, taken: 1 };
  for (let taken = 2; taken <= maxLinesOfRow; taken += 1) {
    const cells = parseCells(lines.slice(at, at + taken).join('\n'), separator);
    if (cells && cells.length <= width) return { cells, taken };
  }
  return { cells: null, taken: 1 };
}

function parseCells(text: string, delimiter: Separator): string[] | null {
  try {
    // A quote inside an unquoted cell is an ordinary character, as in spreadsheets.
    const [cells, another]: string[][] = parse(text, { delimiter, trim: true, relax_quotes: true });
    return another ? null : (cells ?? []).map(trimInvisible);
  } catch {
    return null;
  }
}
