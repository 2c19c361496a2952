/** Offers to undo a change that was made in a list. */
import { undoToast } from '../../../ui/undo-toast.tsx';

interface Named {
  title?: string;
  name?: string;
  slug?: string;
}

/** Fields that lists change in place, and the meaning of their new value. */
const texts: Record<string, (value: unknown) => string> = {
  visible: (value) => (value ? 'visible' : 'oculto'),
  isPublic: (value) => (value ? 'público' : 'solo con acceso'),
  isTest: (value) => (value ? 'en pruebas' : 'en producción'),
  renderOrder: (value) => (value === null ? 'sin orden' : `orden ${value}`),
  emissionPriority: (value) => (value === null ? 'sin prioridad' : `prioridad ${value}`),
};

export function offerUndo({ title, name, slug }: Named, change: object, undo: () => Promise<void>): void {
  const [entry] = Object.entries(change);
  if (!entry) return;
  const [field, value] = entry;
  undoToast(`«${title || name || slug}»: ${texts[field]?.(value) ?? 'cambiado'}`, undo);
}
