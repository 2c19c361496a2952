/** The banner after a login or payment, requested by the query, which the user can close. */
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { useAddress } from '../../../lib/use-page.ts';
import { useSession } from '../../../session/session.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PaymentNotice } from '../../money/payments/payment-notice.tsx';
import { usePaymentReturn } from '../../money/payments/use-payment-return.ts';

export function HomeBanner() {
  const [query, change] = useAddress();
  const { prices } = useConfig();
  const { user, isUserKnown } = useSession();
  const isSubscriber = user?.role === 'REGULAR_SUBSCRIBER';
  const payment = usePaymentReturn(isSubscriber);
  const purchase = query.get('showPurchaseBanner') === 'true' && isUserKnown && !isSubscriber;
  // The query proves nothing, so only subscribers see this banner.
  const subscription = query.get('showSubscriptionBanner') === 'true' && isSubscriber;
  if (payment.state !== 'none') {
    return (
      <div className="px-gutter py-4">
        <PaymentNotice {...payment} />
      </div>
    );
  }
  if (!purchase && !subscription) return null;

  const dismiss = () => change({ showPurchaseBanner: '', showSubscriptionBanner: '' });

  return (
    <div
      role="status"
      className="flex items-center gap-3 border-b border-line bg-raised py-1 pl-[clamp(16px,4vw,56px)]"
    >
      <p className="mr-auto py-2 text-small font-medium">
        {subscription
          ? 'Ya puedes ver todos los partidos, en directo y en diferido.'
          : `Elige tu partido y cómpralo por ${formatPrice(prices.event)}. Podrás verlo hasta 90 días, sin compromiso.`}
      </p>
      <IconButton icon="close" label="Cerrar aviso" onClick={dismiss} />
    </div>
  );
}
