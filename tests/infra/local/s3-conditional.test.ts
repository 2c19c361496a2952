/** Writes that S3 refuses: to a key that exists, against a deletion, and of another length than the signed one. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { startFaultProxy } from '../../../infra/local/wire/faults.ts';
import { Bucket, client, connect, createPresigner, put, readText, remove, s3 } from './s3-service.ts';

const once = { IfNoneMatch: '*' };
const signed = (Key: string, command: object = once, names = ['if-none-match']) =>
  getSignedUrl(createPresigner(), new PutObjectCommand({ Bucket, Key, ...command }), {
    expiresIn: 60,
    signableHeaders: new Set(['host', ...names]),
    unhoistableHeaders: new Set(names),
  });
const send = async (url: string, body: BodyInit, headers: Record<string, string> = { 'if-none-match': '*' }) => {
  const answer = await fetch(url, {
    method: 'PUT',
    body,
    headers,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  return [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];
};

describe('a write on the condition that the key is new', () => {
  test('is refused with 412 once the key exists, and changes nothing', async () => {
    await put('once', 'first', once);
    await expect(put('once', 'second', once)).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(await readText('once')).toBe('first');
    await put('once', 'third');
    expect(await readText('once')).toBe('third');
  });

  test('has one winner of many at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => put('raced', `${index}`, once)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readText('raced')).toBe(String(answers.findIndex(({ status }) => status === 'fulfilled')));
  });

  test('conflicts with a deletion that comes before its body is complete', async () => {
    await put('deleted', 'x');
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(Buffer.from('he'));
        finish = () => {
          controller.enqueue(Buffer.from('llo'));
          controller.close();
        };
      },
    });
    const url = await signed('deleted', { ...once, ContentLength: 5 }, ['if-none-match', 'content-length']);
    const answer = send(url, body, { 'if-none-match': '*', 'content-length': '5' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    await remove('deleted');
    finish();
    expect(await answer).toEqual([409, 'ConditionalRequestConflict']);
    expect(s3.objectPath(Bucket, 'deleted')).toBeUndefined();
  });

  test('works by a presigned address, which is worth nothing without its header', async () => {
    const url = await signed('presigned');
    expect(await send(url, 'x', {})).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await send(url, 'x')).toEqual([200, undefined]);
    expect(await send(url, 'y')).toEqual([412, 'PreconditionFailed']);
    // Without a signature over it, the header protects nothing: the address could be used without it.
    expect(await send(await signed('presigned', {}, []), 'z')).toEqual([200, undefined]);
    expect(await readText('presigned')).toBe('z');
  });

  test('knows no entity tags', async () => {
    await expect(put('tagged', 'x', { IfNoneMatch: '"abc"' })).rejects.toMatchObject({ name: 'NotImplemented' });
  });

  test('holds for the end of a multipart upload, which stays open', async () => {
    const Key = 'parts';
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'new' }));
    await put(Key, 'old');
    const complete = (condition: object) =>
      client.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key,
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
          ...condition,
        }),
      );
    await expect(complete(once)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await readText(Key)).toBe('old');
    await complete({});
    expect(await readText(Key)).toBe('new');
  });
});

test('a presigned address takes only as many bytes as were signed', async () => {
  const url = await signed('sized', { ContentLength: 3 }, ['content-length']);
  expect(await send(url, 'four', {})).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await send(url, 'yes', {})).toEqual([200, undefined]);
});

test('faults conflict with conditional writes of browsers, who can read the answer', async () => {
  const faults = { throttle: 0, conflict: 1, lost: 0, latency: 0, events: 0, seed: 1 };
  const proxy = await startFaultProxy('S3', s3, faults);
  try {
    const url = (await signed('faulty')).replace(s3.url, proxy.url);
    const headers = { 'if-none-match': '*', origin: 'http://localhost:3000' };
    const answer = await fetch(url, { method: 'PUT', body: 'x', headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([409, 'http://localhost:3000']);
    await expect(connect().send(new PutObjectCommand({ Bucket, Key: 'plain', Body: 'x' }))).resolves.toMatchObject({
      $metadata: { httpStatusCode: 200 },
    });
  } finally {
    await proxy.close();
  }
});
