/** What happens to accounts after the answer was given. */
import { ulid } from 'ulid';
import { sendRecoveryLink } from '../people/accounts/recovery.ts';
import type { RecoveryRequest } from '../people/accounts/recovery-request.ts';
import type { ServiceEvent } from '../platform/aws/service-events.ts';

/** Somebody has forgotten a password, or needs a first one: the link is made and sent, if there is such an account. */
export async function passwordRecovery({
  detail,
}: ServiceEvent<Omit<RecoveryRequest, 'id'> & { id?: string }>): Promise<void> {
  // The release before this one sent none.
  await sendRecoveryLink({ id: ulid(), ...detail }, Date.now());
}
