/** A viewer's saved and begun videos, in the table `library`: one query reads the whole shelf. */
import { deleteItem, getItems, type Key, putItem, queryItems, updateItem } from '../aws/dynamo.ts';

export interface Saved {
  vodId: string;
  savedAt: string;
}

export interface Begun {
  vodId: string;
  position: number;
  updatedAt: string;
}

/** Begun videos are forgotten after a year (seconds); DynamoDB's TTL clears them. */
const keepSeconds = 365 * 86_400;

export async function save(userId: string, vodId: string, now: number): Promise<void> {
  await putItem('library', { ...listKey(userId, vodId), vodId, savedAt: new Date(now).toISOString() });
}

export async function unsave(userId: string, vodId: string): Promise<void> {
  await deleteItem('library', listKey(userId, vodId));
}

/**
 * Keeps the position and, in the same write, which parts were played. Gives the parts that this viewer had never played
 * before.
 */
export async function keepPosition(
  userId: string,
  { vodId, position, watched }: { vodId: string; position: number; watched: readonly number[] },
  now: number,
): Promise<number[]> {
  const kept = {
    ':vodId': vodId,
    ':position': position,
    ':updatedAt': new Date(now).toISOString(),
    ':expiresAt': Math.ceil(now / 1000) + keepSeconds,
  };
  const set = 'SET vodId = :vodId, #position = :position, updatedAt = :updatedAt, expiresAt = :expiresAt';
  const before = await updateItem<{ played?: Set<number> } | undefined>(
    'library',
    progressKey(userId, vodId),
    watched.length > 0
      ? {
          expression: `${set} ADD played :played`,
          names: { '#position': 'position' },
          values: { ...kept, ':played': new Set(watched) },
        }
      : { expression: set, names: { '#position': 'position' }, values: kept },
    { returns: 'UPDATED_OLD' },
  );
  return [...new Set(watched)].filter((part) => !before?.played?.has(part));
}

export async function readOne(userId: string, vodId: string): Promise<{ begun: Begun | undefined; saved: boolean }> {
  const [begun, saved] = await getItems([
    { table: 'library', key: progressKey(userId, vodId) },
    { table: 'library', key: listKey(userId, vodId) },
  ]);
  return { begun: begun as Begun | undefined, saved: saved !== undefined };
}

/** Everything of a viewer, the latest first. */
export async function readShelf(userId: string): Promise<{ saved: Saved[]; begun: Begun[] }> {
  const saved: Saved[] = [];
  const begun: Begun[] = [];
  for await (const page of queryItems<(Saved | Begun) & Key>('library', `USER#${userId}`)) {
    for (const item of page) {
      if ('savedAt' in item) saved.push(item);
      else begun.push(item);
    }
  }
  return {
    saved: saved.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1)),
    begun: begun.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
  };
}

/** Nothing saved and nothing begun any more. */
export async function clearShelf(userId: string): Promise<void> {
  for await (const page of queryItems<Key>('library', `USER#${userId}`)) {
    for (const { pk, sk } of page) await deleteItem('library', { pk, sk });
  }
}

const listKey = (userId: string, vodId: string): Key => ({ pk: `USER#${userId}`, sk: `LIST#${vodId}` });
const progressKey = (userId: string, vodId: string): Key => ({ pk: `USER#${userId}`, sk: `PROGRESS#${vodId}` });
