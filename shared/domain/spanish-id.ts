/**
 * Spanish identity documents: DNI (8 digits and a letter), NIE (X, Y or Z, 7 digits and a letter) and CIF (a letter, 7
 * digits and a control digit or letter). Rows: A-CONTACT-6 to 11. Control rules: Orden INT/2058/2008 for NIF and NIE,
 * Orden EHA/451/2008 for companies.
 */

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const companyLetters = 'JABCDEFGHI';

const dni = /^\d{8}[A-Z]$/;
const nie = /^[XYZ]\d{7}[A-Z]$/;
const cif = /^[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]$/;

/** Lower case and surrounding spaces do not count (row A-CONTACT-11). */
export const normalId = (id: string) => id.trim().toUpperCase();

/** Whether it looks like one of the three. */
export function hasIdFormat(id: string): boolean {
  const text = normalId(id);
  return dni.test(text) || nie.test(text) || cif.test(text);
}

/** Whether its control letter or digit is right, too. */
export function isValidId(id: string): boolean {
  const text = normalId(id);
  if (dni.test(text)) return personLetter(text.slice(0, 8)) === text[8];
  if (nie.test(text)) return personLetter(`${'XYZ'.indexOf(text[0] ?? '')}${text.slice(1, 8)}`) === text[8];
  return cif.test(text) && isCompanyControl(text);
}

const personLetter = (digits: string) => personLetters[Number(digits) % 23];

/** Even places count as they are, odd ones doubled with their digits added; the control makes the sum a multiple of 10. */
function isCompanyControl(text: string): boolean {
  const digits = [...text.slice(1, 8)].map(Number);
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)),
    0,
  );
  const control = (10 - (sum % 10)) % 10;
  const kind = text[0] ?? '';
  const given = text[8];
  // Public bodies and foreign companies carry a letter, companies by shares a digit, the others may carry either.
  const letterOnly = 'NPQRSW'.includes(kind);
  const digitOnly = 'ABEH'.includes(kind);
  return (!letterOnly && given === String(control)) || (!digitOnly && given === companyLetters[control]);
}
