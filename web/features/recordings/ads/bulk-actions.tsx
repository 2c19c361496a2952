/** Admins change several ads at once. A deletion asks first, because it cannot be undone. */
import type { AdVideo } from '../../../../shared/contract/ads.ts';
import { api } from '../../../lib/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { countDone } from '../../platform/back-office/bulk.ts';
import type { BulkAction } from '../../platform/back-office/bulk-bar.tsx';
import { isProcessing } from '../../platform/back-office/processing-status.ts';
import { listVisibilityActions } from '../../platform/back-office/visibility-actions.ts';
import { ClubsOfAds } from './clubs-of-ads.tsx';

export const adActions: readonly BulkAction<AdVideo>[] = [
  ...listVisibilityActions<AdVideo>(
    (id, body) => api('PATCH /live/ad_videos/{id}', { params: { id }, body }),
    {
      shown: countDone('anuncio visible', 'anuncios visibles'),
      hidden: countDone('anuncio oculto', 'anuncios ocultos'),
    },
    (ad) => !isProcessing(ad),
  ),
  {
    text: 'Eliminar',
    icon: 'trash',
    isDangerous: true,
    send: ({ id }) => api('DELETE /live/ad_videos/{id}', { params: { id } }),
    done: countDone('anuncio eliminado', 'anuncios eliminados'),
    ask: (run, cancel, chosen) => (
      <ConfirmDialog
        title={chosen.length === 1 ? `¿Eliminar «${chosen[0]?.title}»?` : `¿Eliminar ${chosen.length} anuncios?`}
        onCancel={cancel}
        onConfirm={() => run()}
      >
        <p>Se borran también sus archivos. Esta acción no se puede deshacer.</p>
        <ClubsOfAds ads={chosen} />
      </ConfirmDialog>
    ),
  },
];
