import type { ManagedContent } from '../../../../../shared/contract/content.ts';
import { api } from '../../../../lib/api.ts';
import { countDone } from '../../../platform/back-office/bulk.ts';
import type { BulkAction } from '../../../platform/back-office/bulk-bar.tsx';
import { isProcessing, isRecoverable } from '../../../platform/back-office/processing-status.ts';
import { listVisibilityActions } from '../../../platform/back-office/visibility-actions.ts';

export const contentActions: readonly BulkAction<ManagedContent>[] = [
  ...listVisibilityActions<ManagedContent>(
    (id, body) => api('PATCH /live/content/{id}', { params: { id }, body }),
    { shown: countDone('video publicado', 'videos publicados'), hidden: countDone('video oculto', 'videos ocultos') },
    (video) => !isProcessing(video),
  ),
  {
    text: 'Eliminar',
    icon: 'trash',
    isDangerous: true,
    send: ({ id }) => api('DELETE /live/content/{id}', { params: { id } }),
    undo: recoverContent,
    canUndo: isRecoverable,
    done: countDone('video eliminado', 'videos eliminados'),
  },
];

/** Recovers a deleted video and its visibility: the server recovers it hidden. */
export async function recoverContent({ id, visible }: Pick<ManagedContent, 'id' | 'visible'>): Promise<void> {
  await api('POST /live/content/{id}/recover', { params: { id } });
  if (visible) await api('PATCH /live/content/{id}', { params: { id }, body: { visible } });
}
