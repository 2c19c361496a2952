/** Every minute: sends what the mail service could not take at once. */
import { deliverPending } from '../platform/mail/outbox.ts';

export async function deliverMail(): Promise<void> {
  await deliverPending(Date.now());
}
