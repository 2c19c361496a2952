/**
 * Followed matches and clubs, in the table `alerts`: {topic}#{shard} / USER#{id} for sending and USER#{id} /
 * FOLLOW#{topic} for the user, in one transaction.
 */
import type { Followable } from '../../../shared/domain/alert-kinds.ts';
import { divide } from '../../../shared/domain/divide.ts';
import { deleteWrite, type Key, putWrite, transact } from '../../platform/aws/dynamo.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';
import { everyShard, pickShard } from '../../platform/aws/shards.ts';

/** A match or a club: `events#{id}`, `clubs#{id}`. */
export type Topic = `${Followable}#${string}`;

export async function follow(userId: string, topic: Topic, now: number): Promise<void> {
  const since = new Date(now).toISOString();
  await transact([
    putWrite('alerts', { ...followKey(userId, topic), since }),
    putWrite('alerts', { ...followerKey(userId, topic), since }),
  ]);
}

export async function unfollow(userId: string, topic: Topic): Promise<void> {
  await transact([deleteWrite('alerts', followKey(userId, topic)), deleteWrite('alerts', followerKey(userId, topic))]);
}

export async function readFollows(userId: string): Promise<{ events: string[]; clubs: string[] }> {
  const ids: { events: string[]; clubs: string[] } = { events: [], clubs: [] };
  for (const { kind, id } of await listFollows(userId)) ids[kind].push(id);
  return ids;
}

export async function listFollows(userId: string): Promise<{ kind: Followable; id: string; since: string }[]> {
  const follows = await queryAll<Key & { since: string }>('alerts', toUserKey(userId), { prefix: 'FOLLOW#' });
  return follows.map(({ sk, since }) => {
    const [, kind, id] = sk.split('#') as [string, Followable, string];
    return { kind, id, since };
  });
}

/** All followers of any of the topics, without duplicates. */
export async function findFollowers(topics: readonly Topic[]): Promise<string[]> {
  const followers = new Set<string>();
  await Promise.all(
    topics.flatMap((topic) =>
      everyShard.map(async (shard) => {
        for await (const page of queryItems<Key>('alerts', `${topic}#${shard}`))
          for (const { sk } of page) followers.add(sk.slice(userPrefix.length));
      }),
    ),
  );
  return [...followers];
}

/** Removes the follows of a deleted match or club. */
export async function forgetTopic(topic: Topic): Promise<void> {
  await Promise.all(
    everyShard.map(async (shard) => {
      for await (const page of queryItems<Key>('alerts', `${topic}#${shard}`)) {
        const writes = page.flatMap(({ pk, sk }) => [
          deleteWrite('alerts', { pk, sk }),
          deleteWrite('alerts', followKey(sk.slice(userPrefix.length), topic)),
        ]);
        for (const some of divide(writes, 100)) await transact(some);
      }
    }),
  );
}

const followKey = (userId: string, topic: Topic): Key => ({ pk: toUserKey(userId), sk: `FOLLOW#${topic}` });
const followerKey = (userId: string, topic: Topic): Key => ({
  pk: `${topic}#${pickShard(userId)}`,
  sk: toUserKey(userId),
});
const userPrefix = 'USER#';
export const toUserKey = (userId: string) => `${userPrefix}${userId}`;
