/**
 * Optimistic changes within a list: every cached page of the list shows the new value before the server answers. A
 * failed call rolls back without a visible message, and is announced to screen readers. A successful change can be
 * undone.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { announce } from '../../../lib/announce.ts';
import { undoToast } from '../../../ui/undo-toast.tsx';
import type { ListPage, Titled } from './list-page.ts';

export function useInlineChange<Item extends Titled, Change extends Partial<Item>>(
  listKey: string,
  send: (id: string, change: Change) => Promise<unknown>,
) {
  const queries = useQueryClient();
  return useCallback(
    async function run(item: Item, change: Change, isUndo = false): Promise<void> {
      const apply = (values: Partial<Item>) =>
        queries.setQueriesData<Partial<ListPage<Item>>>({ queryKey: [listKey] }, (list) =>
          // The key may be the beginning of another query's key, whose data has no rows.
          list?.rows
            ? { ...list, rows: list.rows.map((row) => (row.id === item.id ? { ...row, ...values } : row)) }
            : list,
        );
      const before = Object.fromEntries(
        Object.keys(change).map((name) => [name, item[name as keyof Item]]),
      ) as Partial<Item>;
      // A running fetch would bring the old value back.
      await queries.cancelQueries({ queryKey: [listKey] });
      apply(change);
      try {
        await send(item.id, change);
        if (!isUndo) {
          undoToast(`«${item.title}»: ${describeChange(change)}`, () =>
            run({ ...item, ...change }, before as Change, true),
          );
        }
      } catch {
        apply(before);
        announce('No se ha podido guardar el cambio.');
      }
      await queries.invalidateQueries({ queryKey: [listKey] });
    },
    [queries, listKey, send],
  );
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
