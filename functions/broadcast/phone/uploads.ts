/** Addresses for a phone's segments: each for one object, of one exact length, charged once to its link's budget. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { idSource } from '../../../shared/domain/ids.ts';
import {
  maxLinkBytes,
  type PhoneRendition,
  phoneRenditions,
  probeBytes,
} from '../../../shared/domain/phone-segments.ts';
import { getItem, getItems, isNew, type Key, putWrite, transact, updateWrite } from '../../platform/aws/dynamo.ts';
import { isWritten, refuseFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { retryUntilDone } from '../../platform/aws/retries.ts';
import { type ObjectAddress, presignNewObject } from '../../platform/aws/storage.ts';
import { type Publisher, toExpiry } from './publishers.ts';

export interface SegmentName {
  number: number;
  rendition: PhoneRendition;
}

/** A segment that a phone may send, and later its outcome. */
export interface StoredUpload extends SegmentName {
  bytes: number;
  state?: 'LISTED' | 'REFUSED';
  code?: string;
  slot?: number;
  /** ETag of the listed object. */
  etag?: string;
}

/** Lifetime of an address. */
const addressSeconds = 600;

export const segmentType = 'video/mp2t';

export async function openUploads(
  { id, eventId, link }: Publisher,
  asked: readonly (SegmentName & { bytes: number })[],
  now: number,
) {
  const segments = [...new Map(asked.map((one) => [numberKey(id, one).sk, one])).values()];
  await charge({ id, eventId, link }, segments, now);
  const uploads = segments.map(async ({ number, rendition, bytes }) => ({
    number,
    rendition,
    ...(await presignNewObject(uploadAddress(id, { number, rendition }), {
      bytes,
      contentType: segmentType,
      seconds: addressSeconds,
    })),
  }));
  return Promise.all(uploads);
}

/** Opens an address for bytes that measure the bandwidth; they count like those of a segment, and expire. */
export async function openProbe({ eventId, link }: Pick<Publisher, 'eventId' | 'link'>, now: number) {
  const budget = chargeBudget({ eventId, link }, probeBytes, now);
  await transact([budget]).catch(refuseFailedCondition('PHN4090'));
  const address = { bucket: environment('UPLOADS_BUCKET'), key: `probe/${eventId}/${ulid(now)}.bin` };
  const options = { bytes: probeBytes, contentType: 'application/octet-stream', seconds: 60 };
  return { bytes: probeBytes, ...(await presignNewObject(address, options)) };
}

const chargeBudget = ({ eventId, link }: Pick<Publisher, 'eventId' | 'link'>, bytes: number, now: number) =>
  updateWrite(
    'segments',
    budgetKey(eventId, link),
    {
      expression: 'SET expiresAt = :expiresAt ADD charged :bytes',
      values: { ':expiresAt': toExpiry(now), ':bytes': bytes, ':most': maxLinkBytes - bytes },
    },
    'attribute_not_exists(charged) OR charged <= :most',
  );

/**
 * Stores the newly requested segments, and charges their bytes to the budget, in one transaction. @throws ApiError for
 * one that had another size, or that exceeds the budget.
 */
async function charge(
  { id, eventId, link }: Pick<Publisher, 'id' | 'eventId' | 'link'>,
  segments: readonly (SegmentName & { bytes: number })[],
  now: number,
): Promise<void> {
  const expiresAt = toExpiry(now);
  await retryUntilDone(async () => {
    const uploads = await readUploads(id, segments);
    const isOther = segments.some(({ bytes }, index) => (uploads[index]?.bytes ?? bytes) !== bytes);
    if (isOther) throw new ApiError('PHN4091');
    const fresh = segments.filter((_, index) => !uploads[index]);
    if (fresh.length === 0) return true;
    const bytes = fresh.reduce((sum, one) => sum + one.bytes, 0);
    if (bytes > (await readBytesLeft(eventId, link))) throw new ApiError('PHN4090');
    const writes = fresh.map(({ number, rendition, bytes }) =>
      putWrite('segments', { ...numberKey(id, { number, rendition }), number, rendition, bytes, expiresAt }, isNew),
    );
    // If another request of the same phone was faster, the next attempt reads the upload that it stored.
    return (await isWritten(transact([...writes, chargeBudget({ eventId, link }, bytes, now)]))) || undefined;
  });
}

export async function readBytesLeft(eventId: string, link: string): Promise<number> {
  const budget = await getItem<{ charged: number }>('segments', budgetKey(eventId, link));
  return Math.max(0, maxLinkBytes - (budget?.charged ?? 0));
}

/** Reads segments in the order of their names; undefined for those that were never requested. */
export async function readUploads(
  publisher: string,
  names: readonly SegmentName[],
): Promise<(StoredUpload | undefined)[]> {
  const keys = names.map((name) => ({ table: 'segments' as const, key: numberKey(publisher, name) }));
  return (await getItems(keys)) as (StoredUpload | undefined)[];
}

export const uploadAddress = (publisher: string, { number, rendition }: SegmentName): ObjectAddress => ({
  bucket: environment('UPLOADS_BUCKET'),
  key: `phone/${publisher}/${rendition}/${number}.ts`,
});

const uploadKey = new RegExp(`^phone/(${idSource})/(${phoneRenditions.join('|')})/(\\d{1,6})\\.ts$`);

export function parseUploadKey(key: string): (SegmentName & { publisher: string }) | undefined {
  const [, publisher, rendition, number] = uploadKey.exec(key) ?? [];
  return publisher ? { publisher, rendition: rendition as PhoneRendition, number: Number(number) } : undefined;
}

export const numberKey = (publisher: string, { number, rendition }: SegmentName): Key => ({
  pk: publisher,
  sk: `NUMBER#${String(number).padStart(6, '0')}#${rendition}`,
});

const budgetKey = (eventId: string, link: string): Key => ({ pk: `BUDGET#${eventId}`, sk: link });
