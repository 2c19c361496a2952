/** What happens to accounts after the answer was given. */
import type { ServiceEvent } from '../../platform/aws/service-events.ts';
import { sendRecoveryLink } from './recovery.ts';

/** Somebody has forgotten a password, or needs a first one: the link is made and sent, if there is such an account. */
export async function passwordRecovery({ detail }: ServiceEvent<{ email: string; waiting?: boolean }>): Promise<void> {
  await sendRecoveryLink(detail.email, Date.now(), detail.waiting);
}
