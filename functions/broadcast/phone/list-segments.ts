/**
 * Lists a phone's segments, in the table `segments`: {publisher} / SLOT#{slot} has the listed segments of a slot of
 * UTC. The inspected bytes are copied to the recordings bucket, so that players never get others; the upload expires
 * there. Repeated and concurrent calls have the same result.
 */
import {
  lateHours,
  type PhoneRendition,
  phoneClockErrorMs,
  type SegmentRefusal,
  toSlot,
} from '../../../shared/domain/phone-segments.ts';
import { transact, updateItem, updateWrite } from '../../platform/aws/dynamo.ts';
import { isWritten } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { deleteObjects, readTaggedObject, writeObject } from '../../platform/aws/storage.ts';
import { log } from '../../platform/observability/log.ts';
import { hlsFolder } from '../../recordings/media/ivs-recording.ts';
import { inspectSegment, type SegmentFacts, type SegmentPlace } from './inspect-segment.ts';
import { type ListedSegment, slotKey } from './listed-slots.ts';
import { toPartPrefix, toSegmentName } from './part-files.ts';
import { beforeMs, findPart, mayBeTakenBack, type Publisher, type PublisherPart, toExpiry } from './publishers.ts';
import { numberKey, readUploads, type SegmentName, type StoredUpload, segmentType, uploadAddress } from './uploads.ts';

export interface Report extends SegmentName {
  etag: string;
  startMs: number;
  durationMs: number;
}

export interface SegmentOutcome extends SegmentName {
  state: 'LISTED' | 'REFUSED' | 'MISSING';
  code: SegmentRefusal | null;
}

/** Segments that are read at the same time; each has at most 3 MB. */
const atOnce = 6;

export async function listSegments(publisher: Publisher, reports: readonly Report[]): Promise<SegmentOutcome[]> {
  const uploads = await readUploads(publisher.id, reports);
  const outcomes: SegmentOutcome[] = [];
  for (let from = 0; from < reports.length; from += atOnce) {
    const some = reports.slice(from, from + atOnce);
    outcomes.push(
      ...(await Promise.all(some.map((report, index) => settle(publisher, report, uploads[from + index])))),
    );
  }
  return outcomes;
}

/** Lists an object that has arrived and was not reported. */
export async function listArrived(publisher: Publisher, name: SegmentName): Promise<SegmentOutcome> {
  const [upload] = await readUploads(publisher.id, [name]);
  return settle(publisher, name, upload);
}

async function settle(
  publisher: Publisher,
  { number, rendition, ...others }: SegmentName | Report,
  upload: StoredUpload | undefined,
): Promise<SegmentOutcome> {
  const name = { number, rendition };
  const report = 'etag' in others ? others : undefined;
  const settled = toKnownOutcome(name, upload, report);
  if (settled) return settled;
  // An object without a requested upload was not counted against the budget.
  const object = upload && (await readTaggedObject(uploadAddress(publisher.id, name)));
  if (!object) {
    // The handler of the bucket's event may have inspected and removed it since the upload was read.
    const [current] = upload ? await readUploads(publisher.id, [name]) : [];
    return toKnownOutcome(name, current, report) ?? { ...name, state: 'MISSING', code: null };
  }
  // The object is of another page, or of one before a restart: it is listed as if nobody had reported it.
  if (isOther(report, object.etag)) {
    await settle(publisher, name, upload);
    return { ...name, state: 'REFUSED', code: 'TAKEN' };
  }
  const bytes = Buffer.from(object.bytes);
  const facts = inspectSegment(bytes, toPlace(publisher, rendition, report));
  if (facts === 'TIME' && mayBeTakenBack(publisher, Date.now())) return { ...name, state: 'MISSING', code: null };
  if (typeof facts === 'string') return refuse(publisher, name, facts, report);
  const slot = toSlot(facts.startMs);
  const part = findPart(publisher, slot);
  if (!part) return refuse(publisher, name, 'TIME', report);
  if (await isOutOfOrder(publisher.id, name, slot)) return refuse(publisher, name, 'ORDER', report);
  await writeObject(segmentAddress(publisher, part, name, slot), bytes, {
    contentType: segmentType,
    cacheControl: 'private, max-age=31536000',
  });
  return store(publisher, { ...name, etag: object.etag }, { slot, facts });
}

/**
 * True for a report about another object than this one. A phone that was restarted, or lost the connection before the
 * response, has no ETag: its report is about any object.
 */
const isOther = (report: Partial<Report> | undefined, etag: string): boolean =>
  Boolean(report?.etag) && report?.etag?.replaceAll('"', '') !== etag.replaceAll('"', '');

function toKnownOutcome(
  name: SegmentName,
  upload: StoredUpload | undefined,
  report: Partial<Report> | undefined,
): SegmentOutcome | undefined {
  if (!upload?.state) return undefined;
  // The bucket's event may have listed the object before this report about another one, which nobody has.
  if (upload.etag && isOther(report, upload.etag)) return { ...name, state: 'REFUSED', code: 'TAKEN' };
  return { ...name, state: upload.state, code: (upload.code as SegmentRefusal | undefined) ?? null };
}

function toPlace(
  { createdAt, endedAt, endedBy }: Publisher,
  rendition: PhoneRendition,
  reported: SegmentPlace['reported'],
) {
  const now = Date.now();
  const latest = createdAt + (lateHours + 36) * 3_600_000;
  // A phone without a network was not notified of the end of its broadcast.
  const isBounded = endedAt !== undefined && endedBy !== 'SILENCE';
  const notAfter = Math.min(now, isBounded ? endedAt + beforeMs : latest) + phoneClockErrorMs;
  return { rendition, reported, notBefore: createdAt - beforeMs, notAfter };
}

/** The numbers of a publisher and its times have the same order. */
async function isOutOfOrder(publisher: string, { number, rendition }: SegmentName, slot: number): Promise<boolean> {
  const neighbours = [number - 1, number + 1].filter((one) => one >= 0).map((one) => ({ number: one, rendition }));
  const uploads = await readUploads(publisher, neighbours);
  return uploads.some((one) => one?.slot !== undefined && (one.number < number ? one.slot >= slot : one.slot <= slot));
}

const segmentAddress = (
  publisher: Publisher,
  part: PublisherPart,
  { number, rendition }: SegmentName,
  slot: number,
) => ({
  bucket: environment('RECORDINGS_BUCKET'),
  key: `${hlsFolder(toPartPrefix(publisher, part))}/${rendition}/${toSegmentName(part, number, slot)}`,
});

async function store(
  publisher: Publisher,
  { etag, ...name }: SegmentName & { etag: string },
  { slot, facts: { pictures: _, ...facts } }: { slot: number; facts: SegmentFacts },
): Promise<SegmentOutcome> {
  const listedAt = Date.now();
  const listed: ListedSegment = { ...facts, number: name.number, listedAt };
  const written = transact([
    updateWrite(
      'segments',
      slotKey(publisher.id, slot),
      {
        expression: 'SET slot = :slot, expiresAt = :expiresAt, #rendition = :listed',
        names: { '#rendition': name.rendition },
        values: { ':slot': slot, ':expiresAt': toExpiry(listedAt), ':listed': listed },
      },
      'attribute_not_exists(#rendition)',
    ),
    updateWrite(
      'segments',
      numberKey(publisher.id, name),
      {
        expression: 'SET #state = :listed, slot = :slot, etag = :etag',
        names: { '#state': 'state' },
        values: { ':listed': 'LISTED', ':slot': slot, ':etag': etag },
      },
      'attribute_exists(pk) AND attribute_not_exists(#state)',
    ),
  ]);
  if (!(await isWritten(written))) {
    const [current] = await readUploads(publisher.id, [name]);
    return toKnownOutcome(name, current, { etag }) ?? refuse(publisher, name, 'TAKEN', { etag });
  }
  return { ...name, state: 'LISTED', code: null };
}

/** Removes the object, which viewers could never fetch. */
async function refuse(
  publisher: Publisher,
  name: SegmentName,
  code: SegmentRefusal,
  report: Partial<Report> | undefined,
): Promise<SegmentOutcome> {
  const written = updateItem(
    'segments',
    numberKey(publisher.id, name),
    {
      expression: 'SET #state = :refused, code = :code',
      names: { '#state': 'state' },
      values: { ':refused': 'REFUSED', ':code': code },
    },
    { condition: 'attribute_exists(pk) AND attribute_not_exists(#state)' },
  );
  if (!(await isWritten(written))) {
    const [current] = await readUploads(publisher.id, [name]);
    return toKnownOutcome(name, current, report) ?? { ...name, state: 'MISSING', code: null };
  }
  const { startMs, durationMs } = report ?? {};
  log('warn', 'a segment of a phone was refused', { publisher: publisher.id, ...name, code, startMs, durationMs });
  const { bucket, key } = uploadAddress(publisher.id, name);
  await deleteObjects(bucket, [key]);
  return { ...name, state: 'REFUSED', code };
}
