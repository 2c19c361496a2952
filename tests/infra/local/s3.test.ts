/** The S3 emulator with the real SDK client. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LocalS3, type ObjectCreatedEvent, startS3 } from '../../../infra/local/s3/s3.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'secret' };
const Bucket = 'media';
const mega = 1024 ** 2;

let dataDir: string;
let s3: LocalS3;
let client: S3Client;
let events: ObjectCreatedEvent[] = [];

async function start() {
  s3 = await startS3({ dataDir, credentials, onEvent: (event) => events.push(event) });
  const cors = [
    {
      allowedOrigins: ['http://localhost:*'],
      allowedMethods: ['GET', 'PUT'],
      allowedHeaders: ['*'],
      exposedHeaders: ['ETag'],
    },
  ];
  await s3.createBucket(Bucket, { events: true, cors });
  await s3.createBucket('quiet');
  client = connect();
}

const connect = (secretAccessKey = credentials.secretAccessKey) =>
  new S3Client({
    endpoint: s3.url,
    region: 'eu-west-1',
    credentials: { ...credentials, secretAccessKey },
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    maxAttempts: 1,
  });

const remove = (Key: string) => client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }));

/** Presigning options of the product: the default would sign the checksum of an empty body. */
const presigner = () =>
  new S3Client({ endpoint: s3.url, region: 'eu-west-1', credentials, requestChecksumCalculation: 'WHEN_REQUIRED' });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 's3-'));
  await start();
});
beforeEach(() => {
  events = [];
});
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('objects', () => {
  test('returns a stored object with its headers and stores it on disk under its key', async () => {
    const Key = 'vods/1/á é+(1).m3u8';
    const put = await client.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body: 'hola',
        ContentType: 'application/vnd.apple.mpegurl',
        CacheControl: 'max-age=60',
      }),
    );
    const got = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(await got.Body?.transformToString()).toBe('hola');
    expect(got).toMatchObject({
      ContentType: 'application/vnd.apple.mpegurl',
      CacheControl: 'max-age=60',
      ContentLength: 4,
      ETag: put.ETag,
    });
    expect(got.ETag).toBe(`"${createHash('md5').update('hola').digest('hex')}"`);
    expect(s3.objectPath(Bucket, Key)).toBe(join(dataDir, 's3', Bucket, Key));
    expect(await readFile(s3.objectPath(Bucket, Key)!, 'utf8')).toBe('hola');
    expect(events).toMatchObject([
      {
        source: 'aws.s3',
        'detail-type': 'Object Created',
        detail: { bucket: { name: Bucket }, object: { key: Key, size: 4 }, reason: 'PutObject' },
      },
    ]);
  });

  test('stores several megabytes, and emits no event for a bucket without events', async () => {
    const bytes = randomBytes(3 * mega + 17);
    await client.send(new PutObjectCommand({ Bucket: 'quiet', Key: 'large', Body: bytes }));
    const got = await client.send(new GetObjectCommand({ Bucket: 'quiet', Key: 'large' }));
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    expect(events).toEqual([]);
  });

  test('stores an empty object', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: '' }));
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'empty' }));
    expect(await got.Body?.transformToString()).toBe('');
  });

  test.each([
    ['bytes=2-4', 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 'hij', 'bytes 7-9/10'],
    ['bytes=-3', 'hij', 'bytes 7-9/10'],
    ['bytes=8-99', 'ij', 'bytes 8-9/10'],
  ])('answers range %s', async (Range, text, ContentRange) => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'range', Body: 'abcdefghij' }));
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'range', Range }));
    expect(await got.Body?.transformToString()).toBe(text);
    expect(got.ContentRange).toBe(ContentRange);
    expect(got.$metadata.httpStatusCode).toBe(206);
  });

  test('answers 416 for a range after the end and ignores a malformed one', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'range', Body: 'abc' }));
    const get = (Range: string) => client.send(new GetObjectCommand({ Bucket, Key: 'range', Range }));
    await expect(get('bytes=3-')).rejects.toMatchObject({ name: 'InvalidRange' });
    expect((await get('bytes=a-b')).$metadata.httpStatusCode).toBe(200);
  });

  test('answers NoSuchKey for a missing object and NoSuchBucket for a missing bucket', async () => {
    await expect(client.send(new GetObjectCommand({ Bucket, Key: 'none' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'none' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
    await expect(client.send(new GetObjectCommand({ Bucket: 'nope', Key: 'k' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  test('CopyObject keeps the headers', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'from á', Body: 'x', ContentType: 'text/plain' }));
    const CopySource = `${Bucket}/${encodeURIComponent('from á')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource }));
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'to' }))).ContentType).toBe('text/plain');
  });

  test('a copy is independent of the original', async () => {
    const readText = async (Key: string) =>
      (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
    const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
    const copy = (Key: string, from: string) =>
      client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}` }));
    await put('original', 'first');
    await copy('copy', 'original');
    await put('original', 'second');
    expect(await readText('copy')).toBe('first');
    // The copies overwrite an object that shares its file, and one that does not.
    await copy('twin', 'copy');
    await copy('copy', 'twin');
    await copy('original', 'copy');
    await remove('copy');
    expect([await readText('original'), await readText('twin')]).toEqual(['first', 'first']);
  });

  test('no key escapes the data folder; unusual keys are stored separately', async () => {
    const keys = [
      '../../escape',
      'a/../../../b',
      '/abs',
      'a//b',
      'folder/',
      'x',
      'x/y',
      '.',
      '..',
      'nul\0',
      `${'l'.repeat(400)}/k`,
    ];
    for (const Key of keys) {
      await client.send(new PutObjectCommand({ Bucket: 'quiet', Key, Body: `body of ${Key}` }));
    }
    for (const Key of keys) {
      const got = await client.send(new GetObjectCommand({ Bucket: 'quiet', Key }));
      expect(await got.Body?.transformToString()).toBe(`body of ${Key}`);
      expect(s3.objectPath('quiet', Key)!.startsWith(dataDir)).toBe(true);
      expect(s3.objectPath('quiet', Key)).not.toContain('..');
    }
    await expect(
      client.send(new PutObjectCommand({ Bucket: 'quiet', Key: 'k'.repeat(1025), Body: 'x' })),
    ).rejects.toMatchObject({ name: 'KeyTooLongError' });
    await client.send(
      new DeleteObjectsCommand({
        Bucket: 'quiet',
        Delete: { Objects: keys.filter((k) => !k.includes('\0')).map((Key) => ({ Key })) },
      }),
    );
    expect(keys.filter((Key) => s3.objectPath('quiet', Key))).toEqual(['nul\0']);
  });

  test('DeleteObjects is idempotent and removes empty folders', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'deep/er/file', Body: '1' }));
    const path = s3.objectPath(Bucket, 'deep/er/file')!;
    for (const _ of [1, 2]) await remove('deep/er/file');
    await expect(readFile(path)).rejects.toThrow();
    await expect(readFile(join(dataDir, 's3', Bucket, 'deep'))).rejects.toThrow(/ENOENT/);
  });

  test('putFile moves a file in and emits an event', async () => {
    const path = join(dataDir, 'made.ts');
    await writeFile(path, 'segment');
    await s3.putFile(Bucket, 'vods/2/seg0.ts', path, { contentType: 'video/mp2t' });
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'vods/2/seg0.ts' }));
    expect([await got.Body?.transformToString(), got.ContentType]).toEqual(['segment', 'video/mp2t']);
    expect(events).toHaveLength(1);
    await expect(readFile(path)).rejects.toThrow();
  });
});

test('lists every key once with prefix, delimiter and pages of two', async () => {
  const keys = ['l/a', 'l/b/1', 'l/b/2', 'l/b/3', 'l/c', 'l/ñ', 'l/😀', 'l/d&e<f>'];
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  const list = async (Delimiter?: string) => {
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'l/', MaxKeys: 2, ContinuationToken, Delimiter }),
      );
      expect(page.KeyCount).toBeLessThanOrEqual(2);
      found.push(
        ...(page.CommonPrefixes ?? []).map((one) => one.Prefix!),
        ...(page.Contents ?? []).map((one) => one.Key!),
      );
      ContinuationToken = page.NextContinuationToken;
      expect(page.IsTruncated).toBe(ContinuationToken !== undefined);
    } while (ContinuationToken);
    return found.sort();
  };
  expect(await list()).toEqual([...keys].sort());
  expect(await list('/')).toEqual([...keys.filter((key) => !key.startsWith('l/b/')), 'l/b/'].sort());
});

describe('signatures', () => {
  test('rejects a wrong secret, an unknown key and a missing signature', async () => {
    const put = new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' });
    await expect(connect('wrong').send(put)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    const other = new S3Client({
      endpoint: s3.url,
      region: 'x',
      credentials: { accessKeyId: 'o', secretAccessKey: 'o' },
    });
    await expect(other.send(put)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    const bare = await fetch(`${s3.url}/${Bucket}/k`);
    expect([bare.status, await bare.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });

  test('a presigned URL is valid until it expires, for its key and method only', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'signed file', Body: 'secret', ContentType: 'text/plain' }));
    const sign = (expiresIn: number, signingDate = new Date()) =>
      getSignedUrl(
        presigner(),
        new GetObjectCommand({
          Bucket,
          Key: 'signed file',
          ResponseContentDisposition: 'attachment; filename="ñ.txt"',
        }),
        { expiresIn, signingDate },
      );
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
  await client.send(new PutObjectCommand({ Bucket, Key: 'kept!', Body: 'x' }));
  const swapped = connect();
  swapped.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as { body: string };
      request.body = request.body.replace('other', 'kept!');
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  const remove = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'other' }] } });
  await expect(swapped.send(remove)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
  expect(s3.objectPath(Bucket, 'kept!')).toBeDefined();
});

describe('multipart', () => {
  const Key = 'uploads/match.mp4';
  const create = async () =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' }))).UploadId!;
  const uploadPart = async (UploadId: string, PartNumber: number, body: Buffer) => {
    const url = await getSignedUrl(presigner(), new UploadPartCommand({ Bucket, Key, UploadId, PartNumber }));
    const answer = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { origin: 'http://localhost:3000' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag');
    return answer.headers.get('etag')!;
  };
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

    const page = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
    expect(page.Parts?.map((part) => [part.PartNumber, part.Size, part.ETag])).toEqual([
      [1, 5 * mega, first],
      [2, 5 * mega, second],
    ]);
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
    const rest = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: '2' }));
    expect(rest.Parts?.map((part) => part.ETag)).toEqual([third]);

    const done = await complete(
      UploadId,
      [first, second, third].map((ETag, at) => ({ PartNumber: at + 1, ETag })),
    );
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const got = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    expect(got.ContentType).toBe('video/mp4');
    expect(events.map((event) => event.detail.reason)).toEqual(['CompleteMultipartUpload']);
    await expect(complete(UploadId, [{ PartNumber: 1, ETag: first }])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  test('rejects small parts, wrong ETags, a wrong order and aborted uploads', async () => {
    const UploadId = await create();
    const small = await uploadPart(UploadId, 1, Buffer.from('small'));
    const last = await uploadPart(UploadId, 2, Buffer.from('last'));
    const [one, two] = [
      { PartNumber: 1, ETag: small },
      { PartNumber: 2, ETag: last },
    ];
    await expect(complete(UploadId, [one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(UploadId, [{ ...one, ETag: last }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(UploadId, [two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(UploadId, [])).rejects.toMatchObject({ name: 'MalformedXML' });
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await expect(complete(UploadId, [one])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(client.send(new ListPartsCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  test('stores no part of an interrupted body', async () => {
    const UploadId = await create();
    const url = new URL(
      await getSignedUrl(presigner(), new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1 })),
    );
    await new Promise<void>((resolve) => {
      const cut = httpRequest(url, { method: 'PUT', headers: { 'content-length': 10 * mega } });
      cut.on('error', () => resolve());
      cut.write(randomBytes(mega), () => cut.destroy(new Error('cable pulled')));
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { Parts } = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
    expect(Parts ?? []).toEqual([]);
  });
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

test('answers preflight requests from allowed origins only', async () => {
  const ask = (origin: string) =>
    fetch(`${s3.url}/${Bucket}/any`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
  const yes = await ask('http://localhost:3000');
  expect([yes.status, yes.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:3000']);
  expect(yes.headers.get('access-control-allow-headers')).toBe('content-type');
  expect((await ask('https://evil.example')).status).toBe(403);
});

test('refuses unsupported calls, headers and bodies with an error, and logs them', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(client.send(new GetBucketPolicyCommand({ Bucket }))).rejects.toThrow(/policy/);
  const Body = Readable.from([Buffer.from('x')]);
  const refused: [string, Partial<PutObjectCommandInput>][] = [
    ['x-amz-acl', { ACL: 'public-read' }],
    ['x-amz-meta-owner', { Metadata: { owner: 'ana' } }],
    ['content-disposition', { ContentDisposition: 'attachment' }],
    ['if-none-match', { IfNoneMatch: '*' }],
    ['sha256', { ChecksumAlgorithm: 'SHA256' }],
    ['content-encoding', { Body, ContentLength: 1 }],
  ];
  for (const [name, input] of refused) {
    const put = client.send(new PutObjectCommand({ Bucket, Key: 'refused', Body: 'x', ...input }));
    await expect(put, name).rejects.toMatchObject({ name: 'NotImplemented', message: expect.stringContaining(name) });
  }
  expect(logged).toHaveBeenCalledTimes(1 + refused.length);
  logged.mockRestore();
});
