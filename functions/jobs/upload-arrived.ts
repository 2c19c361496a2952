/** A source has arrived in the uploads bucket: its encoding begins. A second event for the same file changes nothing. */
import { beginEncoding } from '../media/encode.ts';
import { isKind, mediaCollection } from '../media/kinds.ts';
import { parseSourceKey } from '../uploads/rules.ts';
import type { ObjectCreated } from './events.ts';

export async function handler(event: ObjectCreated): Promise<void> {
  const target = parseSourceKey(event.detail.object.key);
  if (!target || !isKind(target.kind)) return;
  const ref = { kind: target.kind, id: target.id };
  const item = await mediaCollection(ref.kind).get(ref.id);
  if (item?.status === 'SENT') await beginEncoding(ref, Date.now());
}
