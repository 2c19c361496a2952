/** Objects and lists of the S3 emulator. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  GetBucketPolicyCommand,
  ListObjectsV2Command,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { describe, expect, test, vi } from 'vitest';
import { Bucket, client, dataDir, events, get, head, mega, put, readText, remove, s3 } from './s3-service.ts';

describe('objects', () => {
  test('returns a stored object with its headers and stores it on disk under its key', async () => {
    const Key = 'vods/1/á é+(1).m3u8';
    const headers = { ContentType: 'application/vnd.apple.mpegurl', CacheControl: 'max-age=60' };
    const { ETag } = await put(Key, 'hola', headers);
    const got = await get(Key);
    expect(await got.Body?.transformToString()).toBe('hola');
    expect(got).toMatchObject({ ...headers, ContentLength: 4, ETag });
    expect(got.ETag).toBe(`"${createHash('md5').update('hola').digest('hex')}"`);
    expect(s3.objectPath(Bucket, Key)).toBe(join(dataDir, 's3', Bucket, Key));
    expect(await readFile(s3.objectPath(Bucket, Key)!, 'utf8')).toBe('hola');
    expect(events).toMatchObject([
      {
        source: 'aws.s3',
        'detail-type': 'Object Created',
        detail: { bucket: { name: Bucket }, object: { key: Key, size: 4 } },
      },
    ]);
  });

  test('stores several megabytes, and emits no event for a bucket without events', async () => {
    const bytes = randomBytes(3 * mega + 17);
    await put('large', bytes, { Bucket: 'quiet' });
    const got = await get('large', { Bucket: 'quiet' });
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    expect(events).toEqual([]);
  });

  test('stores an empty object', async () => {
    await put('empty', '');
    expect(await readText('empty')).toBe('');
  });

  test('answers 416 for a range after the end and ignores a malformed one', async () => {
    await put('range', 'abc');
    await expect(get('range', { Range: 'bytes=3-' })).rejects.toMatchObject({ name: 'InvalidRange' });
    expect((await get('range', { Range: 'bytes=a-b' })).$metadata.httpStatusCode).toBe(200);
  });

  test('answers NoSuchKey for a missing object and NoSuchBucket for a missing bucket', async () => {
    await expect(get('none')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(head('none')).rejects.toMatchObject({ name: 'NotFound' });
    await expect(get('k', { Bucket: 'nope' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  test('CopyObject keeps the headers', async () => {
    await put('from á', 'x', { ContentType: 'text/plain' });
    const CopySource = `${Bucket}/${encodeURIComponent('from á')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource }));
    expect((await head('to')).ContentType).toBe('text/plain');
  });

  test('a copy is independent of the original', async () => {
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

  test.each(['../../escape', 'a/../../../b', '/abs', 'a//b', 'folder/', '..', 'nul\0', 'k'.repeat(1025)])(
    'refuses the key %j, which could leave the data folder or is too long',
    async (Key) => {
      await expect(put(Key, 'x')).rejects.toThrow(/no plain paths|too long/);
    },
  );

  test('DeleteObjects is idempotent and removes empty folders', async () => {
    await put('deep/er/file', '1');
    const path = s3.objectPath(Bucket, 'deep/er/file')!;
    for (const _ of [1, 2]) await remove('deep/er/file');
    await expect(readFile(path)).rejects.toThrow();
    await expect(readFile(join(dataDir, 's3', Bucket, 'deep'))).rejects.toThrow(/ENOENT/);
  });

  test('putFile moves a file in and emits an event', async () => {
    const path = join(dataDir, 'made.ts');
    await writeFile(path, 'segment');
    await s3.putFile(Bucket, 'vods/2/seg0.ts', path, { contentType: 'video/mp2t' });
    const got = await get('vods/2/seg0.ts');
    expect([await got.Body?.transformToString(), got.ContentType]).toEqual(['segment', 'video/mp2t']);
    expect(events).toHaveLength(1);
    await expect(readFile(path)).rejects.toThrow();
  });
});

test('lists every key once with prefix, delimiter and pages of two', async () => {
  const keys = ['l/a', 'l/b/1', 'l/b/2', 'l/b/3', 'l/c', 'l/ñ', 'l/😀', 'l/d&e<f>'];
  for (const Key of keys) await put(Key, 'x');
  const list = async (Delimiter?: string) => {
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'l/', MaxKeys: 2, ContinuationToken, Delimiter }),
      );
      expect((page.Contents ?? []).length + (page.CommonPrefixes ?? []).length).toBeLessThanOrEqual(2);
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

test('refuses unsupported calls, headers and bodies with an error, and logs them', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(client.send(new GetBucketPolicyCommand({ Bucket }))).rejects.toThrow(/policy/);
  const Body = Readable.from([Buffer.from('x')]);
  const refused: [string, Partial<PutObjectCommandInput>][] = [
    ['x-amz-acl', { ACL: 'public-read' }],
    ['x-amz-meta-owner', { Metadata: { owner: 'ana' } }],
    ['content-disposition', { ContentDisposition: 'attachment' }],
    ['if-match', { IfMatch: '*' }],
    ['sha256', { ChecksumAlgorithm: 'SHA256' }],
    ['content-encoding', { Body, ContentLength: 1 }],
  ];
  for (const [name, input] of refused) {
    const error = { name: 'NotImplemented', message: expect.stringContaining(name) };
    await expect(put('refused', 'x', input), name).rejects.toMatchObject(error);
  }
  expect(logged).toHaveBeenCalledTimes(1 + refused.length);
  logged.mockRestore();
});
