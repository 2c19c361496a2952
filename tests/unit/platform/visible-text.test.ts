/** Invisible characters in names, titles and searches. */
import { expect, test } from 'vitest';
import { requiredText, text } from '../../../shared/contract/schema.ts';
import { BasicFields, DocumentField, PhoneField } from '../../../shared/domain/account-forms.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { isBlank, toSingleSpaces, trimInvisible, visiblePattern } from '../../../shared/domain/visible-text.ts';

const zeroWidth = '\u200b';
const unseen = [
  '',
  ' ',
  '\u00a0',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f\u1160',
  '\u180e',
  '\u2003',
  '\u2060',
  '\u2800',
  '\u3000',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\u200d\u200c',
  '\u202a\u202c',
  zeroWidth + zeroWidth,
];
const firstIssue =
  (schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }) => (value: unknown) =>
    schema.safeParse(value).error?.issues[0]?.message;

test.each(unseen.map((typed) => [typed]))('refuses the name %j like an empty one', (typed) => {
  expect(isBlank(typed)).toBe(true);
  expect(firstIssue(requiredText(200, 'El título es requerido'))(typed)).toBe('El título es requerido');
  expect(firstIssue(BasicFields)({ name: typed, surname: 'Ruiz', email: 'a@cantera.test' })).toBe(
    'Por favor, introduce tu nombre',
  );
});

test.each([
  ['\u200b CD Pinar\u3164\u2800', 'CD Pinar'],
  ['\ufeffCD\u200bPinar ', 'CD\u200bPinar'],
  ['Final ❤️', 'Final ❤️'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['ñ', 'ñ'],
])('trims %j to %j', (typed, wanted) => {
  expect(trimInvisible(typed)).toBe(wanted);
  expect(text(100).parse(typed)).toBe(wanted);
  expect(requiredText(100, 'Falta').parse(typed)).toBe(wanted);
  expect(visiblePattern.test(typed)).toBe(true);
});

test('trims a long text of blanks in linear time', () => {
  const started = performance.now();
  expect(trimInvisible(`a${' \u200b'.repeat(500_000)}b`)).toHaveLength(1_000_002);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('compares texts without what nobody sees', () => {
  expect(toSingleSpaces('CD\u2800Pi\u00adnar\u200b  B ')).toBe('CD Pinar B');
  expect(foldText('\u200bCD\u3164P\u00edn\u00adar\ufeff')).toBe('cd pinar');
});

test('reads a phone and a document between the marks of a contact card', () => {
  expect(PhoneField.parse('\u202a612345678\u202c')).toBe('612345678');
  expect(DocumentField.parse('\u200b12345678z\u3164')).toBe('12345678Z');
});
