/** Emails as people paste them, and those that the mail service rejects. */
import { describe, expect, test } from 'vitest';
import { Login } from '../../../shared/contract/accounts.ts';
import { NewsletterSubscription, TeamsMessage } from '../../../shared/contract/contact.ts';
import { Invitation } from '../../../shared/contract/staff.ts';
import { EmailField } from '../../../shared/domain/account-forms.ts';

const marks = ['\u200b', '\u200e', '\u202a', '\u2060', '\ufeff', '\u00ad'];

test.each(marks)('[A-LOGIN-4] reads an email without the invisible mark %j', (mark) => {
  const email = `${mark}marta@${mark}cantera.test${mark} `;
  expect(EmailField.parse(email)).toBe('marta@cantera.test');
  expect(NewsletterSubscription.parse({ email }).email).toBe('marta@cantera.test');
  expect(Invitation.shape.email.parse(email)).toBe('marta@cantera.test');
  expect(Login.shape.username.parse(email)).toBe('marta@cantera.test');
});

const emailFields = {
  account: (email: string) => EmailField.safeParse(email),
  newsletter: (email: string) => NewsletterSubscription.shape.email.safeParse(email),
  invitation: (email: string) => Invitation.shape.email.safeParse(email),
  contact: (email: string) => TeamsMessage.shape.email.safeParse(email),
};

describe.each(Object.entries(emailFields))('the email field of the form of %s', (_, parse) => {
  test.each([
    'josé@cantera.test',
    'ma..rta@cantera.test',
    '.marta@cantera.test',
    'marta.@cantera.test',
    'marta@cantera..test',
    'marta@.cantera.test',
    'marta@cantera.test.',
    'marta@mi_club.test',
    'marta@cantera!.test',
  ])('[A-LOGIN-4] refuses an address that SES refuses: %s', (email) => {
    expect(parse(email).success).toBe(false);
  });

  test('[A-LOGIN-4] keeps the characters that SES accepts, and writes accents of the domain in Punycode', () => {
    expect(parse("marta+futbol_base.o'neill@sub.mi-club.test").success).toBe(true);
    expect(parse(' marta@peña-fútbol.test ').data).toBe('marta@xn--pea-ftbol-m6a6h.test');
  });
});

test('[A-LOGIN-4] logs in with the domain as it was typed at sign-up', () => {
  expect(Login.shape.username.parse('marta@peña-fútbol.test')).toBe(EmailField.parse('marta@PEÑA-FÚTBOL.test'));
});
