/** A picture that came with a form: it is re-encoded and shown. What is no picture is left for the bucket's lifecycle. */
import { Refusal } from '../../shared/errors.ts';
import { log } from '../http/request-log.ts';
import { takeFromInbox } from '../thumbnails/inbox.ts';
import type { ObjectCreated } from './events.ts';

export async function handler(event: ObjectCreated): Promise<void> {
  const { key } = event.detail.object;
  try {
    await takeFromInbox(key, Date.now());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'picture refused', { key, code: error.code });
  }
}
