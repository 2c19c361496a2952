/**
 * Counters that go up or down once, also when the answer gets lost on the way and the SDK sends the same again: DynamoDB
 * would add twice.
 */
import { randomUUID } from 'node:crypto';
import { ConditionFailed, type Key, type TableName, updateItem } from './dynamo.ts';

/** Adds to some counters of an item, and sets its other attributes. Gives the item as it is afterwards. */
export async function addOnce<T>(
  table: TableName,
  key: Key,
  counters: readonly string[],
  by: 1 | -1,
  attributes: Record<string, unknown> = {},
): Promise<T> {
  const set = ['lastChange', ...Object.keys(attributes)].map((name) => `${name} = :${name}`).join(', ');
  const values = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`:${name}`, value]));
  const marked = { ...values, ':lastChange': randomUUID() };
  const add = counters.map((name) => `${name} :by`).join(', ');
  try {
    return await updateItem<T>(
      table,
      key,
      { expression: `SET ${set} ADD ${add}`, values: { ...marked, ':by': by } },
      { condition: 'attribute_not_exists(lastChange) OR lastChange <> :lastChange' },
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // It was added already: what it is now.
    return updateItem<T>(table, key, { expression: `SET ${set}`, values: marked });
  }
}
