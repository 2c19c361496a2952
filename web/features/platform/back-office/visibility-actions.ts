/** Shows or hides several items of a list, and can undo it. */
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
