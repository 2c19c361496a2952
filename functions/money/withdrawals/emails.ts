/** The receipt of a withdrawal, with day, time and consequences. */
import { clockTime, longDate } from '../../../shared/domain/madrid-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';
import { describeOutcome } from '../../../shared/domain/withdrawal-text.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { nameOrder, type Order } from '../orders/rules.ts';
import type { Buyer, Withdrawal } from './store.ts';

export function writeWithdrawal(user: Buyer, order: Order, { at, outcome }: Withdrawal): Email {
  const received = new Date(at);
  const title = nameOrder(order);
  return renderEmail({
    to: user.email,
    subject: 'Hemos recibido tu desistimiento',
    lines: [
      `Hola${user.name && user.emailConfirmedAt ? `, ${user.name}` : ''}. El ${longDate(received)} a las ${clockTime(received)} has desistido de este contrato: «${user.hidesResults ? removeScore(title) : title}», con el número de recibo ${order.number}.`,
      describeOutcome(outcome),
      'Guarda este email: es el justificante de que nos lo has comunicado.',
    ],
    action: { label: 'Ver mi cuenta', url: pageUrl(paths.profilePart('pagos')) },
    // The buyer has just requested it.
    isRequested: true,
  });
}
