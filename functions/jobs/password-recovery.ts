/** Somebody has forgotten a password: the link is made and sent, if there is such an account. */
import { sendRecoveryLink } from '../accounts/recovery.ts';
import type { ServiceEvent } from './events.ts';

export async function handler(event: ServiceEvent<{ email: string }>): Promise<void> {
  await sendRecoveryLink(event.detail.email, Date.now());
}
