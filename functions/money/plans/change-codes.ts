/** Creates and ends promotion codes, with the audit: after a crash, the same request completes what is missing. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { NewPromotionCode, PlanView, PromotionCode } from '../../../shared/contract/plans.ts';
import { nameProduct, plans, productTypes } from '../../../shared/domain/plans.ts';
import { readClubNames, requireClub } from '../../league/clubs/store.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import { isNew, putWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readCents } from '../../platform/aws/prices.ts';
import { countHolders } from '../payments/buyers.ts';
import { parseProductId } from '../payments/stripe/products.ts';
import { createCode, endCode, findCode, listCodes } from '../payments/stripe/promotion-codes.ts';

export async function createPromotionCode(wanted: NewPromotionCode, now: number): Promise<void> {
  const { id, code, unit, off, product, clubId, until, uses } = wanted;
  if (until !== null && !(Date.parse(until) > now && Date.parse(until) < now + longestMs))
    throw new ApiError('PYM4012');
  const club = product === 'PT_CLUB_PASS' ? await requireClub(clubId ?? '') : null;
  const current = await findCode(code, now);
  if (current?.state === 'ACTIVE' && current.request !== id) throw new ApiError('PYM4090');
  await createCode({
    id,
    code,
    percent: unit === 'PERCENT' ? off : null,
    amount: unit === 'CENTS' ? off : null,
    plan: product && { type: product, club },
    until,
    uses,
  });
  const after = { unit, off, product, ...(club && { clubId: club.id }), until, uses };
  const done = putWrite(
    'purchases',
    { pk: 'PROMOTIONS', sk: id, expiresAt: Math.ceil((now + repeatedMs) / 1000) },
    isNew,
  );
  // A repeated request has its entry already.
  await transactAudited([done], [{ kind: 'promotions', id: code, name: code, action: 'CREATE', after }]).catch(
    ignoreFailedCondition,
  );
}

/** @throws ApiError PYM4040 for a code that never was. */
export async function endPromotionCode(code: string, now: number): Promise<void> {
  const existing = isCode.test(code) ? await findCode(code, now) : undefined;
  if (!existing) throw new ApiError('PYM4040');
  if (existing.state !== 'ACTIVE') return;
  const { percent, amount, products, until, left } = existing;
  const before = { percent, amount, products, until, uses: left };
  // Audited first: after a crash in between, the code is still active and the request can be repeated.
  await transactAudited([], [{ kind: 'promotions', id: existing.code, name: existing.code, action: 'DELETE', before }]);
  await endCode(existing.id);
}

/** Characters of the provider's codes. */
const isCode = /^[A-Za-z0-9-]{1,500}$/;
const longestMs = 5 * 365 * 24 * 3600 * 1000;
/** The provider repeats its answer to the same key for a day. */
const repeatedMs = 7 * 24 * 3600 * 1000;

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
