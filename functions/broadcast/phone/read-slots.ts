/** Reads the slots of a phone, from memory where possible: those of a whole match take a megabyte. */
import { segmentMs } from '../../../shared/domain/phone-segments.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import { type ListedSlot, slotKey } from './listed-slots.ts';
import { parsePhonePrefix } from './phone-channel.ts';
import { getPublisher, type Publisher, type PublisherPart } from './publishers.ts';

export interface PartSlots {
  publisher: Publisher;
  part: PublisherPart;
  /** In order. */
  slots: readonly ListedSlot[];
}

/** Seconds of the newest slots, which are read again each second; late ones are read with all others. */
const freshMs = 90_000;
const wholeCache = new TtlCache<PartSlots | undefined>(15_000, 100);
const currentCache = new TtlCache<PartSlots | undefined>(900, 100);

/** Reads the slots of a part by the folder of its recording; late segments take up to 15 s to appear. */
export const readPartSlots = (prefix: string, now: number): Promise<PartSlots | undefined> =>
  currentCache.get(prefix, now, async () => {
    const whole = await wholeCache.get(prefix, now, () => readAllSlots(prefix));
    if (!whole) return undefined;
    const from = Math.max(whole.part.fromSlot, Math.floor((now - freshMs) / segmentMs));
    const fresh = await readSlots(whole.publisher, whole.part, from);
    return { ...whole, slots: [...whole.slots.filter(({ slot }) => slot < from), ...fresh] };
  });

/** Reads all slots of a part as they are now. */
export async function readAllSlots(prefix: string): Promise<PartSlots | undefined> {
  const { publisher: id, part: partId } = parsePhonePrefix(prefix);
  const publisher = await getPublisher(id);
  const part = publisher?.parts.find((one) => one.id === partId);
  return publisher && part && { publisher, part, slots: await readSlots(publisher, part, part.fromSlot) };
}

async function readSlots({ id, parts }: Publisher, part: PublisherPart, from: number): Promise<ListedSlot[]> {
  const next = parts.find(({ fromSlot }) => fromSlot > part.fromSlot);
  const range = { from: slotKey(id, from).sk, to: slotKey(id, (next?.fromSlot ?? endSlot) - 1).sk };
  return queryAll<ListedSlot>('segments', id, range);
}

/** Beyond any slot; keys have ten digits. */
const endSlot = 9_999_999_999;
