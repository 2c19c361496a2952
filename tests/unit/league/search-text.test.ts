import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsWords, matchesSearch } from '../../../shared/domain/search-text.ts';

const title = 'C.D. Pinar – U.D. Río Rivera';

describe('[H-FIND-1] a title', () => {
  test.each([
    ['cd pinar – ud rio rivera', 'as it is written'],
    ['pinar ud rivera', 'by words that do not follow each other'],
    ['RIVERA pinar', 'in another order and case'],
    ['Pinar, Rivera', 'with other marks'],
    ['cd pinar - ud rivera', 'with a hyphen'],
    ['C.D. PINAR', 'with dots'],
    ['rivéra', 'with an accent too many'],
    ['pin riv', 'by parts of words'],
    ['RRI', 'by the other code of a club'],
    ['', 'by nothing'],
    ['  ', 'by blanks'],
  ])('is found by the query "%s"', (query) => expect(matchesSearch(title, query)).toBe(true));

  test.each(['pinar sauce', 'pinarr', 'pin cop', '–', '...', '?! ·', '⚽'])('is not found by the query "%s"', (query) =>
    expect(matchesSearch(title, query)).toBe(false),
  );

  test.each([
    ['Final 1ª Regional', ['1a regional', '1ª regional', '1.ª Regional', '1 regional']],
    ['Grupo 3º', ['3o', '3º', '3°', 'grupo 3']],
    ['Campo Nº 7', ['no 7', 'nº 7', 'Nº7', 'N.º 7', '№ 7', 'n° 7', 'no7']],
    ['Campo Nº7', ['no 7', 'nº 7']],
    ['Col·legi Sant Jordi', ['col.legi', 'collegi', 'col·legi', 'coŀlegi', 'COL•LEGI', 'coL·Legi']],
    ['COŀLEGI', ['collegi', 'col·legi']],
    ['L’Hospitalet', ["l'hospitalet", 'l´hospitalet', 'lhospitalet', 'hospitalet']],
    ['Øster Đuro Łódź Weißenfels', ['oster', 'duro', 'lodz', 'WEISSENFELS', 'weißenfels', 'łódź']],
    ['Æro Œuvre', ['aero', 'oeuvre', 'ærø']],
    ['Ｆｉｎａｌ ２', ['final 2', 'ﬁnal']],
  ])('"%s" is found by each of its spellings', (name, queries) => {
    for (const query of queries) {
      expect(matchesSearch(name, query), query).toBe(true);
      expect(containsWords(name, query), query).toBe(true);
    }
  });

  test('is found by a code that is no part of the name', () => {
    expect(matchesSearch('Deportivo Sol Alto – CD Pinar', 'SAL')).toBe(true);
    expect(matchesSearch('Deportivo Sol Alto – CD Pinar', 'sal pin')).toBe(true);
    // A part of a code does not match.
    expect(matchesSearch('Deportivo Sol Lara – CD Pinar', 'cpi')).toBe(true);
    expect(matchesSearch('Deportivo Sol Lara – CD Pinar', 'cp')).toBe(false);
  });

  test('is found by its own words in any order', () => {
    const word = fc.stringMatching(/^[a-zñáü]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (words, keys) => {
        const order = words.map((one) => ({ one, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
        return matchesSearch(words.join(' – '), order.map(({ one }) => one.toUpperCase()).join(', '));
      }),
    );
  });
});
