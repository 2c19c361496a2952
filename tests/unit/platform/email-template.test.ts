/** Emails in the form that the mail service accepts. */
import { expect, test } from 'vitest';
import { renderEmail } from '../../../functions/platform/mail/email-template.ts';

test.each(['Sauce\n– Norte', 'Sauce\r\n– Norte', 'Sauce\t– Norte', 'Sauce\u2028– Norte', ' Sauce  – Norte\n'])(
  'writes the subject %j in one line',
  (subject) => {
    const email = renderEmail({ to: 'a@club.test', subject, lines: ['x'] });
    expect(email.subject).toBe('Sauce – Norte');
    expect(email.html).toContain('<title>Sauce – Norte</title>');
  },
);
