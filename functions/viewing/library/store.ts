/** A viewer's saved and begun videos, in the table `library`; one query reads both. */
import type { ShelfVideo } from '../../../shared/contract/library.ts';
import { deleteItem, getItems, type Key, putItem, updateItem } from '../../platform/aws/dynamo.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';

export interface SavedVideo extends ShelfVideo {
  savedAt: string;
}

export interface BegunVideo extends ShelfVideo {
  /** Seconds. */
  position: number;
  updatedAt: string;
}

/** Fields beside the key, which names the video. */
type StoredFields<Entry extends ShelfVideo> = Omit<Entry, keyof ShelfVideo>;

/** Seconds: begun videos are forgotten after a year (TTL). */
const keepSeconds = 365 * 86_400;

export async function save(userId: string, video: ShelfVideo, now: number): Promise<void> {
  await putItem('library', { ...toKey(userId, 'LIST', video), savedAt: new Date(now).toISOString() });
}

export async function unsave(userId: string, video: ShelfVideo): Promise<void> {
  await deleteItem('library', toKey(userId, 'LIST', video));
}

export async function keepPosition(userId: string, video: ShelfVideo, position: number, now: number): Promise<void> {
  await updateItem('library', toKey(userId, 'PROGRESS', video), {
    expression: 'SET #position = :position, updatedAt = :updatedAt, expiresAt = :expiresAt',
    names: { '#position': 'position' },
    values: {
      ':position': position,
      ':updatedAt': new Date(now).toISOString(),
      ':expiresAt': Math.ceil(now / 1000) + keepSeconds,
    },
  });
}

export async function readVideoState(
  userId: string,
  video: ShelfVideo,
): Promise<{ begun: StoredFields<BegunVideo> | undefined; saved: boolean }> {
  const [begun, saved] = await getItems([
    { table: 'library', key: toKey(userId, 'PROGRESS', video) },
    { table: 'library', key: toKey(userId, 'LIST', video) },
  ]);
  return { begun: begun as StoredFields<BegunVideo> | undefined, saved: saved !== undefined };
}

/** Saved and begun videos, newest first. */
export async function readShelf(userId: string): Promise<{ saved: SavedVideo[]; begun: BegunVideo[] }> {
  const saved: SavedVideo[] = [];
  const begun: BegunVideo[] = [];
  for await (const page of queryItems<(StoredFields<SavedVideo> | StoredFields<BegunVideo>) & Key>(
    'library',
    `USER#${userId}`,
  )) {
    for (const item of page) {
      if ('savedAt' in item) saved.push({ ...parseKey(item), savedAt: item.savedAt });
      else begun.push({ ...parseKey(item), position: item.position, updatedAt: item.updatedAt });
    }
  }
  return {
    saved: saved.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1)),
    begun: begun.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
  };
}

export async function clearShelf(userId: string): Promise<void> {
  for (const { pk, sk } of await queryAll<Key>('library', `USER#${userId}`)) await deleteItem('library', { pk, sk });
}

/** Recordings have no kind in their key, for compatibility with items from before other kinds were added. */
const toKey = (userId: string, shelf: 'LIST' | 'PROGRESS', { kind, id }: ShelfVideo): Key => ({
  pk: `USER#${userId}`,
  sk: kind === 'vods' ? `${shelf}#${id}` : `${shelf}#${id}#${kind}`,
});

function parseKey({ sk }: Key): ShelfVideo {
  const [, id = '', kind = 'vods'] = sk.split('#');
  return { kind: kind as ShelfVideo['kind'], id };
}
