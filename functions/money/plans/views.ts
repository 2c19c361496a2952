/** Plans and promotion codes as admins see them. */
import type { PlanView, PromotionCode } from '../../../shared/contract/plans.ts';
import { nameProduct, plans, productTypes } from '../../../shared/domain/plans.ts';
import { readClubNames } from '../../league/clubs/store.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readCents } from '../../platform/aws/prices.ts';
import { countHolders } from '../payments/holders.ts';
import { parseProductId } from '../payments/stripe/products.ts';
import { listCodes } from '../payments/stripe/promotion-codes.ts';

export async function readPlans(now: number): Promise<PlanView[]> {
  return Promise.all(
    byRank.map(async (product) => ({
      product,
      price: readCents(plans[product].price),
      screens: product === 'PT_FAMILY' ? Number(environment('FAMILY_SCREENS')) : 1,
      holders: product === 'PT_SPORT_EVENT' ? null : await countHolders(product, now),
    })),
  );
}

const byRank = productTypes.toSorted((a, b) => plans[a].rank - plans[b].rank);

export async function readCodes(
  after: string | undefined,
  now: number,
): Promise<{ codes: PromotionCode[]; next: string | null }> {
  const { codes, next } = await listCodes(after, now);
  const clubIds = codes.flatMap(({ products }) => products.flatMap((id) => parseProductId(id)?.clubId ?? []));
  const clubs = await readClubNames(clubIds, 'staff');
  const name = (id: string) => {
    const plan = parseProductId(id);
    return plan
      ? nameProduct(
          plan.type,
          clubs.find((club) => club.id === plan.clubId),
        )
      : 'Otro producto';
  };
  return { codes: codes.map((code) => ({ ...code, plans: code.products.map(name) })), next };
}
