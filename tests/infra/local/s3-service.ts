/** The S3 emulator for the tests of a file, with the real SDK client. */
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeEach } from 'vitest';
import { type LocalS3, startS3 } from '../../../infra/local/s3/s3.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

const { credentials } = toClientOptions('');
export const Bucket = 'media';
export const mega = 1024 ** 2;

export const dataDir = createTemporaryFolder();
export let s3: LocalS3;
export let client: S3Client;
export const events: ServiceEvent[] = [];

/** Starts the emulator with its stored data. */
export async function start() {
  s3 = await startS3({ dataDir, credentials, onEvent: (event) => events.push(event) });
  await s3.createBucket(Bucket, { events: true, cors: { allowedMethods: ['PUT'], exposedHeaders: ['ETag'] } });
  await s3.createBucket('quiet');
  client = connect();
}

export const connect = (given = credentials) =>
  new S3Client({ ...toClientOptions(s3.url), credentials: given, requestChecksumCalculation: 'WHEN_SUPPORTED' });

/** Presigning options of the product: the default would sign the checksum of an empty body. */
export const createPresigner = () =>
  new S3Client({ ...toClientOptions(s3.url), requestChecksumCalculation: 'WHEN_REQUIRED' });

await start();
beforeEach(() => {
  events.length = 0;
});
afterAll(() => s3.close());

export const put = (Key: string, Body: PutObjectCommandInput['Body'], more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));

export const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  client.send(new GetObjectCommand({ Bucket, Key, ...more }));

export const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));

export const readText = async (Key: string, more?: Partial<GetObjectCommandInput>) =>
  (await get(Key, more)).Body?.transformToString();

export const remove = (Key: string, more: { Bucket?: string; VersionId?: string } = {}) => {
  const { VersionId, ...of } = { Bucket, ...more };
  return client.send(new DeleteObjectsCommand({ ...of, Delete: { Objects: [{ Key, VersionId }], Quiet: true } }));
};
