/** Requests a password link. A job sends it, so that the response reveals nothing about the account. */
import { ulid } from 'ulid';
import { publish } from '../../platform/aws/event-bus.ts';

export interface RecoveryRequest {
  /** Deduplicates a repeated event. */
  id: string;
  email: string;
  /** True if a subscription granted by the partner waits until the user has confirmed this mailbox. */
  waiting?: boolean;
}

export async function requestRecovery(email: string, waiting = false): Promise<void> {
  const request: RecoveryRequest = { id: ulid(), email, waiting };
  await publish('Password Recovery Requested', request);
}
