/** A phone as the API sees it: its link, its publisher, its segments. */
import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { PhoneRendition } from '../../../shared/domain/phone-segments.ts';
import { call } from '../../support/api.ts';
import { encodeSegments, moveSegment } from '../../support/phone-segments.ts';

const { getPublisher, stateKey } = await import('../../../functions/broadcast/phone/publishers.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { updateItem } = await import('../../../functions/platform/aws/dynamo.ts');

let encoded: Promise<Buffer> | undefined;

/** A segment of 2 s whose first picture has this time in milliseconds. */
export async function createSegment(startMs: number): Promise<Buffer> {
  encoded ??= encodeSegments({ seconds: 2 }).then(([first]) => first as Buffer);
  return moveSegment(await encoded, startMs);
}

/** The beginning of a slot of the grid, this many slots before the one that runs. */
export const slotBefore = (slots: number): number => 2000 * (Math.floor(Date.now() / 2000) - slots);

/** Moves the beginning of a broadcast, so that tests need not wait for their segments' time. */
async function moveBeginning(publisher: string, ms: number): Promise<void> {
  const found = await getPublisher(publisher);
  const parts = (found?.parts ?? []).map((part) => ({ ...part, fromSlot: part.fromSlot - ms / 2000 }));
  await updateItem('segments', stateKey(publisher), {
    expression: 'SET createdAt = createdAt - :ms, parts = :parts',
    values: { ':ms': ms, ':parts': parts },
  });
  await sources.change(publisher, ({ shown = [], ...source }) => ({
    ...source,
    shown: shown.map(({ since, ...one }) => ({ ...one, since: new Date(Date.parse(since) - ms).toISOString() })),
  }));
}

export async function startSender(eventId: string, token: string, device = ulid()) {
  const params = { id: eventId };
  const { data } = await call('POST /sportevents/{id}/phone/publishers', { token, params, body: { device } });
  const { publisher } = data;
  if (data.next === 0) await moveBeginning(publisher, 60_000);

  const open = (number: number, bytes: number, rendition: PhoneRendition = 'main') =>
    call('POST /sportevents/{id}/phone/uploads', {
      token,
      params,
      body: { publisher, segments: [{ number, rendition, bytes }] },
    });
  const put = async (number: number, segment: Buffer, rendition: PhoneRendition = 'main') => {
    const { data } = await open(number, segment.length, rendition);
    const [upload] = data.uploads;
    return fetch(upload?.url ?? '', { method: 'PUT', headers: upload?.headers ?? {}, body: new Uint8Array(segment) });
  };
  const reportAll = async (
    number: number,
    segment: Buffer,
    startMs: number,
    rendition: PhoneRendition = 'main',
    picture?: string,
  ) => {
    const etag = segment.length > 0 ? `"${createHash('md5').update(segment).digest('hex')}"` : '';
    return call('POST /sportevents/{id}/phone/segments', {
      token,
      params,
      body: {
        publisher,
        segments: [{ number, rendition, etag, startMs, durationMs: 2000 }],
        ...(picture && { picture }),
      },
    });
  };
  const report = async (...sent: Parameters<typeof reportAll>) => {
    const { data, code } = await reportAll(...sent);
    return data?.segments[0] ?? { state: undefined, code };
  };
  /** Sends a segment; returns whether viewers see this phone. */
  const reportShown = async (number: number, startMs: number) => {
    const segment = await createSegment(startMs);
    await put(number, segment);
    return (await reportAll(number, segment, startMs)).data.isShown;
  };
  const send = async (number: number, startMs: number, rendition: PhoneRendition = 'main', picture?: string) => {
    const segment = await createSegment(startMs);
    await put(number, segment, rendition);
    return report(number, segment, startMs, rendition, picture);
  };
  const end = () => call('POST /sportevents/{id}/phone/end', { token, params, body: { publisher } });
  return { publisher, device, next: data.next, open, put, report, reportShown, send, end };
}
