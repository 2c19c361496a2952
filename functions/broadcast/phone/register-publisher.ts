/** Registers a phone as publisher of a match, with a source of its own. */
import type { StoredEvent } from '../../league/events/rules.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { readAirtimeRule } from '../live/airtime.ts';
import { createSourceItem } from '../live/create-source.ts';
import { copyEventFields, withShown } from '../live/rules.ts';
import { takeSlug } from '../live/slugs.ts';
import { sources } from '../live/store.ts';
import { createPhoneChannel } from './phone-channel.ts';
import { beforeMs, openPublisher, type Publisher } from './publishers.ts';

/** The source comes last: a request that broke off before is completed by the next one of the same device. */
export async function registerPublisher(
  event: StoredEvent,
  by: { device: string; link: string },
  now: number,
): Promise<Publisher> {
  const publisher = await openPublisher(event.id, by, now);
  const { id } = publisher;
  if (!(await sources.get(id))) {
    const slug = `movil-${id.toLowerCase()}`;
    const item = { ...createSourceItem('phone', slug, now), id, sportEventId: event.id, ...copyEventFields(event) };
    const source = { ...item, ...createPhoneChannel(id), version: 1 };
    // Its first segment may begin before it was registered, and belongs to the match too.
    const changed = withShown(source, publisher.createdAt - beforeMs, readAirtimeRule());
    await sources.create(changed, [takeSlug(slug, id)]).catch(ignoreFailedCondition);
  }
  return publisher;
}
