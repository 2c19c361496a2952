/** Shows, hides or deletes several items of a list, and recovers deleted ones. */
import { api } from '../../../lib/api.ts';
import { countDone } from './bulk.ts';
import type { BulkAction } from './bulk-bar.tsx';

interface Showable {
  id: string;
  title: string;
  visible: boolean;
  version?: number | undefined;
}

export function listVisibilityActions<Item extends Showable>(
  send: (id: string, body: { visible: boolean; version?: number | undefined }) => Promise<unknown>,
  done: { shown: (count: number) => string; hidden: (count: number) => string },
  appliesTo?: (item: Item) => boolean,
): BulkAction<Item>[] {
  const show = (visible: boolean) => ({
    appliesTo,
    send: ({ id, version }: Item) => send(id, { visible, version }),
    undo: (item: Item) => send(item.id, { visible: item.visible }),
  });
  return [
    { text: 'Publicar', icon: 'eye', ...show(true), done: done.shown },
    { text: 'Ocultar', icon: 'eyeOff', ...show(false), done: done.hidden },
  ];
}

/** `one` and `many` name the items; `rest` says what is asked before and whether a deletion can be undone. */
export const createDeleteAction = <Item extends { id: string }>(
  send: (id: string) => Promise<unknown>,
  [one, many]: [one: string, many: string],
  rest: Pick<BulkAction<Item>, 'warning' | 'undo' | 'canUndo'>,
): BulkAction<Item> => ({
  text: 'Eliminar',
  icon: 'trash',
  isDangerous: true,
  send: ({ id }) => send(id),
  done: countDone(`${one} eliminado`, `${many} eliminados`),
  many,
  ...rest,
});

/** Recovers a deleted item and its visibility: the server recovers it hidden. */
export async function recoverItem(
  kind: 'vods' | 'content' | 'sportevents',
  { id, visible }: Pick<Showable, 'id' | 'visible'>,
): Promise<void> {
  await api(`POST /live/${kind}/{id}/recover`, { params: { id } });
  if (visible) await api(`PATCH /live/${kind}/{id}`, { params: { id }, body: { visible } });
}
