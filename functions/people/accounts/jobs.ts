/** What happens to accounts after the answer was given. */
import type { ServiceEvent } from '../../platform/aws/service-events.ts';
import { sendRecoveryLink } from './recovery.ts';

/** Somebody has forgotten a password: the link is made and sent, if there is such an account. */
export async function passwordRecovery(event: ServiceEvent<{ email: string }>): Promise<void> {
  await sendRecoveryLink(event.detail.email, Date.now());
}
