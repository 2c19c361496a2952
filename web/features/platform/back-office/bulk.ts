/** Applies the same change to several items of a list: sends each by itself, and reports failures by item. */
import { useState } from 'react';
import { type ErrorText, errorText } from '../../../lib/api.ts';
import { formatCount } from '../../../lib/format.ts';
import type { RowSelection } from '../../../ui/manage-list.tsx';
import type { TitledItem } from './list-page.ts';

export interface BulkFailure {
  id: string;
  title: string;
  reason: ErrorText;
}

export interface BulkResult<Item> {
  done: Item[];
  failed: BulkFailure[];
}

export interface BulkProgress {
  finished: number;
  total: number;
}

/** Requests at once. More would only wait at the server, which changes a list one item after the other. */
export const concurrency = 4;

export async function changeEach<Item extends TitledItem>(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
  onProgress?: (progress: BulkProgress) => void,
): Promise<BulkResult<Item>> {
  const result: BulkResult<Item> = { done: [], failed: [] };
  const waiting = [...items];
  const report = () => onProgress?.({ finished: result.done.length + result.failed.length, total: items.length });
  report();
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await send(item);
        result.done.push(item);
      } catch (error) {
        result.failed.push({ id: item.id, title: item.title, reason: errorText(error) });
      }
      report();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return result;
}

export interface Selection<Item> {
  chosen: Item[];
  isChosen: (item: Item) => boolean;
  choose: (item: Item, isChosen: boolean) => void;
  /** True if all rows of the page are selected. */
  isWhole: boolean;
  chooseAll: (isChosen: boolean) => void;
}

/** Returns the text of a bulk action's result, as in '3 videos publicados'. */
export const countDone = (one: string, many: string) => (count: number) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const toRowSelection = <Item extends TitledItem>(selection: Selection<Item>, item: Item): RowSelection => ({
  label: `Elegir ${item.title}`,
  checked: selection.isChosen(item),
  onChange: (isChosen) => selection.choose(item, isChosen),
});

/** Keeps the selected rows of the current page; another page begins with none. */
export function useSelection<Item extends { id: string }>(rows: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    isChosen: ({ id }) => ids.has(id),
    choose: ({ id }, isChosen) =>
      setIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id))),
    isWhole: rows.length > 0 && chosen.length === rows.length,
    chooseAll: (isChosen) => setIds(new Set(isChosen ? rows.map(({ id }) => id) : [])),
  };
}
