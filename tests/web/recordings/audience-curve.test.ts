import { expect, test } from 'vitest';
import { mergeParts } from '../../../web/features/recordings/moments/audience-panel.tsx';

const comb = Array.from({ length: 100 }, (_, index) => (index % 7 === 0 ? 9 : 1));

test('merges the parts of a short video into steps of some seconds', () => {
  expect(mergeParts(comb, 16)).toEqual([9, 9, 9, 9]);
  expect(mergeParts([3, 2], 4)).toEqual([3]);
});

test('keeps all parts of a match', () => {
  expect(mergeParts(comb, 5400)).toEqual(comb);
  expect(mergeParts(comb, 500)).toEqual(comb);
});
