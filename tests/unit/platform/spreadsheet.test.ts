/** Files as spreadsheets export them. */
import { expect, test } from 'vitest';
import { readSpreadsheet } from '../../../functions/platform/files/spreadsheet.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { decodeSpreadsheet } from '../../../shared/domain/spreadsheet-text.ts';

const read = (...lines: string[]) => {
  const { names, rows } = readSpreadsheet(lines.join('\r\n'), foldText);
  return { names, rows: rows.map(({ number, record, fault }) => [number, fault ?? Object.values(record).join('|')]) };
};

const tooMany = 'Hay más datos que columnas: si un texto lleva el separador, escríbelo entre comillas';

test.each([
  [
    'a comma in a cell',
    ['Competición;Jornada;Campo', 'Liga Preferente, Grupo 2;7;Campo Sur'],
    [2, 'Liga Preferente, Grupo 2|7|Campo Sur'],
  ],
  [
    'the same cell in quotes',
    ['Competición;Jornada;Campo', '"Liga Preferente, Grupo 2";7;Campo Sur'],
    [2, 'Liga Preferente, Grupo 2|7|Campo Sur'],
  ],
  ['a separator without quotes', ['Competición,Jornada,Campo', 'Liga Preferente, Grupo 2,7,Campo Sur'], [2, tooMany]],
  ['tabs', ['Competición\tJornada\tCampo', 'Liga, 2; B\t7\tCampo Sur'], [2, 'Liga, 2; B|7|Campo Sur']],
  ['a stated separator', ['sep=;', 'Competición;Jornada;Campo', 'Liga;7;Sur'], [3, 'Liga|7|Sur']],
  ['a stated separator after a BOM', ['\uFEFFsep=,', 'Competición,Jornada,Campo', 'Liga;7,7,Sur'], [3, 'Liga;7|7|Sur']],
  ['empty columns at the end', ['Competición;Jornada;Campo;;', 'Liga;7;Sur;;'], [2, 'Liga|7|Sur']],
  ['an empty column between', ['Competición;;Jornada;Campo;', 'Liga;;7;Sur;'], [2, 'Liga|7|Sur']],
  ['a value below no title', ['Competición;Jornada;Campo;;', 'Liga;7;Sur;;x'], [2, tooMany]],
  [
    'rows of separators',
    ['', ';;', 'Competición;Jornada;Campo', ';;', '"";"";""', 'Liga;7;Sur', ';;'],
    [6, 'Liga|7|Sur'],
  ],
  ['a quote inside a cell', ['Competición;Jornada;Campo', 'Copa "La Vega";7;Sur 5"'], [2, 'Copa "La Vega"|7|Sur 5"']],
  ['a line break in quotes', ['Competición;Jornada;Campo', 'Liga;7;"Campo', 'Sur"'], [2, 'Liga|7|Campo\nSur']],
  ['fewer cells', ['Competición;Jornada;Campo', 'Liga'], [2, 'Liga||']],
])('understands %s', (_, lines, row) => {
  expect(read(...lines)).toEqual({ names: ['competicion', 'jornada', 'campo'], rows: [row] });
});

test('an unclosed quote breaks only its own line', () => {
  expect(read('a;b', '"x;1', 'y;2', 'z;"3', 'w;4').rows).toEqual([
    [2, 'La línea no es CSV'],
    [3, 'y|2'],
    [4, 'La línea no es CSV'],
    [5, 'w|4'],
  ]);
});

test('refuses a header that names a column twice', () => {
  expect(() => read('Local;local', 'a;b')).toThrow('La columna «local» está dos veces');
});

test('decodes UTF-8, Windows-1252 and UTF-16', () => {
  expect(decodeSpreadsheet(new TextEncoder().encode('Peñón'))).toBe('Peñón');
  expect(decodeSpreadsheet(Buffer.from('Peñón', 'latin1'))).toBe('Peñón');
  expect(decodeSpreadsheet(Buffer.from('\uFEFFPeñón', 'utf16le'))).toBe('Peñón');
});
