/**
 * The index of withdrawn items, written in the transaction that withdraws or restores one. Its domain event brings the
 * edge's store in line; a schedule compares both (functions/trust/takedown).
 */
import { deleteWrite, getItem, type Key, putWrite, type Write } from '../aws/dynamo.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { newDomainEvent, publishDomainEvent, putDomainEvent } from '../events/domain-events.ts';
import { rightsHold, type Withheld } from './rules.ts';

export interface WithdrawnRef {
  kind: 'events' | 'vods' | 'clips' | 'contentvideos' | 'broadcasts';
  /** Id of the item; a broadcast's is its channel's ARN and its own id, separated by a space. */
  id: string;
}

export interface Withdrawal {
  writes: Write[];
  /** Called after the transaction; the outbox repairs a failure. */
  publish(): Promise<void>;
}

export function prepareWithdrawal(ref: WithdrawnRef, isWithdrawn: boolean, now: number): Withdrawal {
  const domainEvent = newDomainEvent('MediaWithdrawn', ref, now);
  const index = isWithdrawn
    ? putWrite('uploads', { ...toKey(ref), ...ref, at: now })
    : deleteWrite('uploads', toKey(ref));
  return { writes: [index, putDomainEvent(domainEvent)], publish: () => publishDomainEvent(domainEvent) };
}

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
export function followItem(
  kind: 'events' | 'vods',
  before: Followable | undefined,
  after: Followable,
): Withdrawal | undefined {
  const isReleased = before !== undefined && isHeldForRights(before) && !isHeldForRights(after);
  const wasShown = before?.visible === true;
  const isSame = toMark(before, wasShown) === toMark(after, wasShown);
  if (isSame && !isReleased) return undefined;
  const isOut = after.withheld !== undefined || Boolean(after.withdrawn?.length) || Boolean(after.lacks?.length);
  return prepareWithdrawal({ kind, id: after.id }, isOut, Date.now());
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

export const isWithdrawn = async (ref: WithdrawnRef): Promise<boolean> =>
  (await getItem('uploads', toKey(ref))) !== undefined;

export async function listWithdrawn(): Promise<WithdrawnRef[]> {
  const found: WithdrawnRef[] = [];
  for await (const page of queryItems<WithdrawnRef>('uploads', partition)) found.push(...page);
  return found.map(({ kind, id }) => ({ kind, id }));
}

const partition = 'WITHDRAWN';
const toKey = ({ kind, id }: WithdrawnRef): Key => ({ pk: partition, sk: `${kind}/${id}` });
