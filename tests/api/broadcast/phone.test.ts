/** The broadcast of a match from a phone: its link, its segments, and rejected ones. */
import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { describe, expect, test, vi } from 'vitest';
import type { Publisher } from '../../../functions/broadcast/phone/publishers.ts';
import { call, createClub, createEvent, createPerson, playedBetween } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { encodeSegments, moveSegment } from '../../support/phone-segments.ts';
import { createSegment, slotBefore, startSender } from './phone-sender.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { listObjects, readObjectSize, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');
const { getPublisher } = await import('../../../functions/broadcast/phone/publishers.ts');
const { listSegments } = await import('../../../functions/broadcast/phone/list-segments.ts');
const { readUploads, uploadAddress } = await import('../../../functions/broadcast/phone/uploads.ts');
const { maxLinkBytes } = await import('../../../shared/domain/phone-segments.ts');

const clubId = await createClub('CD Móvil');
const staff = await createPerson('CLUB_STAFF', { clubId });

const createMatch = (from = -1, to = 1, more = {}) =>
  createEvent({ clubIds: [clubId], homeClubId: clubId, isPublic: true, ...playedBetween(from, to), ...more });
const makeLink = async (id: string, by = staff) =>
  (await call('POST /sportevents/{id}/camera-link', { token: by.token, params: { id } })).data.token;
const readPhone = (id: string, token: string) => call('GET /sportevents/{id}/phone', { token, params: { id } });
/** The segments that viewers can fetch; a job adds playlists each minute. */
const listServed = async (publisher: string) =>
  (await listObjects(environment('RECORDINGS_BUCKET'), `ivs/v1/phone/${publisher}/`))
    .map(({ key }) => key.replace(/^.*\/hls\//, ''))
    .filter((name) => name.endsWith('.ts'));

describe('the camera link', () => {
  test('[G-PHONE-1] opens the page of its match, and nothing else', async () => {
    const [{ id }, { id: other }] = [await createMatch(), await createMatch()];
    const token = await makeLink(id);
    const { data } = await readPhone(id, token);
    expect(data.match).toMatchObject({ sport: 'SOCCER', home: 'CD Móvil', away: null });
    expect(data.limits).toEqual({ maxSegmentBytes: 3_000_000, maxBytesLeft: maxLinkBytes, segmentMs: 2000 });
    expect(data.fallback).toBeNull();
    expect((await readPhone(other, token)).code).toBe('PHN4030');
    expect((await call('GET /sportevents/{id}/score/actions', { token, params: { id } })).status).toBe(401);
    expect((await call('GET /clubStaff/today', { token })).status).toBe(401);
    const scorer = await call('POST /sportevents/{id}/scorer-link', { token: staff.token, params: { id } });
    expect((await readPhone(id, scorer.data.token)).status).toBe(401);
  });

  test.each([
    ['more than a day before', 25, 27, 'PHN4030'],
    ['a day before', 23, 25, undefined],
    ['5 h after', -8, -5, undefined],
    ['7 h after', -10, -7, 'PHN4030'],
  ])('[G-PHONE-1] is valid from a day before until 6 h after: %s', async (_, from, to, code) => {
    const { id } = await createMatch(from, to);
    expect((await readPhone(id, await makeLink(id))).code).toBe(code);
  });

  test('[G-PHONE-1] ends with its revocation, a newer one, and its creator’s part in the match', async () => {
    const { id } = await createMatch();
    const first = await makeLink(id);
    const second = await makeLink(id);
    expect((await readPhone(id, first)).code).toBe('PHN4030');
    expect((await readPhone(id, second)).status).toBe(200);
    await call('DELETE /sportevents/{id}/camera-link', { token: staff.token, params: { id } });
    expect((await readPhone(id, second)).code).toBe('PHN4030');
    const leaving = await createPerson('CLUB_STAFF', { clubId });
    const third = await makeLink(id, leaving);
    await updateItem('users', userKey(leaving.user.id), {
      expression: 'SET clubId = :other',
      values: { ':other': await createClub() },
    });
    expect((await readPhone(id, third)).code).toBe('PHN4030');
  });
});

describe('the segments of a phone', () => {
  test('[G-PHONE-3] are listed once looked at, whenever and however often they are reported', async () => {
    const { id } = await createMatch();
    const phone = await startSender(id, await makeLink(id));
    expect(phone.next).toBe(0);
    const startMs = slotBefore(3);
    const segment = await createSegment(startMs);
    expect(await phone.report(0, segment, startMs)).toMatchObject({ state: 'MISSING', code: null });
    expect((await phone.put(0, segment)).status).toBe(200);
    const reports = await Promise.all([phone.report(0, segment, startMs), phone.report(0, segment, startMs)]);
    for (const report of reports) expect(report).toMatchObject({ state: 'LISTED', code: null });
    expect(await phone.report(0, segment, startMs)).toMatchObject({ state: 'LISTED' });
    expect(await listServed(phone.publisher)).toEqual([expect.stringMatching(/^main\/0-\d+\.ts$/)]);
    const publisher = await getPublisher(phone.publisher);
    expect(publisher?.eventId).toBe(id);
  });

  test('[G-PHONE-4] are listed by the bucket’s event where the phone died before its report', async () => {
    const { id } = await createMatch();
    const phone = await startSender(id, await makeLink(id));
    const startMs = slotBefore(3);
    await phone.put(0, await createSegment(startMs));
    const name = { number: 0, rendition: 'main' as const };
    const [listed] = await eventually(
      () => readUploads(phone.publisher, [name]),
      ([upload]) => upload?.state !== undefined,
    );
    expect(listed).toMatchObject({ state: 'LISTED', slot: startMs / 2000 });
    // An object without a requested upload does not belong to the broadcast.
    await writeObject(uploadAddress(phone.publisher, { ...name, number: 5 }), await createSegment(startMs + 2000), {
      contentType: 'video/mp2t',
    });
    expect(await phone.report(5, await createSegment(startMs + 2000), startMs + 2000)).toMatchObject({
      state: 'MISSING',
    });
  });

  test('[G-PHONE-3] belong to the same publisher of a device until its end, with the next free number', async () => {
    const { id } = await createMatch();
    const [token, device] = [await makeLink(id), ulid()];
    const senders = await Promise.all([1, 2].map(() => startSender(id, token, device)));
    expect(senders[1]?.publisher).toBe(senders[0]?.publisher);
    await senders[0]?.open(7, 188);
    const again = await startSender(id, token, device);
    expect(again).toMatchObject({ publisher: senders[0]?.publisher, next: 8 });
    expect((await again.end()).data.pending).toBe(8);
    expect((await startSender(id, token, device)).publisher).not.toBe(again.publisher);
  });

  test('[G-PHONE-7] cannot be written twice, nor with another length', async () => {
    const { id } = await createMatch();
    const phone = await startSender(id, await makeLink(id));
    const segment = await createSegment(slotBefore(3));
    expect((await phone.put(0, segment)).status).toBe(200);
    expect((await phone.put(0, segment)).status).toBe(412);
    const { data } = await phone.open(1, segment.length);
    const [upload] = data.uploads;
    const longer = await fetch(upload?.url ?? '', {
      method: 'PUT',
      headers: upload?.headers ?? {},
      body: new Uint8Array(segment.length + 188),
    });
    expect(longer.status).toBe(403);
    const open = await fetch(upload?.url ?? '', { method: 'PUT', body: new Uint8Array(segment) });
    expect(open.status).toBe(403);
    expect((await phone.open(0, segment.length + 188)).code).toBe('PHN4091');
  });

  test('[G-PHONE-7] fill the budget of their link, and no more; each counts once', async () => {
    const { id } = await createMatch();
    const token = await makeLink(id);
    const phone = await startSender(id, token);
    await Promise.all([phone.open(0, 1_000_000), phone.open(0, 1_000_000), phone.open(1, 500_000)]);
    expect((await readPhone(id, token)).data.limits.maxBytesLeft).toBe(maxLinkBytes - 1_500_000);
    const { link = '' } = (await getPublisher(phone.publisher)) ?? {};
    await updateItem(
      'segments',
      { pk: `BUDGET#${id}`, sk: link },
      { expression: 'SET charged = :full', values: { ':full': maxLinkBytes - 10 } },
    );
    expect((await phone.open(2, 188)).code).toBe('PHN4090');
    expect((await phone.open(0, 1_000_000)).status).toBe(200);
  });

  test('[G-PHONE-1] are preceded by bytes that measure the line; these count, but do not belong to the broadcast', async () => {
    const { id } = await createMatch();
    const token = await makeLink(id);
    const { data } = await call('POST /sportevents/{id}/phone/probe', { token, params: { id } });
    const put = (bytes: number) =>
      fetch(data.url, { method: 'PUT', headers: data.headers, body: new Uint8Array(bytes) });
    expect((await put(data.bytes + 1)).status).toBe(403);
    expect((await put(data.bytes)).status).toBe(200);
    expect((await put(data.bytes)).status).toBe(412);
    expect((await readPhone(id, token)).data.limits.maxBytesLeft).toBe(maxLinkBytes - data.bytes);
  });

  test('[G-PHONE-7] of another match or link are refused', async () => {
    const [{ id }, { id: other }] = [await createMatch(), await createMatch()];
    const phone = await startSender(id, await makeLink(id));
    const token = await makeLink(other);
    const stranger = await startSender(other, token);
    const body = { publisher: phone.publisher, segments: [{ number: 0, rendition: 'main' as const, bytes: 188 }] };
    const answer = await call('POST /sportevents/{id}/phone/uploads', { token, params: { id: other }, body });
    expect(answer.code).toBe('PHN4040');
    expect((await stranger.end()).status).toBe(200);
    expect((await getPublisher(phone.publisher))?.endedAt).toBeUndefined();
  });

  test('[G-PHONE-2] are taken from a phone that has our clock wrong by a few seconds', async () => {
    const { id } = await createMatch();
    const phone = await startSender(id, await makeLink(id));
    expect(await phone.send(0, slotBefore(-1))).toMatchObject({ state: 'LISTED' });
  });

  test('[G-PHONE-7] that players cannot play, or without a valid time, are removed and never served', async () => {
    const { id } = await createMatch();
    const phone = await startSender(id, await makeLink(id));
    const startMs = slotBefore(4);
    const [slow] = await encodeSegments({ seconds: 2, audio: ['-c:a', 'aac', '-ar', '24000', '-ac', '1'] });
    const hostile: [Buffer, number, string][] = [
      [Buffer.alloc(188 * 10, 1), startMs, 'CONTAINER'],
      [moveSegment(slow as Buffer, startMs), startMs, 'AUDIO_CODEC'],
      [await createSegment(startMs - 600_000), startMs - 600_000, 'TIME'],
      [await createSegment(startMs + 600_000), startMs + 600_000, 'TIME'],
      [await createSegment(startMs + 600), startMs + 600, 'SLOT'],
    ];
    for (const [number, [segment, at, code]] of hostile.entries()) {
      await phone.put(number, segment);
      expect(await phone.report(number, segment, at)).toMatchObject({ state: 'REFUSED', code });
      expect(await phone.report(number, segment, at)).toMatchObject({ state: 'REFUSED', code });
      expect(await readObjectSize(uploadAddress(phone.publisher, { number, rendition: 'main' }))).toBeUndefined();
    }
    expect(await listServed(phone.publisher)).toEqual([]);
    // A restarted phone has no ETag.
    await phone.put(20, await createSegment(startMs + 4000));
    expect(await phone.report(20, Buffer.alloc(0), startMs + 4000)).toMatchObject({ state: 'LISTED' });
    // A report about other bytes than the stored ones, which are listed all the same; a taken slot, a wrong order of
    // numbers. The other segment is made first, so that both meet.
    const other = await createSegment(startMs + 2000);
    const stored = await createSegment(startMs - 2000);
    await phone.put(10, stored);
    expect(await phone.report(10, other, startMs - 2000)).toMatchObject({ state: 'REFUSED', code: 'TAKEN' });
    expect(await phone.report(10, stored, startMs - 2000)).toMatchObject({ state: 'LISTED' });
    expect(await phone.send(11, startMs)).toMatchObject({ state: 'LISTED' });
    expect(await phone.send(13, startMs)).toMatchObject({ state: 'REFUSED', code: 'TAKEN' });
    expect(await phone.send(12, startMs - 2000)).toMatchObject({ state: 'REFUSED', code: 'ORDER' });
  });

  test('[G-PHONE-7] whose number the bucket’s event lists with other bytes meanwhile are refused', async () => {
    const { id } = await createMatch();
    const phone = await startSender(id, await makeLink(id));
    const startMs = slotBefore(4);
    const arrived = await createSegment(startMs);
    await phone.put(0, arrived);
    // The object is listed between the reading of the number and its refusal.
    const getObject = vi.spyOn(S3Client.prototype, 'send').mockImplementationOnce(async () => {
      await phone.report(0, arrived, startMs);
      return { ETag: '"arrived"', Body: { transformToByteArray: async () => arrived } };
    });
    const report = { number: 0, rendition: 'main' as const, startMs, durationMs: 2000, etag: '"other"' };
    const outcomes = await listSegments((await getPublisher(phone.publisher)) as Publisher, [report]);
    getObject.mockRestore();
    expect(outcomes).toMatchObject([{ state: 'REFUSED', code: 'TAKEN' }]);
    expect(await listServed(phone.publisher)).toHaveLength(1);
  });
});
