/**
 * The index of withdrawn items, written in the transaction that withdraws or restores one. Its domain event brings the
 * edge's store in line; a schedule compares both (functions/trust/takedown).
 */
import { deleteWrite, getItem, type Key, putWrite, queryItems, type Write } from '../aws/dynamo.ts';
import { newDomainEvent, publishDomainEvent, putDomainEvent } from '../events/domain-events.ts';

export interface WithdrawnRef {
  kind: 'events' | 'vods' | 'clips' | 'contentvideos' | 'broadcasts';
  /** Id of the item; a broadcast's is its channel's ARN and its own id, separated by a space. */
  id: string;
}

export interface Withdrawal {
  writes: Write[];
  /** Called after the transaction; a failure is made good by the outbox. */
  publish(): Promise<void>;
}

/** Prepares the writes that note or forget a withdrawn item. */
export function prepareWithdrawal(ref: WithdrawnRef, isWithdrawn: boolean, now: number): Withdrawal {
  const domainEvent = newDomainEvent('MediaWithdrawn', ref, now);
  const index = isWithdrawn
    ? putWrite('uploads', { ...toKey(ref), ...ref, at: now })
    : deleteWrite('uploads', toKey(ref));
  return { writes: [index, putDomainEvent(domainEvent)], publish: () => publishDomainEvent(domainEvent) };
}

interface Followable {
  id: string;
  audience?: unknown;
  withheld?: unknown;
  withdrawn?: readonly unknown[];
}

/** Brings the edge in line with an item whose audience changes: families have addresses of their own. */
export function followAudience(
  kind: 'events' | 'vods',
  before: Followable | undefined,
  after: Followable,
): Withdrawal | undefined {
  if (before?.audience === after.audience) return undefined;
  const isOut = after.withheld !== undefined || Boolean(after.withdrawn?.length);
  return prepareWithdrawal({ kind, id: after.id }, isOut, Date.now());
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
