/**
 * Broadcasts, in the table `broadcasts`: BROADCASTS#{channel ARN} / {id}, where the id is a ULID of the start, and OPEN
 * / {id} until it is closed.
 */
import { encodeTime, ulid } from 'ulid';
import type { AuditChange } from '../../platform/audit/rules.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import {
  deleteWrite,
  getItem,
  getItems,
  isNew,
  type Key,
  putWrite,
  transact,
  updateItem,
  updateWrite,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition, retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';
import type { Ingest } from '../ingest/rules.ts';
import type { Broadcast, StoredSource } from '../live/rules.ts';
import { failures, type StoredBroadcast } from './rules.ts';

export type BroadcastRef = Pick<StoredBroadcast, 'channelArn' | 'id'>;

/** Writes that update the broadcast's item from its source. */
export function followBroadcast(before: Broadcast | null, source: StoredSource): Write[] {
  const after = source.broadcast;
  const { channelArn } = source;
  const writes: Write[] = [];
  if (before && before.id !== after?.id) {
    writes.push(endWrite({ channelArn, id: before.id }, before.stoppedAt ?? new Date().toISOString()));
  }
  if (!after) return writes;
  if (before?.id !== after.id) {
    const { id, streamId, startedAt, event } = after;
    const made = { id, channelArn, sourceId: source.id, startedAt, endedAt: null, event };
    return [...writes, ...beginWrites({ ...made, streamIds: [streamId], recordings: {} })];
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    // A phone without coverage is waited for so long that its silence must not look like an end: viewers' players stop there.
    const current = source.kind === 'phone' ? { ...after, stoppedAt: null } : after;
    writes.push(changeWrite({ channelArn, id: after.id }, before, current));
  }
  return writes;
}

export const beginWrites = (broadcast: StoredBroadcast): Write[] => [
  putWrite('broadcasts', { ...broadcast, ...toKey(broadcast) }, isNew),
  putWrite('broadcasts', { ...openKey(broadcast), id: broadcast.id, channelArn: broadcast.channelArn }),
];

/** Records a connection with a valid key whose stream could not be shown, so that staff learn of it. */
export async function noteAttempt({ id: sourceId, channelArn }: StoredSource, streamId: string, at: string) {
  if ((await listBroadcasts(channelArn)).some(({ streamIds }) => streamIds.includes(streamId))) return;
  const attempt: StoredBroadcast = {
    id: ulid(Date.parse(at)),
    channelArn,
    sourceId,
    startedAt: at,
    endedAt: at,
    event: null,
    streamIds: [streamId],
    recordings: {},
    closedAt: at,
    failure: failures.unplayable,
  };
  await transact([
    putWrite('broadcasts', { ...attempt, ...toKey(attempt) }, isNew),
    putWrite('broadcasts', { pk: `ATTEMPT#${streamId}`, sk: 'POINTER' }, isNew),
  ]).catch(ignoreFailedCondition);
}

const endWrite = (ref: BroadcastRef, endedAt: string): Write =>
  updateBroadcast(ref, 'SET endedAt = :endedAt', { ':endedAt': endedAt });

const changeWrite = (ref: BroadcastRef, before: Broadcast, { streamId, stoppedAt, event }: Broadcast): Write => {
  const stream = streamId === before.streamId ? '' : ', streamIds = list_append(streamIds, :stream)';
  return updateBroadcast(ref, `SET endedAt = :endedAt, event = :event${stream}`, {
    ':endedAt': stoppedAt,
    ':event': event,
    ...(stream && { ':stream': [streamId] }),
  });
};

function updateBroadcast(ref: BroadcastRef, expression: string, values: Record<string, unknown>) {
  return updateWrite('broadcasts', toKey(ref), { expression, values });
}

export function getBroadcast(ref: BroadcastRef): Promise<StoredBroadcast | undefined> {
  return getItem<StoredBroadcast>('broadcasts', toKey(ref));
}

/** Reads broadcasts in the order of their references; missing ones are undefined. */
export async function getBroadcasts(refs: readonly BroadcastRef[]): Promise<(StoredBroadcast | undefined)[]> {
  if (refs.length === 0) return [];
  const keys = refs.map((ref) => ({ table: 'broadcasts' as const, key: toKey(ref) }));
  return (await getItems(keys)) as (StoredBroadcast | undefined)[];
}

/** Broadcasts of a channel, oldest first. */
export const listBroadcasts = (channelArn: string): Promise<StoredBroadcast[]> =>
  queryAll<StoredBroadcast>('broadcasts', `BROADCASTS#${channelArn}`);

/** The channel's broadcasts that began between two instants, oldest first. */
export async function listBroadcastsBetween(
  channelArn: string,
  { from, to }: { from: number; to: number },
): Promise<StoredBroadcast[]> {
  const ids = { from: encodeTime(from), to: encodeTime(to) };
  return queryAll<StoredBroadcast>('broadcasts', `BROADCASTS#${channelArn}`, ids);
}

/** The channel's last broadcast that began in the last `withinMs`. */
export async function findLastBroadcastWithin(
  channelArn: string,
  withinMs: number,
  now: number,
): Promise<StoredBroadcast | undefined> {
  const range = { after: encodeTime(now - withinMs) };
  let last: StoredBroadcast | undefined;
  for await (const page of queryItems<StoredBroadcast>('broadcasts', `BROADCASTS#${channelArn}`, range))
    last = page.at(-1) ?? last;
  return last;
}

/** The channel's last broadcasts, newest first. */
export async function listLastBroadcasts(channelArn: string, count: number): Promise<StoredBroadcast[]> {
  return (await listBroadcasts(channelArn)).slice(-count).reverse();
}

/** References to the broadcasts that are not closed yet. */
export const listOpenBroadcasts = (): Promise<BroadcastRef[]> => queryAll<BroadcastRef>('broadcasts', 'OPEN');

/** Ends a broadcast to which its source no longer refers. */
export async function endBroadcast(ref: BroadcastRef, endedAt: string): Promise<void> {
  await updateItem('broadcasts', toKey(ref), { expression: 'SET endedAt = :at', values: { ':at': endedAt } });
}

export async function notePeak(ref: BroadcastRef, viewers: number): Promise<void> {
  await setIfStored(ref, 'peak', viewers, '(attribute_not_exists(peak) OR peak < :value)');
}

/** Stores the last measurement of the signal, which outlives the broadcast. */
export async function noteHealth(ref: BroadcastRef, health: Ingest): Promise<void> {
  await setIfStored(ref, 'health', health);
}

export async function setIfStored(ref: BroadcastRef, name: string, value: unknown, condition?: string): Promise<void> {
  await updateItem(
    'broadcasts',
    toKey(ref),
    { expression: `SET ${name} = :value`, values: { ':value': value } },
    { condition: ['attribute_exists(pk)', condition].filter(Boolean).join(' AND ') },
  ).catch(ignoreFailedCondition);
}

/** Changes the withdrawn ranges together with other writes; undefined if there is nothing to change. */
export async function changeWithdrawn(
  ref: BroadcastRef,
  change: (broadcast: StoredBroadcast) => StoredBroadcast | undefined,
  also: (broadcast: StoredBroadcast) => Write[],
): Promise<StoredBroadcast | undefined> {
  return retryWrite(async () => {
    const before = await getBroadcast(ref);
    const next = before && change(before);
    if (!before || !next) return undefined;
    const { condition, values } = requireSameWithdrawn(before);
    const write = updateWrite(
      'broadcasts',
      toKey(ref),
      {
        expression: 'SET withdrawn = :withdrawn',
        values: { ...values, ':withdrawn': next.withdrawn ?? [], ':recordings': before.recordings },
      },
      // A recording that was settled meanwhile has become a video without the new ranges.
      `${condition} AND recordings = :recordings`,
    );
    await transactAudited([write, ...also(next)], [toChange(before, next)]);
    return next;
  });
}

/** Condition of a write that needs the withdrawn ranges as they were read. */
export const requireSameWithdrawn = ({ withdrawn }: Pick<StoredBroadcast, 'withdrawn'>) =>
  withdrawn
    ? { condition: 'withdrawn = :read', values: { ':read': withdrawn } }
    : { condition: 'attribute_not_exists(withdrawn)', values: {} };

/** Describes the change for the audit, as one of the camera. */
const toChange = (before: StoredBroadcast, after: StoredBroadcast): AuditChange => ({
  kind: 'cameras',
  id: before.sourceId,
  action: 'CHANGE',
  ...(before.event && { name: before.event.title }),
  before: { withdrawn: before.withdrawn ?? [] },
  after: { withdrawn: after.withdrawn ?? [] },
});

export const frameWrite = (ref: BroadcastRef, key: string): Write =>
  updateBroadcast(ref, 'SET frame = :frame', { ':frame': key });

/** Conditional write, so that staff get one email about a failure. */
export const markReportedWrite = (ref: BroadcastRef): Write =>
  putWrite('broadcasts', { ...toKey(ref), pk: `TOLD#${ref.id}` }, isNew);

export const closeWrites = (ref: BroadcastRef, failure: string | null, now: number): Write[] => [
  updateBroadcast(ref, 'SET closedAt = :at, failure = :failure', {
    ':at': new Date(now).toISOString(),
    ':failure': failure,
  }),
  deleteWrite('broadcasts', openKey(ref)),
];

export const toKey = ({ channelArn, id }: BroadcastRef): Key => ({ pk: `BROADCASTS#${channelArn}`, sk: id });
const openKey = ({ id }: BroadcastRef): Key => ({ pk: 'OPEN', sk: id });
