/** Emails as people paste them. */
import { expect, test } from 'vitest';
import { Login } from '../../../shared/contract/accounts.ts';
import { NewsletterSubscription } from '../../../shared/contract/contact.ts';
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
