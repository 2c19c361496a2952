/** The sold product in words, from the metadata of its order. */
import { cutText } from '../../../shared/domain/cut-text.ts';
import { isProductType, nameProduct } from '../../../shared/domain/plans.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';

/** Leaves out the score, because invoices must not reveal results. The agency takes 500 characters. */
export const describeSale = (sold: Record<string, string>): string =>
  sold.eventTitle ? cutText(`Acceso al partido «${removeScore(sold.eventTitle)}»`, 500) : nameSold(sold);

/** The match, or the plan; the charges of a month name none. */
export function nameSold({ eventTitle, productType, clubName }: Record<string, string>): string {
  const product = isProductType(productType) ? productType : 'PT_MONTHLY';
  return eventTitle ?? nameProduct(product, clubName ? { name: clubName } : null);
}
