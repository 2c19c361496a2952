/**
 * /comprar: buys one match with only an email address. The query has the parameters of the subscription wizard
 * (/subscription).
 */
import { Navigate, useSearchParams } from 'react-router-dom';
import { EmailPurchase } from '../features/money/payments/email-purchase.tsx';
import { EventBenefits } from '../features/money/payments/event-benefits.tsx';
import { OrderSummary } from '../features/money/payments/order-summary.tsx';
import { toPaymentPath } from '../features/money/payments/return-path.ts';
import { AccountLayout } from '../features/people/accounts/account-layout.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function BuyPage() {
  const { loading, isLoggedIn } = useSession();
  const [given] = useSearchParams();
  if (loading) return <PageSpinner />;
  if (!given.get('sportEventId'))
    return <Navigate to={{ pathname: paths.subscription, search: `?${given}` }} replace />;
  const query = new URLSearchParams(given);
  // This page sells no monthly subscription.
  query.delete('productType');
  query.set('source', 'ppv');
  // True of users who have logged in before, and of buyers whose session the form below has just created.
  if (isLoggedIn) return <Navigate to={toPaymentPath(query)} replace />;
  return (
    <AccountLayout
      title="Compra el partido"
      intro="Solo con tu email, en menos de un minuto."
      aside={<EventBenefits />}
    >
      <OrderSummary query={query} />
      <EmailPurchase query={query} action="Ir al pago" />
    </AccountLayout>
  );
}
