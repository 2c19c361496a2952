import { describe, expect, test } from 'vitest';
import { findAgeCategory } from '../../../functions/recordings/vods/rules.ts';
import { buildShelves, learnTaste, type ShelfRow, shelfSize } from '../../../functions/viewing/library/rules.ts';

const row = (id: string, fields: Partial<ShelfRow> = {}): ShelfRow => ({
  id,
  clubIds: [],
  sport: 'SOCCER',
  category: null,
  ...fields,
});
const ids = (rows: ShelfRow[]) => rows.map(({ id }) => id);

describe('recommendations', () => {
  test('[A-SIGNUP-2] puts favourite clubs first, then videos by watched sport and age, sport, age, and the rest', () => {
    const rows = [
      row('rest', { sport: 'BASKET', category: 'juvenil' }),
      row('age', { sport: 'BASKET', category: 'cadete' }),
      row('sport', { category: 'juvenil' }),
      row('both', { category: 'cadete' }),
      row('mine', { clubIds: ['C'], sport: 'BASKET' }),
      row('seen', { category: 'cadete' }),
    ];
    const taste = learnTaste([row('seen', { category: 'cadete' })], { clubIds: ['C'], known: ['seen'] });
    const { fromMyClubs, recommended } = buildShelves(rows, taste);
    expect(ids(fromMyClubs)).toEqual(['mine']);
    expect(ids(recommended)).toEqual(['both', 'sport', 'age', 'rest']);
  });

  test('[A-SIGNUP-2] keeps the given order without views, and limits the shelf', () => {
    const rows = Array.from({ length: 40 }, (_, index) => row(`R${index}`, { clubIds: index % 2 ? ['C'] : [] }));
    const { fromMyClubs, recommended } = buildShelves(rows, learnTaste([], { clubIds: ['C'], known: [] }));
    const pickExpected = (odd: number) => rows.filter((_, index) => index % 2 === odd).slice(0, shelfSize);
    expect(fromMyClubs).toEqual(pickExpected(1));
    expect(recommended).toEqual(pickExpected(0));
  });

  test.each([
    ['CD Sauce – Rivera', 'Alevín · Jornada 8. Campo Municipal', 'alevin'],
    ['Final de CADETES', '', 'cadete'],
    ['Torneo prebenjamín', 'Infantil B', 'prebenjamin'],
    ['Júnior femenino', '', 'junior'],
    ['Amistoso', 'Partido entre veteranos', null],
    ['Infantilismo', '', null],
  ])('[A-SIGNUP-2] %s · %s is of the age %s', (title, summary, expected) => {
    expect(findAgeCategory({ title, summary })).toBe(expected);
  });
});
