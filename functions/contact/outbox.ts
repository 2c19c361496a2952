/** Sends kept messages. A failed one stays, and is tried again by the reconciliation. */
import { sendEmail } from '../aws/email.ts';
import { log } from '../http/request-log.ts';
import { countAttempt, markSent, type StoredMessage, waitingMessages } from './store.ts';

export async function deliver(message: StoredMessage, now: number): Promise<void> {
  try {
    await sendEmail(message.mail);
  } catch (error) {
    log('warn', 'message not sent yet', { message: message.sk, error: String(error) });
    await countAttempt(message);
    return;
  }
  await markSent(message, now);
}

export async function deliverWaiting(now: number): Promise<void> {
  for (const message of await waitingMessages(now)) await deliver(message, now);
}
