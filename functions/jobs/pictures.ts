/** Pictures that came with a form. */
import { ApiError } from '../../shared/contract/errors.ts';
import { sources } from '../broadcast/live/store.ts';
import type { ObjectCreated } from '../platform/aws/service-events.ts';
import { log } from '../platform/observability/log.ts';
import { takeFromInbox } from '../recordings/pictures/inbox.ts';
import { pictured } from '../recordings/pictures/store.ts';

/** A picture has arrived: it is re-encoded and shown. What is no picture is left for the bucket's lifecycle. */
export async function pictureArrived(event: ObjectCreated): Promise<void> {
  const { key } = event.detail.object;
  try {
    await takeFromInbox(key, { ...pictured, cameras: sources }, Date.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log('warn', 'picture refused', { key, code: error.code });
  }
}
