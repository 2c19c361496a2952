import { ApiError } from '../../shared/contract/errors.ts';
import { sources } from '../broadcast/live/store.ts';
import type { ObjectCreated } from '../platform/aws/service-events.ts';
import { log } from '../platform/observability/log.ts';
import { takeFromInbox } from '../recordings/pictures/inbox.ts';
import { pictured } from '../recordings/pictures/store.ts';

/** Re-encodes and shows an uploaded picture. Invalid files are left to the bucket's lifecycle rule. */
export async function pictureArrived(event: ObjectCreated): Promise<void> {
  const { key } = event.detail.object;
  try {
    await takeFromInbox(key, { ...pictured, cameras: sources }, Date.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log('warn', 'picture refused', { key, code: error.code });
  }
}
