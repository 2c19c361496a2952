/** What arrives in the uploads bucket. */
import type { ObjectCreated } from '../../platform/aws/service-events.ts';
import { beginEncoding } from '../media/encode.ts';
import { isKind, mediaCollection } from '../media/kinds.ts';
import { parseSourceKey } from './rules.ts';

/** A source has arrived: its encoding begins. A second event for the same file changes nothing. */
export async function uploadArrived(event: ObjectCreated): Promise<void> {
  const target = parseSourceKey(event.detail.object.key);
  if (!target || !isKind(target.kind)) return;
  const ref = { kind: target.kind, id: target.id };
  const item = await mediaCollection(ref.kind).get(ref.id);
  if (item?.status === 'SENT') await beginEncoding(ref, Date.now());
}
