import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesSearch } from '../../../shared/domain/search-text.ts';

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
    ['–', 'by a dash alone'],
  ])('is found by the query "%s"', (query) => expect(matchesSearch(title, query)).toBe(true));

  test.each(['pinar sauce', 'pinarr', 'pin cop'])('is not found by the query "%s"', (query) =>
    expect(matchesSearch(title, query)).toBe(false),
  );

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
