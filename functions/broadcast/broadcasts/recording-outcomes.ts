/**
 * Outcomes of the recordings of broadcasts, in the table `broadcasts`: an attribute of the broadcast and, once settled,
 * the permanent item RECORDING#{prefix} / POINTER, so that no recording becomes a second video.
 */
import { getItem, isNew, type Key, putWrite, updateItem, updateWrite, type Write } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import type { Outcome, StoredBroadcast } from './rules.ts';
import { type BroadcastRef, beginWrites, requireSameWithdrawn, setIfStored, toKey } from './store.ts';

/** Records that IVS reported a failed recording; files that arrive later replace this outcome. */
export async function noteFailure(ref: BroadcastRef, prefix: string, reason: string): Promise<void> {
  const condition = 'attribute_not_exists(recordings.#prefix)';
  await updateItem('broadcasts', toKey(ref), setOutcome(prefix, { kind: 'FAILED', reason }), { condition }).catch(
    ignoreFailedCondition,
  );
}

/** Records where IVS stores the broadcast. */
export async function noteRecording(ref: BroadcastRef, prefix: string): Promise<void> {
  await setIfStored(ref, 'recordingPrefix', prefix);
}

/**
 * Writes that settle a recording; the transaction fails if another process was faster, or if seconds have been removed
 * or restored since the broadcast was read.
 */
export function settleWrites(
  prefix: string,
  outcome: Outcome,
  broadcast: BroadcastRef & Pick<StoredBroadcast, 'withdrawn'>,
): Write[] {
  const { condition, values } = requireSameWithdrawn(broadcast);
  const update = setOutcome(prefix, outcome);
  return [
    pointerWrite(prefix, outcome),
    updateWrite('broadcasts', toKey(broadcast), { ...update, values: { ...update.values, ...values } }, condition),
  ];
}

const setOutcome = (prefix: string, outcome: Outcome) => ({
  expression: 'SET recordings.#prefix = :outcome',
  names: { '#prefix': prefix },
  values: { ':outcome': outcome },
});

/** Like `settleWrites`, for a recording without a stored broadcast; also stores `broadcast`, if given. */
export const settleUnnoticedWrites = (
  prefix: string,
  outcome: Outcome,
  broadcast: StoredBroadcast | undefined,
): Write[] => [
  pointerWrite(prefix, outcome),
  ...(broadcast ? beginWrites({ ...broadcast, recordings: { [prefix]: outcome } }) : []),
];

const pointerWrite = (prefix: string, outcome: Outcome) =>
  putWrite('broadcasts', { ...recordingKey(prefix), outcome }, isNew);

/** Outcome of a recording; undefined while it is not settled. */
export async function readOutcome(prefix: string): Promise<Outcome | undefined> {
  return (await getItem<{ outcome: Outcome }>('broadcasts', recordingKey(prefix)))?.outcome;
}

const recordingKey = (prefix: string): Key => ({ pk: `RECORDING#${prefix}`, sk: 'POINTER' });
