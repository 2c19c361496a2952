/**
 * Optimistic inline edits: every cached list shows the new value before the server answers and rolls back, without a
 * visible message, when the call fails. Screen readers announce the failure. A successful change can be undone.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { announce } from './announce.ts';

interface Row {
  id: string;
}

/** `member` names the array in the list's data, for example 'vods'. */
export function useInlineChange<Item extends Row, Change extends Partial<Item>>(
  listKey: string,
  member: string,
  send: (id: string, change: Change) => Promise<unknown>,
  /** Offers to take the change back. */
  offerUndo?: (item: Item, change: Change, undo: () => Promise<void>) => void,
) {
  const queries = useQueryClient();
  return useCallback(
    async function run(item: Item, change: Change, isUndo = false): Promise<void> {
      const apply = (values: Partial<Item>) =>
        queries.setQueriesData<Record<string, unknown>>({ queryKey: [listKey] }, (list) => {
          const rows = list?.[member];
          if (!list || !Array.isArray(rows)) return list;
          return { ...list, [member]: rows.map((row: Item) => (row.id === item.id ? { ...row, ...values } : row)) };
        });
      const before = Object.fromEntries(
        Object.keys(change).map((name) => [name, item[name as keyof Item]]),
      ) as Partial<Item>;
      // A running fetch would restore the old value.
      await queries.cancelQueries({ queryKey: [listKey] });
      apply(change);
      try {
        await send(item.id, change);
        if (!isUndo) offerUndo?.(item, change, () => run({ ...item, ...change }, before as Change, true));
      } catch {
        apply(before);
        announce('No se ha podido guardar el cambio.');
      }
      await queries.invalidateQueries({ queryKey: [listKey] });
    },
    [queries, listKey, member, send, offerUndo],
  );
}
