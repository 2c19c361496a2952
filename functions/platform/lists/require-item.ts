/** Reads and edits of a single item, which answer with an error of the API. */
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';
import { type Caller, manages } from '../auth/rules.ts';
import { type Also, requireVersion, type Stored } from './collection.ts';

interface Readable<Item> {
  get(id: string): Promise<Item | undefined>;
}

interface Changeable<Item> {
  change(id: string, change: (item: Item) => Item | undefined, also?: Also<Item>): Promise<Item | undefined>;
}

/** @throws ApiError `missing` for an unknown id. */
export async function requireItem<Item>(items: Readable<Item>, id: string, missing: ErrorCode): Promise<Item> {
  const item = await items.get(id);
  if (item === undefined) throw new ApiError(missing);
  return item;
}

/** @throws ApiError `missing` for an unknown id; 403 for an item of another club. */
export async function requireManaged<Item extends { clubIds: readonly string[] }>(
  items: Readable<Item>,
  id: string,
  missing: ErrorCode,
  caller: Pick<Caller, 'user'> | undefined,
): Promise<Item> {
  const item = await requireItem(items, id, missing);
  if (!manages(caller, item)) throw new ApiError('SSN4030');
  return item;
}

/**
 * Changes an item, if it still has the version that the form was opened with.
 * @throws ApiError `missing` for an unknown id, REQ4090 for another version.
 */
export async function editItem<Item extends Stored>(
  items: Changeable<Item>,
  id: string,
  { version, missing }: { version: number | undefined; missing: ErrorCode },
  edit: (item: Item) => Item,
  also?: Also<Item>,
): Promise<Item> {
  const editCurrent = (item: Item) => {
    requireVersion(item, version);
    return edit(item);
  };
  const changed = await items.change(id, editCurrent, also);
  if (changed === undefined) throw new ApiError(missing);
  return changed;
}
