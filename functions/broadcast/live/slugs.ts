/** Slugs of sources: `SLUG#{slug}` in the table `broadcasts`. */
import { deleteWrite, getItem, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { itemKey } from '../../platform/lists/item-cache.ts';

/** Write for a transaction; fails if another source has the slug. */
export const takeSlug = (slug: string, id: string): Write => putWrite('broadcasts', { ...slugKey(slug), id }, isNew);
export const freeSlug = (slug: string): Write => deleteWrite('broadcasts', slugKey(slug));

export async function findIdBySlug(slug: string): Promise<string | undefined> {
  return (await getItem<{ id: string }>('broadcasts', slugKey(slug)))?.id;
}

export async function findChannelBySlug(slug: string): Promise<string | undefined> {
  const id = await findIdBySlug(slug);
  return id === undefined ? undefined : (await getItem<{ channelArn: string }>('broadcasts', itemKey(id)))?.channelArn;
}

const slugKey = (slug: string): Key => ({ pk: `SLUG#${slug}`, sk: 'POINTER' });
