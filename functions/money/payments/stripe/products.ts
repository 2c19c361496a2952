/**
 * Plans in the provider's catalogue, to which operators restrict coupons on its dashboard: `cantera_season`, or
 * `cantera_club_{id}` for the pass of one club. A match is sold under its own title instead.
 */
import type Stripe from 'stripe';
import { cutText } from '../../../../shared/domain/cut-text.ts';
import { nameProduct, type ProductType, plans, productTypes } from '../../../../shared/domain/plans.ts';
import { ignoreMissing, isRequestError } from './errors.ts';

export interface Product {
  type: ProductType;
  name: string;
  /** Cents, VAT included. */
  amount: number;
  event: { id: string; title: string; sport: string } | null;
  club: { id: string; name: string } | null;
  /** Clubs of the match. */
  clubIds: readonly string[];
  /** End of a plan that is paid once, ISO 8601. */
  until: string | null;
  screens: number;
}

/**
 * Kinds of goods by which the provider taxes what it sells: video streamed for a limited time, and for as long as a
 * subscription lasts. https://docs.stripe.com/tax/tax-codes
 */
export const taxCodes = { MATCH: 'txcd_10402000', CLUB: 'txcd_10402200', ALL: 'txcd_10402200' } as const;

export type PlanProduct = Pick<Product, 'type' | 'club'>;

/** Name of a plan in the provider's catalogue, which takes 250 characters. */
export const namePlan = (type: ProductType, club: Product['club']): string =>
  cutText(`Cantera TV: ${nameProduct(type, club)}`, 250);

/**
 * Creates the plan's product where it is missing, renames it with its club, and takes it back from the archive. Asks each
 * time, because a product that somebody deletes on the dashboard would stop all sales of a process that remembers it.
 * Returns its id.
 */
export async function ensureProduct(stripe: Stripe, { type, club }: PlanProduct): Promise<string> {
  const { plan, covers } = plans[type];
  const name = namePlan(type, club);
  const id = ['cantera', plan, club?.id].filter(Boolean).join('_');
  const product = await stripe.products.retrieve(id).catch(ignoreMissing);
  if (!product) await stripe.products.create({ id, name, tax_code: taxCodes[covers] }).catch(ignoreExisting);
  else if (product.name !== name || !product.active) await stripe.products.update(id, { name, active: true });
  return id;
}

/** Reads which plan a product's id stands for; undefined for products of the dashboard. */
export function parseProductId(id: string): { type: ProductType; clubId: string | null } | undefined {
  const [, plan, clubId = null] = /^cantera_([a-z]+)(?:_(\w+))?$/.exec(id) ?? [];
  const type = productTypes.find((one) => plans[one].plan === plan);
  return type && { type, clubId };
}

/** Another request was faster. */
function ignoreExisting(error: unknown): undefined {
  if (!isRequestError(error) || error.code !== 'resource_already_exists') throw error;
}
