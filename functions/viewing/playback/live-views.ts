/**
 * Running views of lives. IVS checks access only at their start, so each is stored with its session and revoked when
 * session, right or lease is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { divide } from '../../../shared/domain/divide.ts';
import { sources } from '../../broadcast/live/store.ts';
import {
  atVersion,
  deleteItem,
  type Item,
  type Key,
  putItem,
  putWrite,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { endViews, type LiveView, viewsAtOnce } from '../../platform/aws/live-playback.ts';
import { everyShard, pickShard } from '../../platform/aws/shards.ts';

export interface KeptView extends LiveView, Key {
  sessionHash: string;
  /** The camera or profile being watched. */
  sourceId: string;
  /** Must be revoked: IVS was too busy the first time. */
  isOver?: boolean;
}

/** Seconds: longer than any broadcast. */
const keepSeconds = 24 * 3600;

/**
 * Schedules a check of a user's views for when a right may expire, because no event marks that. One item per user and
 * time, sharded, because many rights end with the season.
 */
export async function scheduleCheck(userId: string, at: number, now: number): Promise<void> {
  const due = toDueItem(userId, at, now);
  if (due) await putItem('leases', due);
}

/** Undefined if every running view will have ended by then. */
function toDueItem(userId: string, at: number, now: number): (Due & Item) | undefined {
  if (at > now + keepSeconds * 1000) return undefined;
  const sk = `${new Date(at).toISOString()}#${userId}`;
  return { pk: duePartition(pickShard(userId)), sk, userId, expiresAt: Math.ceil(at / 1000) + keepSeconds };
}

/**
 * Checks all users whose time has come and revokes the views that `findViewsToEnd` returns, in batches. A failure does not
 * stop the others and is thrown at the end. The next run retries it, as well as views left by throttling or lack of time.
 */
export async function checkDueUsers(
  now: number,
  findViewsToEnd: (userId: string) => Promise<KeptView[]>,
): Promise<void> {
  const until = performance.now() + roundMs;
  const failed: unknown[] = [];
  for await (const some of listDueBefore(new Date(now).toISOString())) {
    if (performance.now() > until) break;
    await checkSome(some, findViewsToEnd, failed);
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} live views could not be checked`);
}

/** Milliseconds; the function times out after a minute. */
const roundMs = 45_000;

type Due = Key & { userId: string };

/** Yields due checks in batches, from a random partition on, so that no partition blocks the others for ever. */
async function* listDueBefore(before: string): AsyncGenerator<Due[]> {
  const first = Math.floor(Math.random() * everyShard.length);
  for (const shard of [...everyShard.slice(first), ...everyShard.slice(0, first)])
    for await (const page of queryItems<Due>('leases', duePartition(shard), { before }))
      yield* divide(page, 5 * viewsAtOnce);
}

async function checkSome(
  some: readonly Due[],
  findViewsToEnd: (userId: string) => Promise<KeptView[]>,
  failed: unknown[],
): Promise<void> {
  const toEnd = new Map<string, KeptView>();
  const checked: Due[] = [];
  await Promise.all(
    some.map(async (due) => {
      try {
        for (const view of await findViewsToEnd(due.userId)) toEnd.set(`${view.pk}\n${view.sk}`, view);
        checked.push(due);
      } catch (error) {
        failed.push(error);
      }
    }),
  );
  const views = [...toEnd.values()];
  const left = new Set<string>();
  for (const [index, together] of divide(views, viewsAtOnce).entries()) {
    // IVS allows two batches a second.
    if (index > 0) await sleep(500);
    const notEnded = await revoke(together).catch((error: unknown) => {
      failed.push(error);
      return together;
    });
    for (const { pk } of notEnded) left.add(pk);
  }
  const done = checked.filter(({ userId }) => !left.has(userKey(userId)));
  const forgotten = done.map(({ pk, sk }) => deleteItem('leases', { pk, sk }));
  for (const one of await Promise.allSettled(forgotten)) if (one.status === 'rejected') failed.push(one.reason);
}

export type NewView = Omit<KeptView, keyof Key | 'isOver'>;

/**
 * Stores a view and schedules its check in one transaction, before its URL is returned: only stored views can be
 * revoked.
 */
export function keepLiveView(
  userId: string,
  view: NewView,
  { checkAt, now }: { checkAt: number; now: number },
): Write[] {
  const sk = `LIVE#${view.sessionHash}#${view.channelArn}`;
  const item = { pk: userKey(userId), sk, ...view, expiresAt: Math.ceil(now / 1000) + keepSeconds };
  const due = toDueItem(userId, checkAt, now);
  return [putWrite('leases', item), ...(due ? [putWrite('leases', due)] : [])];
}

/** Finds the views of a user that match, and those that an earlier run has marked for revocation. */
export async function findViews(
  userId: string,
  matches: (view: KeptView) => boolean | Promise<boolean>,
): Promise<KeptView[]> {
  const current: KeptView[] = [];
  for await (const views of queryItems<KeptView>('leases', userKey(userId), { prefix: 'LIVE#' }))
    for (const view of views) if (view.isOver || (await matches(view))) current.push(view);
  return current;
}

/** Revokes matching views; idempotent. Views that IVS is too busy to revoke are marked and left to the schedule. */
export async function endLiveViews(
  userId: string,
  matches: (view: KeptView) => boolean | Promise<boolean>,
): Promise<void> {
  const left = await revoke(await findViews(userId, matches));
  if (left.length === 0) return;
  await Promise.all(left.map(noteOver));
  const now = Date.now();
  await scheduleCheck(userId, now, now);
}

/** Returns the views that IVS was too busy to revoke. Views whose broadcast has ended need no call. */
async function revoke(views: readonly KeptView[]): Promise<KeptView[]> {
  const onAir = await findViewsOnAir(views);
  const left = await endViews(views.filter(({ sourceId }) => onAir.has(sourceId)));
  await Promise.all(views.filter((view) => !left.includes(view)).map(forget));
  return left;
}

async function findViewsOnAir(views: readonly KeptView[]): Promise<Set<string>> {
  const ids = [...new Set(views.map(({ sourceId }) => sourceId))];
  const watched = await Promise.all(ids.map((id) => sources.get(id)));
  return new Set(watched.flatMap((source) => (source?.broadcast ? source.id : [])));
}

/** Deletes the view, unless the session has begun another one since this one was read. */
const forget = ({ pk, sk, version }: KeptView) =>
  deleteItem('leases', { pk, sk }, atVersion(version)).catch(ignoreFailedCondition);

const noteOver = (view: KeptView) =>
  putItem('leases', { ...view, isOver: true }, atVersion(view.version)).catch(ignoreFailedCondition);

const duePartition = (shard: number) => `DUE#${shard}`;
const userKey = (userId: string) => `USER#${userId}`;
