/**
 * Admins show or hide several clubs at once. They delete one on its own page, because that closes the accounts of its
 * staff.
 */
import { api } from '../../../../lib/api.ts';
import { countDone } from '../../../platform/back-office/bulk.ts';
import { listVisibilityActions } from '../../../platform/back-office/visibility-actions.ts';

export const clubActions = listVisibilityActions(
  (id, body) => api('PATCH /live/clubs/{id}', { params: { id }, body }),
  { shown: countDone('club visible', 'clubes visibles'), hidden: countDone('club oculto', 'clubes ocultos') },
);
