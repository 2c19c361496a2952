/** Describes what a withdrawal brings, for page and email. */
import { formatPrice } from './price-text.ts';

export type WithdrawalReason = 'NOT_PAID' | 'RETURNED' | 'LATE' | 'BEGUN';

export type WithdrawalOutcome =
  /** `refund` in cents. */
  | { hasRight: true; refund: number; days: { used: number; total: number } | null }
  | { hasRight: false; reason: WithdrawalReason };

const reasonTexts: Record<WithdrawalReason, string> = {
  NOT_PAID: 'No consta ningún pago de este pedido, así que no hay nada que devolver.',
  RETURNED: 'Este pago ya se ha devuelto, o tu banco lo está revisando.',
  LATE: 'Han pasado los 14 días que la ley da para desistir, así que no corresponde una devolución.',
  BEGUN:
    'Al pedirlo marcaste que querías verlo ya y que con ello perdías el derecho de desistimiento, y el partido ya se puede ver. Por eso no corresponde una devolución.',
};

export function describeOutcome(outcome: WithdrawalOutcome): string {
  if (!outcome.hasRight) return reasonTexts[outcome.reason];
  const { refund, days } = outcome;
  const part = days
    ? ` La has tenido ${days.used === 1 ? 'un día' : `${days.used} días`} de ${days.total}: es el resto.`
    : '';
  return `Te devolvemos ${formatPrice(refund / 100)} antes de 14 días, por la misma forma de pago.${part} El acceso termina ahora.`;
}
