/** Spreads items that grow with the audience over partitions: DynamoDB takes 1,000 writes a second in each. */
import { createHash } from 'node:crypto';

/** Enough for the first minutes of half a million viewers. */
export const shards = 8;

export const everyShard = Array.from({ length: shards }, (_, shard) => shard);

/** Assigns a user to a shard; stable. */
export const pickShard = (userId: string) => createHash('sha256').update(userId).digest().readUInt32BE() % shards;
