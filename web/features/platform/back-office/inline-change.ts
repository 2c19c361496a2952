/**
 * Changes within a list, shown before the server answers. A failed call rolls back without a visible message, and is
 * announced to screen readers. A successful change can be undone.
 */

import { useCallback } from 'react';
import { announce } from '../../../lib/announce.ts';
import type { Resource } from '../../../lib/query-keys.ts';
import { type Changes, useChange } from '../../../lib/use-change.ts';
import { undoToast } from '../../../ui/undo-toast.tsx';
import type { ListPage, TitledItem } from './list-page.ts';

interface InlineChange {
  item: TitledItem;
  values: object;
  isUndo: boolean;
}

/** Changes of all pages of a list. */
export const toListChanges = <Item extends TitledItem>(
  listKey: Resource,
): Changes<Partial<ListPage<Item>>, InlineChange> => ({
  queryKey: [listKey],
  // The key may be the beginning of another query's key, whose data has no rows.
  apply: (list, { item, values }) =>
    list.rows ? { ...list, rows: list.rows.map((row) => (row.id === item.id ? { ...row, ...values } : row)) } : list,
});

export function useInlineChange<Item extends TitledItem, Change extends Partial<Item>>(
  listKey: Resource,
  send: (id: string, change: Change) => Promise<unknown>,
) {
  const { mutate } = useChange<Partial<ListPage<Item>>, InlineChange>(
    toListChanges(listKey),
    ({ item, values }) => send(item.id, values as Change),
    {
      onSuccess: ({ item, values, isUndo }) => {
        if (isUndo) return;
        const before = Object.fromEntries(Object.keys(values).map((name) => [name, item[name as keyof TitledItem]]));
        undoToast(`«${item.title}»: ${describeChange(values)}`, () => mutate({ item, values: before, isUndo: true }));
      },
      onError: () => announce('No se ha podido guardar el cambio.'),
    },
  );
  return useCallback((item: Item, values: Change) => mutate({ item, values, isUndo: false }), [mutate]);
}

/** Fields that lists change, and what their new value means. */
const texts: Record<string, (value: unknown) => string> = {
  visible: (value) => (value ? 'visible' : 'oculto'),
  isPublic: (value) => (value ? 'público' : 'solo con acceso'),
  isTest: (value) => (value ? 'en pruebas' : 'en producción'),
  renderOrder: (value) => (value === null ? 'sin orden' : `orden ${value}`),
  emissionPriority: (value) => (value === null ? 'sin prioridad' : `prioridad ${value}`),
};

function describeChange(change: object): string {
  const [[field, value] = ['', undefined]] = Object.entries(change);
  return texts[field]?.(value) ?? 'cambiado';
}
