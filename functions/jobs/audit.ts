/** Anchors the audit every hour, and alarms if it no longer contains what the last anchor recorded. */
import { measure } from '../platform/observability/metrics.ts';
import { writeAnchor } from '../trust/audit/anchors.ts';

export async function anchorAudit(): Promise<void> {
  const broken = await writeAnchor(Date.now());
  if (broken.length > 0) measure('AuditBroken', broken.length, { chains: broken });
}
