/** Marks of planned and sent messages, in the table `alerts`, so that each follower gets a message once. */
import { createHash, randomBytes } from 'node:crypto';
import { divide } from '../../../shared/domain/divide.ts';
import { getItem, type Key, putItem, updateItem } from '../../platform/aws/dynamo.ts';
import { pickShard } from '../../platform/aws/shards.ts';
import type { Standing } from './change-alerts.ts';

/** Mark of a planned or sent message, kept for two months: far longer than it is retried. */
export const createMark = (eventId: string, what: string, who: string, now: number) => ({
  ...markKey(eventId, what, who),
  expiresAt: toExpiry(now),
});
const toExpiry = (now: number) => Math.ceil(now / 1000) + keepSeconds;

/** Marks are sharded, because a match's followers are marked within a minute. */
const markKey = (eventId: string, what: string, who: string): Key => ({
  pk: `TOLD#${eventId}#${what}#${pickShard(who)}`,
  sk: who,
});

const keepSeconds = 60 * 86_400;

export const deviceMark = (userId: string, deviceId: string) => `told:${userId}#${deviceId}`;

/**
 * Claims devices for a message; a claimed device counts as done. `won`: marks claimed by this call; on a race, the
 * stored claim decides. `missed`: marks that could not be written. Marks of many users share an item, so that one write
 * covers dozens.
 */
export async function claimDevices(
  eventId: string,
  what: string,
  devices: readonly { userId: string; id: string }[],
  now: number,
): Promise<{ won: Set<string>; missed: Set<string> }> {
  const by = randomBytes(9).toString('base64url');
  const won = new Set<string>();
  const missed = new Set<string>();
  const parts = [...Map.groupBy(devices, ({ userId }) => pickBucket(userId))].flatMap(([bucket, devicesInBucket]) =>
    divide(devicesInBucket, marksAtOnce).map((some) => ({
      bucket,
      marks: some.map(({ userId, id }) => deviceMark(userId, id)),
    })),
  );
  await Promise.all(
    parts.map(async ({ bucket, marks }) => {
      const sets = marks.map((_, at) => `#m${at} = if_not_exists(#m${at}, :by)`);
      try {
        const stored = await updateItem<Record<string, string>>('alerts', bucketKey(eventId, what, bucket), {
          expression: `SET expiresAt = :expiresAt, ${sets.join(', ')}`,
          names: Object.fromEntries(marks.map((mark, at) => [`#m${at}`, mark])),
          values: { ':by': by, ':expiresAt': toExpiry(now) },
        });
        for (const mark of marks) if (stored[mark] === by) won.add(mark);
      } catch {
        for (const mark of marks) missed.add(mark);
      }
    }),
  );
  return { won, missed };
}

/** Releases a claim, so that the next attempt can send. */
export async function releaseDevice(eventId: string, what: string, userId: string, deviceId: string): Promise<void> {
  await updateItem('alerts', bucketKey(eventId, what, pickBucket(userId)), {
    expression: 'REMOVE #mark',
    names: { '#mark': deviceMark(userId, deviceId) },
  });
}

/** 50,000 followers leave some 200 marks of 70 bytes in each item, a write of 14 units; an item holds 5,000. */
const buckets = 256;

/** Chooses the bucket of a user's marks. Batches are sorted by bucket. */
export const pickBucket = (userId: string) =>
  createHash('sha256').update(`bucket ${userId}`).digest().readUInt32BE() % buckets;

/** An expression is limited to 4 KB. */
const marksAtOnce = 100;

const bucketKey = (eventId: string, what: string, bucket: number): Key => ({
  pk: `TOLD#${eventId}#${what}#DEVICES${bucket}`,
  sk: 'DEVICES',
});

/** Marks that all batches of a message are queued. */
export async function notePlanned(eventId: string, what: string, now: number): Promise<void> {
  await putItem('alerts', createMark(eventId, what, 'PLANNED', now));
}

export async function isPlanned(eventId: string, what: string): Promise<boolean> {
  return (await getItem('alerts', markKey(eventId, what, 'PLANNED'))) !== undefined;
}

export const readLastTold = (eventId: string) => getItem<Standing>('alerts', standingKey(eventId));

export async function noteTold(eventId: string, { start, state }: Standing, now: number): Promise<void> {
  const expiresAt = Math.ceil(now / 1000) + 400 * 86_400;
  await putItem('alerts', { ...standingKey(eventId), start, state, expiresAt });
}

const standingKey = (eventId: string): Key => ({ pk: `MATCH#${eventId}`, sk: 'TOLD' });
