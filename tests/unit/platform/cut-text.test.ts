/** Texts are cut between characters. */
import { expect, test } from 'vitest';
import { requiredText } from '../../../shared/contract/schema.ts';
import { cutText } from '../../../shared/domain/cut-text.ts';

test.each([
  ['Resumen', 200, 'Resumen'],
  ['Gol ⚽', 4, 'Gol '],
  ['Gol 🏀', 5, 'Gol '],
  ['Gol 🏀', 6, 'Gol 🏀'],
])('cuts %j at %i units to %j', (text, most, wanted) => {
  expect(cutText(text, most)).toBe(wanted);
  expect(cutText(text, most).isWellFormed()).toBe(true);
});

test.each(['Gol \ufffe', 'Gol \uffff'])('refuses the text %j, which SQS and XML refuse', (text) => {
  expect(requiredText(200, 'Falta').safeParse(text).error?.issues[0]?.message).toBe(
    'El texto contiene caracteres no permitidos',
  );
});
