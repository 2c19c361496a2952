/** Multipart uploads to the S3 emulator by presigned parts. */
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { Bucket, client, createPresigner, events, get, mega, s3, start } from './s3-service.ts';

describe('multipart', () => {
  const Key = 'uploads/match.mp4';
  const create = async () =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' }))).UploadId!;
  const uploadPart = async (UploadId: string, PartNumber: number, body: Buffer) => {
    const url = await getSignedUrl(createPresigner(), new UploadPartCommand({ Bucket, Key, UploadId, PartNumber }));
    const answer = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { origin: 'http://localhost:3000' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag');
    return answer.headers.get('etag')!;
  };
  const listParts = (UploadId: string, more: { MaxParts?: number; PartNumberMarker?: string } = {}) =>
    client.send(new ListPartsCommand({ Bucket, Key, UploadId, ...more }));
  const complete = (UploadId: string, Parts: { PartNumber: number; ETag: string }[]) =>
    client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));

  test('completes an object from presigned parts across a restart', async () => {
    const bytes = randomBytes(11 * mega);
    const UploadId = await create();
    const first = await uploadPart(UploadId, 1, bytes.subarray(0, 5 * mega));
    await uploadPart(UploadId, 2, Buffer.from('replaced by the second try'));
    await s3.close();
    await start();
    const second = await uploadPart(UploadId, 2, bytes.subarray(5 * mega, 10 * mega));
    const third = await uploadPart(UploadId, 3, bytes.subarray(10 * mega));

    const page = await listParts(UploadId, { MaxParts: 2 });
    expect(page.Parts?.map((part) => [part.PartNumber, part.Size, part.ETag])).toEqual([
      [1, 5 * mega, first],
      [2, 5 * mega, second],
    ]);
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
    const rest = await listParts(UploadId, { PartNumberMarker: '2' });
    expect(rest.Parts?.map((part) => part.ETag)).toEqual([third]);

    const done = await complete(
      UploadId,
      [first, second, third].map((ETag, at) => ({ PartNumber: at + 1, ETag })),
    );
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const got = await get(Key);
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    expect(got.ContentType).toBe('video/mp4');
    expect(events).toHaveLength(1);
    await expect(complete(UploadId, [{ PartNumber: 1, ETag: first }])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  test('rejects small parts, wrong ETags, a wrong order and aborted uploads', async () => {
    const UploadId = await create();
    const small = await uploadPart(UploadId, 1, Buffer.from('small'));
    const last = await uploadPart(UploadId, 2, Buffer.from('last'));
    const one = { PartNumber: 1, ETag: small };
    const two = { PartNumber: 2, ETag: last };
    await expect(complete(UploadId, [one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(UploadId, [{ ...one, ETag: last }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(UploadId, [two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(UploadId, [])).rejects.toMatchObject({ name: 'MalformedXML' });
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await expect(complete(UploadId, [one])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(listParts(UploadId)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  test('stores no part of an interrupted body', async () => {
    const UploadId = await create();
    const url = new URL(
      await getSignedUrl(createPresigner(), new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1 })),
    );
    await new Promise<void>((resolve) => {
      const cut = httpRequest(url, { method: 'PUT', headers: { 'content-length': 10 * mega } });
      cut.on('error', () => resolve());
      cut.write(randomBytes(mega), () => cut.destroy(new Error('cable pulled')));
    });
    await sleep(100);
    expect((await listParts(UploadId)).Parts ?? []).toEqual([]);
  });
});
