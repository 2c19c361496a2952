/** Requests that the S3 emulator accepts by their signature, checksum or origin. */
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { Bucket, client, connect, createPresigner, put, s3 } from './s3-service.ts';

describe('signatures', () => {
  test('rejects a wrong secret, an unknown key and a missing signature', async () => {
    const putAs = (accessKeyId: string, secretAccessKey: string) =>
      connect({ accessKeyId, secretAccessKey }).send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
    await expect(putAs('local', 'wrong')).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(putAs('o', 'o')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    const bare = await fetch(`${s3.url}/${Bucket}/k`);
    expect([bare.status, await bare.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });

  test('a presigned URL is valid until it expires, for its key and method only', async () => {
    const Key = 'signed file';
    await put(Key, 'secret', { ContentType: 'text/plain' });
    const ResponseContentDisposition = 'attachment; filename="ñ.txt"';
    const download = new GetObjectCommand({ Bucket, Key, ResponseContentDisposition });
    const sign = (expiresIn: number, signingDate = new Date()) =>
      getSignedUrl(createPresigner(), download, { expiresIn, signingDate });
    const url = await sign(60);
    const good = await fetch(url);
    expect([good.status, await good.text()]).toEqual([200, 'secret']);
    expect((await fetch(url.replace('signed%20file', 'range'))).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url.replace(/Expires=60/, 'Expires=6000'))).status).toBe(403);
    const late = await fetch(await sign(60, new Date(Date.now() - 120_000)));
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  });

  test('rejects a body that differs from the signed one and stores nothing', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'digest' }), { expiresIn: 60 });
    const answer = await fetch(url, { method: 'PUT', body: 'not empty' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
    expect(s3.objectPath(Bucket, 'digest')).toBeUndefined();
  });
});

test('rejects an XML body that differs from the signed one', async () => {
  await put('kept!', 'x');
  const swapped = connect();
  swapped.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as { body: string };
      request.body = request.body.replace('other', 'kept!');
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  const removal = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'other' }] } });
  await expect(swapped.send(removal)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
  expect(s3.objectPath(Bucket, 'kept!')).toBeDefined();
});

test('refuses DeleteObjects without a checksum', async () => {
  const withoutChecksum = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'any' }] } });
  withoutChecksum.middlewareStack.add(
    (next) => (call) => {
      const { headers } = call.request as { headers: Record<string, string> };
      for (const name of Object.keys(headers)) if (/checksum|content-md5/i.test(name)) delete headers[name];
      return next(call);
    },
    { step: 'build', priority: 'low' },
  );
  await expect(client.send(withoutChecksum)).rejects.toMatchObject({ name: 'InvalidRequest' });
});

test('answers preflight requests of allowed methods only', async () => {
  const ask = (method: string) =>
    fetch(`${s3.url}/${Bucket}/any`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });
  const yes = await ask('PUT');
  expect([yes.status, yes.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(yes.headers.get('access-control-allow-headers')).toBe('content-type');
  expect((await ask('DELETE')).status).toBe(403);
});
