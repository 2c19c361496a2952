/** Texts that a buyer reads beside an order, on the page, at the payment provider and in the email. */
import { longDate } from './madrid-text.ts';
import { type ProductType, plans } from './plans.ts';
import { formatPrice } from './price-text.ts';
import { seasonEnd } from './season.ts';

const payUsedDays = 'Quiero empezar ya y sé que, si desisto en los 14 primeros días, pago solo los días usados';

/**
 * The sentence of the order's box, which an order stores word for word. A changed sentence takes a new id, so that pages
 * from before cannot agree to another one.
 */
export const consents = {
  PT_SPORT_EVENT: { id: 'PARTIDO-1', text: 'Quiero verlo ya y sé que con ello pierdo el derecho de desistimiento' },
  PT_MONTHLY: { id: 'MES-1', text: payUsedDays },
  PT_SEASON: { id: 'TEMPORADA-1', text: payUsedDays },
  PT_CLUB_PASS: { id: 'CLUB-1', text: payUsedDays },
  PT_FAMILY: { id: 'FAMILIA-1', text: payUsedDays },
} as const satisfies Record<ProductType, { id: string; text: string }>;

export type ConsentId = (typeof consents)[ProductType]['id'];

export const consentIds = [
  consents.PT_SPORT_EVENT.id,
  consents.PT_MONTHLY.id,
  consents.PT_SEASON.id,
  consents.PT_CLUB_PASS.id,
  consents.PT_FAMILY.id,
] as const;

/** Says how long the product lasts, and whether it renews. `price` in euros. */
export function describeOrderTerms(
  product: ProductType,
  { price, seasonLastDay, now }: { price: number; seasonLastDay: string; now: number },
): { duration: string; renewal: string } {
  if (product === 'PT_SPORT_EVENT')
    return {
      duration: 'Hasta 90 días desde la compra o desde el final del partido, lo que sea más tarde',
      renewal: 'Pago único: no se renueva',
    };
  // The season ends at midnight after its last day.
  const lastDay = longDate(new Date(seasonEnd(now, seasonLastDay) - 1));
  if (plans[product].paid === 'ONCE')
    return { duration: `Hasta el ${lastDay}, con la temporada`, renewal: 'Pago único: no se renueva' };
  return {
    duration: `Sin permanencia, mes a mes: termina sola el ${lastDay}`,
    renewal: `Se cobran ${formatPrice(price)} cada mes hasta que la canceles, cuando quieras, desde tu cuenta`,
  };
}

export const describeScreens = (screens: number): string => `Hasta ${screens} pantallas a la vez`;

/** Days in which a buyer may withdraw. */
export const withdrawalDays = 14;
