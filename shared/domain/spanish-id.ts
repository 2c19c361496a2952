import { trimInvisible } from './visible-text.ts';

/**
 * Spanish identity documents: DNI, NIE, other NIF of persons, and CIF. Control rules: Orden INT/2058/2008 (NIF, NIE) and Orden EHA/451/2008
 * (companies).
 */

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const companyLetters = 'JABCDEFGHI';

const dni = /^\d{8}[A-Z]$/;
/** NIF of Spanish minors (K), of Spaniards abroad (L) and of foreigners without NIE (M). */
const otherNif = /^[KLM]\d{7}[A-Z]$/;
const nie = /^[XYZ]\d{7}[A-Z]$/;
const cif = /^[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]$/;

export const normaliseId = (id: string) => trimInvisible(id).toUpperCase();

/** True if it has the format of one of them. */
export function hasIdFormat(id: string): boolean {
  const text = normaliseId(id);
  return [dni, otherNif, nie, cif].some((format) => format.test(text));
}

/** True if its control character is correct too. */
export function isValidId(id: string): boolean {
  const text = normaliseId(id);
  if (dni.test(text)) return personLetter(text.slice(0, 8)) === text[8];
  if (otherNif.test(text)) return personLetter(text.slice(1, 8)) === text[8];
  if (nie.test(text)) return personLetter(`${'XYZ'.indexOf(text[0] ?? '')}${text.slice(1, 8)}`) === text[8];
  return cif.test(text) && isCompanyControl(text);
}

const personLetter = (digits: string) => personLetters[Number(digits) % 23];

/** Even positions count once, odd ones doubled with digits added; the control completes a multiple of 10. */
function isCompanyControl(text: string): boolean {
  const digits = [...text.slice(1, 8)].map(Number);
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)),
    0,
  );
  const control = (10 - (sum % 10)) % 10;
  const kind = text[0] ?? '';
  const letter = text[8];
  // Public bodies and foreign companies have a letter, corporations a digit, others either.
  const isLetterOnly = 'NPQRSW'.includes(kind);
  const isDigitOnly = 'ABEH'.includes(kind);
  return (!isLetterOnly && letter === String(control)) || (!isDigitOnly && letter === companyLetters[control]);
}
