/** DNI, NIE and CIF. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DocumentField } from '../../../shared/domain/account-forms.ts';
import { isSpanishPhone } from '../../../shared/domain/phone.ts';
import { hasIdFormat, isValidId } from '../../../shared/domain/spanish-id.ts';
import { cases } from '../../support/test-profile.ts';

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const dni = digits(8).map((number) => number + letters[Number(number) % 23]);
const nie = fc
  .tuple(fc.constantFrom(0, 1, 2), digits(7))
  .map(([first, rest]) => `${'XYZ'[first]}${rest}${letters[Number(`${first}${rest}`) % 23]}`);

describe('Spanish ids', () => {
  test('[A-CONTACT-8] accepts generated DNI and NIE, in lower case too', () => {
    fc.assert(
      fc.property(fc.oneof(dni, nie), (id) => isValidId(id) && isValidId(` ${id.toLowerCase()} `)),
      cases(),
    );
  });

  test('[A-CONTACT-7][A-CONTACT-8] rejects one wrong digit or letter by the control letter', () => {
    fc.assert(
      fc.property(
        fc.oneof(dni, nie),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, step) => {
          const wrong =
            at === 8
              ? id.slice(0, 8) + letters[(letters.indexOf(id[8]!) + step) % 23]
              : id.slice(0, at) + ((Number(id[at]) + step) % 10) + id.slice(at + 1);
          expect(hasIdFormat(wrong)).toBe(true);
          expect(isValidId(wrong)).toBe(false);
        },
      ),
      cases(),
    );
  });

  test('[A-CONTACT-8] accepts the NIF of minors, of Spaniards abroad and of foreigners without NIE', () => {
    for (const id of ['K1234567L', 'L1234567L', ' m1234567l ']) expect(isValidId(id), id).toBe(true);
    for (const id of ['L1234567A', 'K1234567T', 'M12345678']) expect(isValidId(id), id).toBe(false);
    expect(DocumentField.parse('l1234567l')).toBe('L1234567L');
    expect(DocumentField.safeParse('L1234567A').error?.issues[0]?.message).toBe('El DNI no es válido');
  });

  test('[A-CONTACT-9] accepts company ids with a control digit or letter', () => {
    for (const id of ['A58818501', 'B12345674', 'Q2826000H', 'P2807900B', 'G28029643'])
      expect(isValidId(id), id).toBe(true);
    for (const id of ['A58818502', 'B1234567D', 'Q28260008', 'G28029644']) expect(isValidId(id), id).toBe(false);
  });

  test('[A-CONTACT-9] accepts one of ten control digits of a company', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'ABEH'), digits(7), (kind, number) => {
        const right = Array.from({ length: 10 }, (_, control) => `${kind}${number}${control}`).filter(isValidId);
        expect(right).toHaveLength(1);
      }),
      cases(),
    );
  });

  test('[A-CONTACT-6][A-CONTACT-10] rejects other formats', () => {
    for (const id of ['', '1234567Z', '123456789', 'ABCDEFGHI', '12345678ZZ', 'I1234567A', '１２３４５６７８Z']) {
      expect(hasIdFormat(id), id).toBe(false);
    }
  });
});

test('[V-CONTACT-4] accepts Spanish phones with prefixes, hyphens and spaces', () => {
  for (const phone of ['612345678', '+34 612 345 678', '0034-912-345-678', '34712345678'])
    expect(isSpanishPhone(phone)).toBe(true);
  for (const phone of ['512345678', '61234567', '6123456789', '+33612345678', 'seis'])
    expect(isSpanishPhone(phone)).toBe(false);
});
