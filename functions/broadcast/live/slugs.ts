/** Which source a slug is of: `SLUG#{slug}` in the table `broadcasts`, beside the sources. */
import { deleteWrite, getItem, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { itemKey } from '../../platform/lists/collection.ts';

/** In the transaction that needs it: ConditionFailed when another source has it. */
export const takeSlug = (slug: string, id: string): Write => putWrite('broadcasts', { ...slugKey(slug), id }, isNew);
export const freeSlug = (slug: string): Write => deleteWrite('broadcasts', slugKey(slug));

export async function idOfSlug(slug: string): Promise<string | undefined> {
  return (await getItem<{ id: string }>('broadcasts', slugKey(slug)))?.id;
}

/** For who needs no more of its source, nor any of what changes sources. */
export async function channelOfSlug(slug: string): Promise<string | undefined> {
  const id = await idOfSlug(slug);
  return id === undefined ? undefined : (await getItem<{ channelArn: string }>('broadcasts', itemKey(id)))?.channelArn;
}

const slugKey = (slug: string): Key => ({ pk: `SLUG#${slug}`, sk: 'POINTER' });
