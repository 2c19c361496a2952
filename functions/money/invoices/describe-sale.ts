/** The description of the sold product on an invoice, from the metadata of its order. */
import { cutText } from '../../../shared/domain/cut-text.ts';
import { isProductType, nameProduct } from '../../../shared/domain/plans.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';

/** Leaves out the score, because invoices must not reveal results. The agency takes 500 characters. */
export function describeSale({ eventTitle, productType, clubName }: Record<string, string>): string {
  if (eventTitle) return cutText(`Acceso al partido «${removeScore(eventTitle)}»`, 500);
  const product = isProductType(productType) ? productType : 'PT_MONTHLY';
  return nameProduct(product, clubName ? { name: clubName } : null);
}
