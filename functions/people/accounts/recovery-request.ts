/** Requests a password link. A job sends it, so that the response reveals nothing about the account. */
import { ulid } from 'ulid';
import { publish } from '../../platform/aws/event-bus.ts';

export interface RecoveryRequest {
  /** Deduplicates a repeated event. */
  id: string;
  email: string;
  waiting?: WaitingRight;
}

/**
 * A right that waits until the user has proved this mailbox: a subscription granted by the partner, or a club's
 * confirmation as family. The link sets a new password and ends all sessions, so that an account somebody else opened
 * with this address goes to the owner of the mailbox.
 */
export type WaitingRight = 'PARTNER' | 'FAMILY';

export async function requestRecovery(email: string, waiting?: WaitingRight): Promise<void> {
  const request: RecoveryRequest = { id: ulid(), email, ...(waiting && { waiting }) };
  await publish('Password Recovery Requested', request);
}
