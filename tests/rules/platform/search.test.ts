/** What a search remembers of titles changes no answer: where they come again and again, and where none does. */
import { expect, test } from 'vitest';
import { matches } from '../../../functions/platform/catalogue/page.ts';

test.each([
  ['come again', (index: number) => `rivera – leon ${index % 7}`],
  ['are all different', (index: number) => `rivera – leon ${index}`],
  ['come again at first', (index: number) => `rivera – leon ${index < 2_000 ? index % 7 : index}`],
])('[V-LIST-1] among titles that %s', (_, titleOf) => {
  const rows = Array.from({ length: 6_000 }, (_, index) => ({ title: titleOf(index), clubIds: [] }));
  const wanted = matches({ search: 'León 5' });
  const found = rows.filter(wanted);
  expect(found).toEqual(rows.filter(({ title }) => title.includes('leon 5')));
  expect(rows.filter(wanted)).toEqual(found);
});
