/** Product and return address in the queries of the subscription wizard and the payment pages. */
import { isProductType, type ProductType, plans } from '../../../../shared/domain/plans.ts';
import { paths } from '../../../lib/paths.ts';
import { toSafePath, withQuery } from '../../../lib/safe-path.ts';

/** Reads `productType`, or derives it from `source`. */
export function getProductType(query: URLSearchParams): ProductType {
  const productType = query.get('productType');
  if (isProductType(productType)) return productType;
  return query.get('source') === 'ppv' ? 'PT_SPORT_EVENT' : 'PT_MONTHLY';
}

export function getReturnPath(query: URLSearchParams): string {
  const path = toSafePath(query.get('redirectUrl'));
  if (path) return path;
  return plans[getProductType(query)].covers === 'ALL'
    ? withQuery(paths.home, { showSubscriptionBanner: 'true' })
    : paths.home;
}

export function toPaymentPath(query: URLSearchParams): string {
  const sportEventId = query.get('sportEventId');
  const clubId = query.get('clubId');
  const redirectUrl = toSafePath(query.get('redirectUrl'));
  return withQuery(paths.payment, {
    productType: getProductType(query),
    ...(sportEventId ? { sportEventId } : {}),
    ...(clubId ? { clubId } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
  });
}
