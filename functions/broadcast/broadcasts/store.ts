/**
 * Broadcasts, in the table `broadcasts` beside the sources that they come from: BROADCASTS#{channel's ARN} / {id}, the id's
 * time being its start; OPEN / {id} while there is something to wait for; RECORDING#{prefix} / POINTER once a
 * recording has been dealt with, for ever, so that none becomes a second video.
 */
import { ulid } from 'ulid';
import {
  ConditionFailed,
  deleteWrite,
  getItem,
  isNew,
  type Key,
  putWrite,
  queryItems,
  tableName,
  transact,
  updateItem,
  type Write,
} from '../../platform/aws/dynamo.ts';
import type { Broadcast, StoredSource } from '../live/rules.ts';
import { failures, type Outcome, type StoredBroadcast } from './rules.ts';

export type BroadcastRef = Pick<StoredBroadcast, 'channelArn' | 'id'>;

/** The writes by which a broadcast's item follows its source. */
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
  if (JSON.stringify(before) !== JSON.stringify(after))
    writes.push(changeWrite({ channelArn, id: after.id }, before, after));
  return writes;
}

/** A new broadcast, to be looked after until it is a video. */
export const beginWrites = (broadcast: StoredBroadcast): Write[] => [
  putWrite('broadcasts', { ...broadcast, ...keyOf(broadcast) }, isNew),
  putWrite('broadcasts', { ...openKey(broadcast), id: broadcast.id, channelArn: broadcast.channelArn }),
];

/** An encoder had the right key, and nothing of what it sent could be shown: whoever set it up must read of it. */
export async function noteAttempt({ id: sourceId, channelArn }: StoredSource, streamId: string, at: string) {
  if ((await broadcastsOf(channelArn)).some(({ streamIds }) => streamIds.includes(streamId))) return;
  const attempt: StoredBroadcast = {
    ...{ id: ulid(Date.parse(at)), channelArn, sourceId, startedAt: at, endedAt: at, event: null },
    ...{ streamIds: [streamId], recordings: {}, closedAt: at, failure: failures.unplayable },
  };
  await unlessRefused(
    transact([
      putWrite('broadcasts', { ...attempt, ...keyOf(attempt) }, isNew),
      putWrite('broadcasts', { pk: `ATTEMPT#${streamId}`, sk: 'POINTER' }, isNew),
    ]),
  );
}

const endWrite = (ref: BroadcastRef, endedAt: string): Write =>
  update(ref, 'SET endedAt = :endedAt', { ':endedAt': endedAt });

const changeWrite = (ref: BroadcastRef, before: Broadcast, { streamId, stoppedAt, event }: Broadcast): Write => {
  const stream = streamId === before.streamId ? '' : ', streamIds = list_append(streamIds, :stream)';
  return update(ref, `SET endedAt = :endedAt, event = :event${stream}`, {
    ':endedAt': stoppedAt,
    ':event': event,
    ...(stream && { ':stream': [streamId] }),
  });
};

function update(ref: BroadcastRef, expression: string, values: Record<string, unknown>) {
  return {
    Update: {
      TableName: tableName('broadcasts'),
      Key: keyOf(ref),
      UpdateExpression: expression,
      ExpressionAttributeValues: values,
    },
  };
}

export function getBroadcast(ref: BroadcastRef): Promise<StoredBroadcast | undefined> {
  return getItem<StoredBroadcast>('broadcasts', keyOf(ref));
}

/** Those of a channel, oldest first. */
export async function broadcastsOf(channelArn: string): Promise<StoredBroadcast[]> {
  const found: StoredBroadcast[] = [];
  for await (const page of queryItems<StoredBroadcast>('broadcasts', `BROADCASTS#${channelArn}`)) found.push(...page);
  return found;
}

/** The last of a channel, newest first. */
export async function lastBroadcasts(channelArn: string, count: number): Promise<StoredBroadcast[]> {
  return (await broadcastsOf(channelArn)).slice(-count).reverse();
}

/** Those that are on air, or whose recording has not been seen to. */
export async function openBroadcasts(): Promise<BroadcastRef[]> {
  const open: BroadcastRef[] = [];
  for await (const page of queryItems<BroadcastRef>('broadcasts', 'OPEN')) open.push(...page);
  return open;
}

/** Ends a broadcast whose source does not know it any more. */
export async function endBroadcast(ref: BroadcastRef, endedAt: string): Promise<void> {
  await updateItem('broadcasts', keyOf(ref), { expression: 'SET endedAt = :at', values: { ':at': endedAt } });
}

/** Notes how many watch now; the most is kept. */
export async function notePeak(ref: BroadcastRef, viewers: number): Promise<void> {
  await unlessRefused(
    updateItem(
      'broadcasts',
      keyOf(ref),
      { expression: 'SET peak = :viewers', values: { ':viewers': viewers } },
      { condition: 'attribute_exists(pk) AND (attribute_not_exists(peak) OR peak < :viewers)' },
    ),
  );
}

/** The service said that a recording failed. Should its files come all the same, they take the place of this. */
export async function noteFailure(ref: BroadcastRef, prefix: string, reason: string): Promise<void> {
  const outcome: Outcome = { kind: 'FAILED', reason };
  await unlessRefused(
    updateItem(
      'broadcasts',
      keyOf(ref),
      {
        expression: 'SET recordings.#prefix = :outcome',
        names: { '#prefix': prefix },
        values: { ':outcome': outcome },
      },
      { condition: 'attribute_not_exists(recordings.#prefix)' },
    ),
  );
}

/** Where the service has begun to record a broadcast. */
export async function noteRecording(ref: BroadcastRef, prefix: string): Promise<void> {
  await unlessRefused(
    updateItem(
      'broadcasts',
      keyOf(ref),
      { expression: 'SET recordingPrefix = :prefix', values: { ':prefix': prefix } },
      { condition: 'attribute_exists(pk)' },
    ),
  );
}

/** A newer picture takes the place of the last. */
export const frameWrite = (ref: BroadcastRef, key: string): Write =>
  update(ref, 'SET frame = :frame', { ':frame': key });

async function unlessRefused(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Staff hear of a failure once only. */
export const toldWrite = (ref: BroadcastRef): Write =>
  putWrite('broadcasts', { ...keyOf(ref), pk: `TOLD#${ref.id}` }, isNew);

/** Nothing more is to come. */
export const closeWrites = (ref: BroadcastRef, failure: string | null, now: number): Write[] => [
  update(ref, 'SET closedAt = :at, failure = :failure', { ':at': new Date(now).toISOString(), ':failure': failure }),
  deleteWrite('broadcasts', openKey(ref)),
];

/** A recording has been dealt with, once and for all; the transaction fails when somebody else was faster. */
export function outcomeWrites(prefix: string, outcome: Outcome, broadcast: BroadcastRef): Write[] {
  const set = update(broadcast, 'SET recordings.#prefix = :outcome', { ':outcome': outcome });
  return [
    pointerWrite(prefix, outcome),
    { Update: { ...set.Update, ExpressionAttributeNames: { '#prefix': prefix } } },
  ];
}

/** The same together with a broadcast that was not known before. */
export const unnoticedWrites = (prefix: string, outcome: Outcome, broadcast: StoredBroadcast | undefined): Write[] => [
  pointerWrite(prefix, outcome),
  ...(broadcast ? beginWrites({ ...broadcast, recordings: { [prefix]: outcome } }) : []),
];

const pointerWrite = (prefix: string, outcome: Outcome) =>
  putWrite('broadcasts', { ...recordingKey(prefix), outcome }, isNew);

/** What became of a recording; undefined while nobody has dealt with it. */
export async function outcomeOf(prefix: string): Promise<Outcome | undefined> {
  return (await getItem<{ outcome: Outcome }>('broadcasts', recordingKey(prefix)))?.outcome;
}

const keyOf = ({ channelArn, id }: BroadcastRef): Key => ({ pk: `BROADCASTS#${channelArn}`, sk: id });
const openKey = ({ id }: BroadcastRef): Key => ({ pk: 'OPEN', sk: id });
const recordingKey = (prefix: string): Key => ({ pk: `RECORDING#${prefix}`, sk: 'POINTER' });
