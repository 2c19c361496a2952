/**
 * Who has watched what: each user counts once for a recording or live (row V-COUNT-1), and once for each part of a
 * recording. Every viewer writes an item of their own, in one of several partitions, and sums are made when somebody
 * looks at them: nothing that grows with an audience writes to one item. Reading 100,000 viewers costs some 1,200 read
 * units; far beyond that a job would fold them.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { audienceParts } from '../../../shared/domain/limits.ts';
import { ConditionFailed, getItems, type Key, queryItems, updateItem } from '../../platform/aws/dynamo.ts';
import { everyShard, pickShard, shards } from '../../platform/aws/shards.ts';

/** Counts a start of playing an item (`vods/{id}`), and its viewer once. Sent again by the SDK it counts once too. */
export async function countStart(item: string, userId: string, now: number): Promise<void> {
  const start = randomBytes(6).toString('base64url');
  await updateItem(
    'views',
    { pk: partition(item, pickShard(userId)), sk: `${viewerPrefix}${userId}` },
    {
      expression: 'SET firstAt = if_not_exists(firstAt, :now) ADD starts :starts',
      values: { ':now': new Date(now).toISOString(), ':starts': new Set([start]) },
    },
  );
}

/** Counts a start by a visitor: they cannot be told apart. What the SDK sends again after a lost answer adds nothing. */
export async function countVisit(item: string): Promise<void> {
  await updateItem(
    'views',
    visitsKey(item, randomInt(shards)),
    { expression: 'SET lastVisit = :visit ADD plays :one', values: { ':visit': randomUUID(), ':one': 1 } },
    { condition: 'attribute_not_exists(lastVisit) OR lastVisit <> :visit' },
  ).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/** Counts a viewer of some parts of a recording, once for each. */
export async function countParts(item: string, userId: string, parts: readonly number[]): Promise<void> {
  await updateItem(
    'views',
    { pk: partition(item, pickShard(userId)), sk: `${partsPrefix}${userId}` },
    { expression: 'ADD parts :parts', values: { ':parts': new Set(parts) } },
  );
}

export async function uniqueViewers(item: string): Promise<number> {
  return (await starts(item)).viewers;
}

/** How many different users, starts of playing by anybody, and the viewers of each part. */
export async function audienceOf(item: string): Promise<{ viewers: number; plays: number; parts: number[] }> {
  const keys = everyShard.map((shard) => ({ table: 'views' as const, key: visitsKey(item, shard) }));
  const [started, visits, parts] = await Promise.all([starts(item), getItems(keys), viewersOfParts(item)]);
  const plays = visits.reduce((sum, counted) => sum + Number(counted?.plays ?? 0), started.plays);
  return { viewers: started.viewers, plays, parts };
}

async function starts(item: string): Promise<{ viewers: number; plays: number }> {
  const sum = { viewers: 0, plays: 0 };
  await ofEveryShard<{ starts: Set<string> }>(item, viewerPrefix, ({ starts }) => {
    sum.viewers += 1;
    sum.plays += starts.size;
  });
  return sum;
}

async function viewersOfParts(item: string): Promise<number[]> {
  const viewers: number[] = Array(audienceParts).fill(0);
  await ofEveryShard<{ parts: Set<number> }>(item, partsPrefix, ({ parts }) => {
    for (const part of parts) viewers[part] = (viewers[part] ?? 0) + 1;
  });
  return viewers;
}

async function ofEveryShard<T>(item: string, prefix: string, take: (viewer: T) => void): Promise<void> {
  await Promise.all(
    everyShard.map(async (shard) => {
      for await (const page of queryItems<T>('views', partition(item, shard), { prefix })) page.forEach(take);
    }),
  );
}

const viewerPrefix = 'USER#';
const partsPrefix = 'PARTS#';
const partition = (item: string, shard: number) => `${item}#${shard}`;
const visitsKey = (item: string, shard: number): Key => ({ pk: partition(item, shard), sk: 'VISITS' });
