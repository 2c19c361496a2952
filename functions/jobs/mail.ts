/** Every minute: sends email that SES did not accept at once. */
import { deliverPending } from '../platform/mail/outbox.ts';

export async function deliverMail(): Promise<void> {
  await deliverPending(Date.now());
}
