/**
 * The index of withdrawn items, and those whose change the edge does not know yet, both written in the transaction that
 * withdraws or restores an item (functions/trust/takedown).
 */
import { ulid } from 'ulid';
import { deleteWrite, getItem, type Key, putWrite, type Write } from '../aws/dynamo.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { publishTransient } from '../events/domain-events.ts';
import { rightsHold, type Withheld } from './rules.ts';

export interface WithdrawnRef {
  kind: 'events' | 'vods' | 'clips' | 'contentvideos' | 'broadcasts' | 'recordings';
  /** Id of the item, or a recording's folder; a broadcast's is its channel's ARN and its own id, after a space. */
  id: string;
}

/** A deleted item's addresses stay refused until its files are gone. */
export interface Deletion {
  /** Milliseconds since the Unix epoch. */
  until: number;
  /** Folder of the recorded broadcast that the item played. */
  recording?: string | undefined;
}

export type WithdrawnEntry = WithdrawnRef & Key & { at: number } & Partial<Deletion>;

/** Writes that withdraw an item or restore it, in the transaction that does. */
export const withdrawalWrites = (ref: WithdrawnRef, isWithdrawn: boolean, now: number): Write[] => [
  isWithdrawn ? putEntry(ref, now) : deleteWrite('uploads', toKey(ref)),
  edgeUpdateWrite(ref, now),
];

/** Withdraws an item with its deletion. A recovery needs `edgeUpdateWrite` only: the item itself decides again. */
export const deletionWrites = (ref: WithdrawnRef, deletion: Deletion, now: number): Write[] => [
  putEntry(ref, now, deletion),
  edgeUpdateWrite(ref, now),
];

const putEntry = ({ kind, id }: WithdrawnRef, at: number, deletion: Partial<Deletion> = {}): Write =>
  putWrite('uploads', { ...toKey({ kind, id }), kind, id, at, ...deletion } satisfies WithdrawnEntry);

/** Forgets the entry of a deleted item whose files are gone, unless it has been withdrawn again. */
export const forgetDeletion = ({ pk, sk, at }: WithdrawnEntry): Write =>
  deleteWrite('uploads', { pk, sk }, { expression: '#at = :at', names: { '#at': 'at' }, values: { ':at': at } });

/** Notes that the edge has to be brought in line with an item, and wakes its writer; each minute wakes it as well. */
export const edgeUpdateWrite = ({ kind, id }: WithdrawnRef, now: number): Write => ({
  ...putWrite('uploads', { ...waitingKey(ulid(now)), kind, id }),
  publish: () => publishTransient('MediaWithdrawn', { kind, id }),
});

/** A change that the edge does not know yet. Its sort key is a ULID of the change, so that the oldest come first. */
export type WaitingWithdrawal = WithdrawnRef & Key;

/** Yields the changes that wait, oldest first, page by page. */
export const readWaiting = () => queryItems<WaitingWithdrawal>('uploads', waiting);

interface Followable {
  id: string;
  visible: boolean;
  audience?: unknown;
  withheld?: Withheld | undefined;
  withdrawn?: readonly { id: string }[];
  generation?: string | null;
  lacks?: readonly unknown[];
}

/**
 * Updates the edge if the refused addresses of an item change. An item that lacked image rights from the beginning was
 * never shown, so its addresses are unknown.
 */
export function followItem(kind: 'events' | 'vods', before: Followable | undefined, after: Followable): Write[] {
  const isReleased = before !== undefined && isHeldForRights(before) && !isHeldForRights(after);
  const wasShown = before?.visible === true;
  const isSame = toMark(before, wasShown) === toMark(after, wasShown);
  if (isSame && !isReleased) return [];
  const isOut = after.withheld !== undefined || Boolean(after.withdrawn?.length) || Boolean(after.lacks?.length);
  return withdrawalWrites({ kind, id: after.id }, isOut, Date.now());
}

const isHeldForRights = ({ withheld }: Followable): boolean => withheld?.matters.includes(rightsHold) === true;

/** The parts of an item that decide on its entry at the edge, as one comparable text. */
function toMark(item: Followable | undefined, withRights: boolean): string {
  const { audience, withheld, withdrawn = [], generation, lacks = [] } = item ?? {};
  const holds = withheld?.matters.filter((id) => id !== rightsHold) ?? [];
  const ranges = withdrawn.length > 0 ? [generation, ...withdrawn.map(({ id }) => id)] : [];
  const rights = withRights && item ? [isHeldForRights(item), lacks] : [];
  return JSON.stringify([audience, holds, ranges, rights]);
}

export const findWithdrawn = (ref: WithdrawnRef): Promise<WithdrawnEntry | undefined> =>
  getItem<WithdrawnEntry>('uploads', toKey(ref));

export const isWithdrawn = async (ref: WithdrawnRef): Promise<boolean> => (await findWithdrawn(ref)) !== undefined;

/** Yields the index in pages; `after` is the sort key of the last one read. */
export const readWithdrawn = (after?: string) =>
  queryItems<WithdrawnEntry>('uploads', partition, after === undefined ? undefined : { after });

const partition = 'WITHDRAWN';
const waiting = 'WITHDRAWING';
const waitingKey = (sk: string): Key => ({ pk: waiting, sk });
const toKey = ({ kind, id }: WithdrawnRef): Key => ({ pk: partition, sk: `${kind}/${id}` });
