/** Asking for a link by which a password is chosen: a job makes and sends it, so that who asks learns nothing. */
import { ulid } from 'ulid';
import { publish } from '../../platform/aws/event-bus.ts';

export interface RecoveryRequest {
  /** Its event may come twice: the mail goes once. */
  id: string;
  email: string;
  /** A right waits for whoever reads this mailbox. */
  waiting?: boolean;
}

export async function requestRecovery(email: string, waiting = false): Promise<void> {
  const request: RecoveryRequest = { id: ulid(), email, waiting };
  await publish('Password Recovery Requested', request);
}
