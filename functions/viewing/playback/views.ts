/**
 * Who has watched what: each user counts once for a recording or live (row V-COUNT-1), and once for each part of a
 * recording. Every viewer writes an item of their own, in one of several partitions, and sums are made when somebody
 * looks at them: nothing that grows with an audience writes to one item. Reading 100,000 viewers costs some 1,200 read
 * units; far beyond that a job would fold them.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { audienceParts } from '../../../shared/limits.ts';
import { ConditionFailed, getItems, type Key, queryItems, updateItem } from '../../platform/aws/dynamo.ts';

/** A partition takes 1,000 writes a second: together they take the first minutes of half a million viewers. */
const shards = 8;

/** Counts a start of playing an item (`vods/{id}`), and its viewer once. Sent again by the SDK it counts once too. */
export async function countStart(item: string, userId: string, now: number): Promise<void> {
  const values = { ':now': new Date(now).toISOString(), ':one': 1, ':start': randomUUID() };
  try {
    await updateItem(
      'views',
      { pk: partition(item, shardOf(userId)), sk: `${viewerPrefix}${userId}` },
      { expression: 'SET firstAt = if_not_exists(firstAt, :now), lastStart = :start ADD plays :one', values },
      { condition: 'attribute_not_exists(lastStart) OR lastStart <> :start' },
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Counts a start by a visitor: they cannot be told apart. */
export const countVisit = (item: string): Promise<void> => add(item, ['plays']);

/** Counts one more viewer of some parts of a recording. */
export const countParts = (item: string, parts: readonly number[]): Promise<void> =>
  add(
    item,
    parts.map((part) => `part${part}`),
  );

export async function uniqueViewers(item: string): Promise<number> {
  return (await starts(item)).viewers;
}

/** How many different users, starts of playing by anybody, and the viewers of each part. */
export async function audienceOf(item: string): Promise<{ viewers: number; plays: number; parts: number[] }> {
  const keys = everyShard.map((shard) => ({ table: 'views' as const, key: audienceKey(item, shard) }));
  const [started, counters] = await Promise.all([starts(item), getItems(keys)]);
  const total = (name: string) => counters.reduce((sum, counted) => sum + Number(counted?.[name] ?? 0), 0);
  return {
    viewers: started.viewers,
    plays: started.plays + total('plays'),
    parts: Array.from({ length: audienceParts }, (_, part) => total(`part${part}`)),
  };
}

async function starts(item: string): Promise<{ viewers: number; plays: number }> {
  const sum = { viewers: 0, plays: 0 };
  await Promise.all(
    everyShard.map(async (shard) => {
      const range = { prefix: viewerPrefix };
      for await (const page of queryItems<{ plays: number }>('views', partition(item, shard), range)) {
        sum.viewers += page.length;
        for (const { plays } of page) sum.plays += plays;
      }
    }),
  );
  return sum;
}

async function add(item: string, counters: readonly string[]): Promise<void> {
  const expression = `ADD ${counters.map((name) => `${name} :one`).join(', ')}`;
  await updateItem('views', audienceKey(item, randomInt(shards)), { expression, values: { ':one': 1 } });
}

const viewerPrefix = 'USER#';
const everyShard = Array.from({ length: shards }, (_, shard) => shard);
const shardOf = (userId: string) => createHash('sha256').update(userId).digest().readUInt32BE() % shards;
const partition = (item: string, shard: number) => `${item}#${shard}`;
const audienceKey = (item: string, shard: number): Key => ({ pk: partition(item, shard), sk: 'AUDIENCE' });
