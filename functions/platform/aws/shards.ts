/** What grows with an audience is spread over several partitions: one of DynamoDB's takes 1,000 writes a second. */
import { createHash } from 'node:crypto';

/** Together they take the first minutes of half a million viewers. */
export const shards = 8;

export const everyShard = Array.from({ length: shards }, (_, shard) => shard);

/** The same shard for the same user, always. */
export const pickShard = (userId: string) => createHash('sha256').update(userId).digest().readUInt32BE() % shards;
