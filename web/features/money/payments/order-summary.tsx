/** Everything the law wants to be read immediately before paying, in one place: above the box and the button. */
import { describeOrderTerms, describeScreens } from '../../../../shared/domain/order.ts';
import { plans } from '../../../../shared/domain/plans.ts';
import { describeSeller } from '../../../../shared/domain/seller.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { Order } from './order.tsx';
import { getProductType } from './return-path.ts';
import type { SoldMatch } from './sale.ts';

export function OrderSummary({ query, match }: { query: URLSearchParams; match?: SoldMatch }) {
  const { prices, familyScreens, seasonLastDay, seller, company } = useConfig();
  const product = getProductType(query);
  const price = prices[plans[product].price] ?? 0;
  const { duration, renewal } = describeOrderTerms(product, { price, seasonLastDay, now: Date.now() });
  return (
    <div className="flex flex-col gap-3">
      <Order query={query} {...(match && { match })} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-1 text-small [&_dt]:text-muted">
        <dt>Dura</dt>
        <dd>{duration}</dd>
        {product === 'PT_FAMILY' && (
          <>
            <dt>Se ve</dt>
            <dd>{describeScreens(familyScreens)}</dd>
          </>
        )}
        <dt>Pago</dt>
        <dd>{renewal}</dd>
        <dt>Vende</dt>
        <dd>{describeSeller(seller, company)}</dd>
      </dl>
    </div>
  );
}

export const missingConsent = 'Marca la casilla para ir al pago';
