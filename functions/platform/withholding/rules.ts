/**
 * Withholds items: for an open or upheld matter, for missing image rights, and from the public for a match for
 * families. Staff cannot show the item meanwhile. Releasing the last hold restores its former visibility. Pure.
 */
import { ApiError } from '../../../shared/contract/errors.ts';

export interface Withheld {
  /** Holds that hide the item: ids of matters, `rightsHold` and `familiesHold`. */
  matters: string[];
  wasVisible: boolean;
}

interface Withholdable {
  visible: boolean;
  withheld?: Withheld | undefined;
}

/** Adds a hold, which hides the item; undefined if the item has it already. */
export function withhold<Item extends Withholdable>(item: Item, matter: string): Item | undefined {
  const { matters, wasVisible } = item.withheld ?? { matters: [], wasVisible: item.visible };
  if (matters.includes(matter)) return undefined;
  return { ...item, visible: false, withheld: { matters: [...matters, matter], wasVisible } };
}

/** Removes a hold; undefined if the item lacks it. With the last one, the item gets its former visibility back. */
export function release<Item extends Withholdable>(item: Item, matter: string): Item | undefined {
  const { withheld, ...rest } = item;
  if (!withheld?.matters.includes(matter)) return undefined;
  const matters = withheld.matters.filter((id) => id !== matter);
  if (matters.length > 0) return { ...item, withheld: { ...withheld, matters } };
  return { ...(rest as Item), visible: withheld.wasVisible };
}

/** The visibility that staff chose, which holds override. */
export const isChosenVisible = ({ visible, withheld }: Withholdable): boolean => withheld?.wasVisible ?? visible;

/** Hides an item until staff publish it: releasing its holds then restores nothing. */
export const hideUntilPublished = <Item extends Withholdable>(item: Item): Item => ({
  ...item,
  visible: false,
  ...(item.withheld && { withheld: { ...item.withheld, wasVisible: false } }),
});

/** Id of the hold for missing image rights, beside those of matters. */
export const rightsHold = 'IMAGE_RIGHTS';

/** Id of the hold of items that only invited families may see. */
export const familiesHold = 'FAMILIES';

type Held = { withheld?: Withheld | undefined } | undefined;

/** Ids of the matters, or of the removed ranges, that withhold an item. */
export const listMatterHolds = (item: Held): string[] =>
  item?.withheld?.matters.filter((id) => id !== rightsHold && id !== familiesHold) ?? [];

export const isHeldByMatter = (item: Held): boolean => listMatterHolds(item).length > 0;

/** Marks a hold as one by a withdrawn range, which ends with the range. */
export const rangePrefix = 'RANGE#';

/** Ids of the matters alone. */
export const listMatters = (item: Held): string[] => listMatterHolds(item).filter((id) => !id.startsWith(rangePrefix));

/** Adds the holds by matters of the item that this one joins, such as a recording its match. */
export const inheritHolds = <Item extends Withholdable>(item: Item, from: Held): Item =>
  listMatters(from).reduce((next, id) => withhold(next, id) ?? next, item);

/** @throws ApiError 409 for an item that a matter withholds, which could otherwise be made again without its hold. */
export function assertMayDelete(item: Held): void {
  if (listMatters(item).length > 0) throw new ApiError('MTT4090');
}

/** @throws ApiError 409 if an edit would show an item that a matter withholds. */
export function assertMayShow(item: Withholdable, edit: { visible?: boolean | undefined }): void {
  if (edit.visible && isHeldByMatter(item)) throw new ApiError('MTT4090');
}
