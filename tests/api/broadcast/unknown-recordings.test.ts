/** The search for unknown recordings: cameras that may have one, and recordings that cannot be read. */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Client } from '@smithy/core/client';
import { afterEach, expect, test, vi } from 'vitest';
import { isNightlyRun, toDayFolder } from '../../../functions/broadcast/broadcasts/rules.ts';
import { sources } from '../../../functions/broadcast/live/store.ts';
import { findRecordings } from '../../../functions/jobs/broadcasts.ts';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import { call, createEvent, createPerson, playedBetween } from '../../support/api.ts';
import { stopClock } from '../../support/stopped-clock.ts';

afterEach(() => vi.restoreAllMocks());

const { token } = await createPerson('ADMIN');

async function createCamera(fields: object = {}): Promise<{ id: string; channelId: string }> {
  const body = { slug: `camara-${Math.random().toString(36).slice(2, 12)}` };
  const { id } = (await call('POST /live/cameras', { token, body })).data;
  await call('PATCH /live/cameras/{id}', { token, params: { id }, body: fields });
  return { id, channelId: String((await sources.get(id))?.channelArn.split('/').at(-1)) };
}

const createMatch = () => createEvent(playedBetween(1, 3));

/** Reports each command to the observer, which may throw instead of sending it. */
function observeCommands(observe: (command: { constructor: { name: string }; input: Record<string, string> }) => void) {
  const send = Client.prototype.send;
  vi.spyOn(Client.prototype, 'send').mockImplementation(async function (this: unknown, ...args: unknown[]) {
    observe(args[0] as Parameters<typeof observe>[0]);
    return (send as (...args: unknown[]) => unknown).apply(this, args);
  } as never);
}

test('[B-API-97] lists the recordings of a camera with a match today, not those of an idle one', async () => {
  const idle = await createCamera();
  const busy = await createCamera({ sportEventId: (await createMatch()).id });
  const listed: string[] = [];
  observeCommands(({ constructor: { name }, input }) => {
    if (name === 'ListObjectsV2Command') listed.push(input.Prefix ?? '');
  });
  // One run a night lists idle cameras too; this must be another run.
  const goForward = stopClock();
  if (isNightlyRun(Date.now())) goForward(600_000);
  await findRecordings();
  expect(listed.filter((prefix) => prefix.includes(busy.channelId))).toHaveLength(2);
  expect(listed.filter((prefix) => prefix.includes(idle.channelId))).toEqual([]);
});

test('[B-API-97] reads the recordings after one that cannot be read, and fails at the end', async () => {
  const cameras = [await createCamera(), await createCamera()];
  const s3 = new S3Client({ ...withRetries(), forcePathStyle: true });
  for (const { id, channelId } of cameras) {
    await call('PATCH /live/cameras/{id}', { token, params: { id }, body: { sportEventId: (await createMatch()).id } });
    const { channelArn } = (await sources.get(id))!;
    const day = toDayFolder(channelArn, new Date());
    for (const recording of ['first', 'second'])
      await s3.send(
        new PutObjectCommand({
          Bucket: process.env.RECORDINGS_BUCKET,
          Body: 'x',
          Key: `${day}10/30/${recording}-${channelId}/media/hls/0.ts`,
        }),
      );
  }
  const read: string[] = [];
  observeCommands(({ constructor: { name }, input }) => {
    const [, recording] = /\/((?:first|second)-[^/]+)\//.exec(input.Key ?? '') ?? [];
    if (name !== 'GetObjectCommand' || !recording) return;
    read.push(recording);
    if (recording.startsWith('first')) throw new Error('not readable');
  });
  await expect(findRecordings()).rejects.toThrow(AggregateError);
  for (const { channelId } of cameras)
    expect(read).toEqual(expect.arrayContaining([`first-${channelId}`, `second-${channelId}`]));
});
