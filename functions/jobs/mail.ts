/** Every minute: sends what the mail service could not take at once. */
import { deliverWaiting } from '../platform/mail/outbox.ts';

export async function deliverMail(): Promise<void> {
  await deliverWaiting(Date.now());
}
