import { ulid } from 'ulid';
import { type RecoveryRequest, sendRecoveryLink } from '../people/accounts/recovery.ts';
import type { ServiceEvent } from '../platform/aws/service-events.ts';

/** Creates and sends a password link, if the account exists. */
export async function passwordRecovery({
  detail,
}: ServiceEvent<Omit<RecoveryRequest, 'id'> & { id?: string }>): Promise<void> {
  // Requests queued by the previous release carry no id.
  await sendRecoveryLink({ id: ulid(), ...detail }, Date.now());
}
