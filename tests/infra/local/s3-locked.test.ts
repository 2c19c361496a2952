/** Object lock of the S3 emulator. */
import {
  CopyObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { client, createPresigner, get, put, readText, remove, s3, Bucket as Unlocked } from './s3-service.ts';

const Bucket = 'locked';
await s3.createBucket(Bucket, { isLocked: true });
const listVersions = async (more = {}) => client.send(new ListObjectVersionsCommand({ Bucket, ...more }));

describe('a bucket with object lock', () => {
  test('keeps the version below one that was put over it', async () => {
    const first = await put('over', 'one', { Bucket });
    await put('over', 'two', { Bucket });
    expect(await readText('over', { Bucket })).toBe('two');
    expect(await readText('over', { Bucket, VersionId: first.VersionId })).toBe('one');
  });

  test('hides a deleted object, and keeps its version', async () => {
    const { VersionId } = await put('deleted', 'one', { Bucket });
    await remove('deleted', { Bucket });
    await expect(get('deleted', { Bucket })).rejects.toThrow(/does not exist/);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Key }) => Key)).not.toContain('deleted');
    await expect(remove('deleted', { Bucket, VersionId: String(VersionId) })).rejects.toThrow(/no versions/);
    expect(await readText('deleted', { Bucket, VersionId })).toBe('one');
    await expect(get('deleted', { Bucket, VersionId: 'other' })).rejects.toThrow(/version does not exist/);
  });

  test('lists versions by key, newest first, page by page', async () => {
    for (const body of ['1', '2', '3']) await put('paged', body, { Bucket });
    await put('paged-b', 'x', { Bucket });
    const all = (await listVersions({ KeyMarker: 'over' })).Versions ?? [];
    const ours = all.filter(({ Key }) => Key?.startsWith('paged'));
    expect(ours.map(({ Key, IsLatest }) => [Key, IsLatest])).toEqual([
      ['paged', true],
      ['paged', false],
      ['paged', false],
      ['paged-b', true],
    ]);
    const read: (string | undefined)[] = [];
    let markers: object | undefined = { KeyMarker: 'over' };
    while (markers) {
      const page = await listVersions({ ...markers, MaxKeys: 1 });
      read.push(...(page.Versions ?? []).map(({ VersionId }) => VersionId));
      markers = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
        : undefined;
    }
    expect(read).toEqual(all.map(({ VersionId }) => VersionId));
  });

  test('refuses a put without a checksum, and copies', async () => {
    const unchecked = new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' });
    await expect(createPresigner().send(unchecked)).rejects.toThrow(/Content-MD5/);
    await put('source', 'x', { Bucket: Unlocked });
    const copy = new CopyObjectCommand({ Bucket, Key: 'copied', CopySource: `${Unlocked}/source` });
    await expect(client.send(copy)).rejects.toThrow(/object lock/);
  });
});
