/**
 * Applies statements of image rights to matches and recordings, and deletes statements after their legal retention
 * time.
 */
import { attemptSteps } from '../platform/observability/attempt-each.ts';
import { log } from '../platform/observability/log.ts';
import { applyRights } from '../trust/rights/apply.ts';
import { removeExpired } from '../trust/rights/change-statements.ts';

export async function applyImageRights(): Promise<void> {
  const changed = await applyRights(Date.now());
  if (changed > 0) log('info', 'image rights applied', { changed });
}

/** Runs every minute, to apply lost messages and changes of the setting. */
export async function reconcileImageRights(): Promise<void> {
  await attemptSteps(applyImageRights, () => removeExpired(Date.now()));
}
