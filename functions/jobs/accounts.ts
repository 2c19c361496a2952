import { type RecoveryRequest, sendRecoveryLink } from '../people/accounts/recovery.ts';
import type { ServiceEvent } from '../platform/aws/service-events.ts';

/** Creates and sends a password link, if the account exists. */
export const passwordRecovery = ({ detail }: ServiceEvent<RecoveryRequest>): Promise<void> =>
  sendRecoveryLink(detail, Date.now());
