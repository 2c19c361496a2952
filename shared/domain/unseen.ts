/** Paid matches that cannot be watched: reasons and states, with their texts for staff. */

export const unseenReasons = [
  'WITHDRAWN',
  'RIGHTS',
  'FAMILIES',
  'HIDDEN',
  'DELETED',
  'CANCELLED',
  'NO_RECORDING',
  'NEVER_SHOWN',
] as const;
export type UnseenReason = (typeof unseenReasons)[number];

export const unseenReasonTexts: Record<UnseenReason, string> = {
  WITHDRAWN: 'Retirado por un aviso',
  RIGHTS: 'Sin derechos de imagen',
  FAMILIES: 'Solo para familias',
  HIDDEN: 'Oculto por el equipo',
  DELETED: 'Eliminado',
  CANCELLED: 'Cancelado',
  NO_RECORDING: 'Se pudo ver, pero no hay grabación',
  NEVER_SHOWN: 'No se emitió ni se grabó',
};

/**
 * `waiting`: may come back; `never`: over without a video; `refunding` and `refunded`: all buyers are refunded; `back`:
 * can be watched again.
 */
export const unseenStates = ['waiting', 'never', 'refunding', 'refunded', 'back'] as const;
export type UnseenState = (typeof unseenStates)[number];

export const unseenStateTexts: Record<UnseenState, string> = {
  waiting: 'En espera',
  never: 'Sin video',
  refunding: 'Devolviendo',
  refunded: 'Devuelto',
  back: 'De vuelta',
};

interface Unseen {
  reason: UnseenReason;
  backAt?: unknown;
  refund?: { doneAt?: unknown } | undefined;
}

export function findUnseenState({ reason, backAt, refund }: Unseen): UnseenState {
  if (backAt) return 'back';
  if (refund) return refund.doneAt ? 'refunded' : 'refunding';
  return reason === 'NEVER_SHOWN' || reason === 'NO_RECORDING' ? 'never' : 'waiting';
}
