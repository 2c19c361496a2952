/**
 * Views of lives that the streaming service gave out: it asks nobody again while one runs, so each is kept with its
 * session, to be ended there when its session, its right or the user's one stream is somebody else's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sources } from '../../broadcast/live/store.ts';
import {
  atVersion,
  ConditionFailed,
  deleteItem,
  type Item,
  type Key,
  putItem,
  putWrite,
  queryItems,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { endViews, type LiveView, viewsAtOnce } from '../../platform/aws/live-playback.ts';
import { everyShard, pickShard } from '../../platform/aws/shards.ts';

export interface KeptView extends LiveView, Key {
  sessionHash: string;
  /** The camera or profile that is watched. */
  sourceId: string;
  /** The service was too busy to end it: whatever the clock finds of the right, it is to end. */
  isOver?: boolean;
}

/** Longer than any broadcast (seconds); after that the service has ended it. */
const keepSeconds = 24 * 3600;

/**
 * Notes when somebody's views are to be judged again because the clock may have ended their right: nothing else tells.
 * One item a person and instant; at a season's end it is the same instant for all, hence several partitions.
 */
export async function judgeLater(userId: string, at: number, now: number): Promise<void> {
  const due = dueItem(userId, at, now);
  if (due) await putItem('leases', due);
}

/** Undefined while any view that runs now will have ended by then. */
function dueItem(userId: string, at: number, now: number): (Due & Item) | undefined {
  if (at > now + keepSeconds * 1000) return undefined;
  const sk = `${new Date(at).toISOString()}#${userId}`;
  return { pk: duePartition(pickShard(userId)), sk, userId, expiresAt: Math.ceil(at / 1000) + keepSeconds };
}

/**
 * Judges everybody whose instant has come, and ends what `viewsToEnd` gives of theirs, in batches. Whoever cannot be
 * judged keeps nobody waiting: what fails is thrown in the end, and looked at again the next time, as is what the service
 * was too busy for, or what time was too short for.
 */
export async function judgeDue(now: number, viewsToEnd: (userId: string) => Promise<KeptView[]>): Promise<void> {
  const until = performance.now() + roundMs;
  const failed: unknown[] = [];
  for await (const some of dueBefore(new Date(now).toISOString())) {
    if (performance.now() > until) break;
    await judgeSome(some, viewsToEnd, failed);
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} live views were not judged`);
}

/** Of the function's minute. */
const roundMs = 45_000;

type Due = Key & { userId: string };

/** A few batches at once, from another partition each time: no one of them holds up the others for ever. */
async function* dueBefore(before: string): AsyncGenerator<Due[]> {
  const first = Math.floor(Math.random() * everyShard.length);
  for (const shard of [...everyShard.slice(first), ...everyShard.slice(0, first)])
    for await (const page of queryItems<Due>('leases', duePartition(shard), { before }))
      for (let from = 0; from < page.length; from += 5 * viewsAtOnce) yield page.slice(from, from + 5 * viewsAtOnce);
}

async function judgeSome(
  some: readonly Due[],
  viewsToEnd: (userId: string) => Promise<KeptView[]>,
  failed: unknown[],
): Promise<void> {
  const toEnd = new Map<string, KeptView>();
  const judged: Due[] = [];
  await Promise.all(
    some.map(async (due) => {
      try {
        for (const view of await viewsToEnd(due.userId)) toEnd.set(`${view.pk}\n${view.sk}`, view);
        judged.push(due);
      } catch (error) {
        failed.push(error);
      }
    }),
  );
  const views = [...toEnd.values()];
  const left = new Set<string>();
  for (let from = 0; from < views.length; from += viewsAtOnce) {
    // The service takes two batches a second.
    if (from > 0) await sleep(500);
    const together = views.slice(from, from + viewsAtOnce);
    const notEnded = await end(together).catch((error: unknown) => {
      failed.push(error);
      return together;
    });
    for (const { pk } of notEnded) left.add(pk);
  }
  const done = judged.filter(({ userId }) => !left.has(userKey(userId)));
  const forgotten = done.map(({ pk, sk }) => deleteItem('leases', { pk, sk }));
  for (const one of await Promise.allSettled(forgotten)) if (one.status === 'rejected') failed.push(one.reason);
}

export type NewView = Omit<KeptView, keyof Key | 'isOver'>;

/**
 * Keeps a view, and when it is to be judged again, in one transaction. Before its address is given out: what is not kept
 * cannot be ended.
 */
export function keepLiveView(
  userId: string,
  view: NewView,
  { judgeAt, now }: { judgeAt: number; now: number },
): Write[] {
  const sk = `LIVE#${view.sessionHash}#${view.channelArn}`;
  const kept = { pk: userKey(userId), sk, ...view, expiresAt: Math.ceil(now / 1000) + keepSeconds };
  const due = dueItem(userId, judgeAt, now);
  return [putWrite('leases', kept), ...(due ? [putWrite('leases', due)] : [])];
}

/** A person's views that `which` says, and those that are over anyway. */
export async function viewsOf(
  userId: string,
  which: (view: KeptView) => boolean | Promise<boolean>,
): Promise<KeptView[]> {
  const found: KeptView[] = [];
  for await (const views of queryItems<KeptView>('leases', userKey(userId), { prefix: 'LIVE#' }))
    for (const view of views) if (view.isOver || (await which(view))) found.push(view);
  return found;
}

/**
 * Ends the views that `which` says, at the service and here. Safe to repeat. What the service is too busy for is noted as
 * over and left to the clock, so that nobody waits for it.
 */
export async function endLiveViews(
  userId: string,
  which: (view: KeptView) => boolean | Promise<boolean>,
): Promise<void> {
  const left = await end(await viewsOf(userId, which));
  if (left.length === 0) return;
  await Promise.all(left.map(noteOver));
  const now = Date.now();
  await judgeLater(userId, now, now);
}

/** Gives those that the service was too busy to end. With its broadcast a view has ended by itself. */
async function end(views: readonly KeptView[]): Promise<KeptView[]> {
  const onAir = await onAirOf(views);
  const left = await endViews(views.filter(({ sourceId }) => onAir.has(sourceId)));
  await Promise.all(views.filter((view) => !left.includes(view)).map(forget));
  return left;
}

async function onAirOf(views: readonly KeptView[]): Promise<Set<string>> {
  const ids = [...new Set(views.map(({ sourceId }) => sourceId))];
  const found = await Promise.all(ids.map((id) => sources.get(id)));
  return new Set(found.flatMap((source) => (source?.broadcast ? source.id : [])));
}

const forget = ({ pk, sk, version }: KeptView) => unlessNewer(deleteItem('leases', { pk, sk }, atVersion(version)));

const noteOver = (view: KeptView) => unlessNewer(putItem('leases', { ...view, isOver: true }, atVersion(view.version)));

/** The session may have begun another view meanwhile. */
async function unlessNewer(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

const duePartition = (shard: number) => `DUE#${shard}`;
const userKey = (userId: string) => `USER#${userId}`;
