/** The sheet that sells one match: shows match and price, asks visitors for an email, and leads to the payment. */
import { useLocation, useNavigate } from 'react-router-dom';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { useSession } from '../../../session/session.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { EmailPurchase } from './email-purchase.tsx';
import { readPrice } from './match-price.ts';
import { OpenInBrowser } from './open-in-browser.tsx';
import { giveConsent } from './order-consent.ts';
import { OrderSummary } from './order-summary.tsx';
import { ReservationTerms } from './reservation-terms.tsx';
import { toPaymentPath } from './return-path.ts';
import type { Sale } from './sale.ts';

export function BuySheet({ sale }: { sale: Sale }) {
  const { prices, bizum } = useConfig();
  const { isLoggedIn } = useSession();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams({ source: 'ppv', sportEventId: sale.eventId, redirectUrl: pathname + search });
  const action = `Pagar ${formatPrice(readPrice(prices, sale.match))}`;
  // A sheet opened by a link from elsewhere has no page of ours below it in the history.
  const close = () => (state?.opened ? navigate(-1) : navigate({ search, hash: '' }, { replace: true }));
  const goToPayment = () => {
    giveConsent(query);
    navigate(toPaymentPath(query));
  };
  return (
    <Dialog title={sale.isReservation ? 'Reserva el partido' : 'Ver este partido'} onClose={close} sheet>
      <div className="flex flex-col gap-5 text-text">
        <OpenInBrowser />
        {isLoggedIn ? (
          <>
            {sale.isReservation && <ReservationTerms />}
            <ConfirmOrder query={query} match={sale.match} action={action} onAgree={goToPayment} />
          </>
        ) : (
          <>
            <OrderSummary query={query} match={sale.match} />
            {sale.isReservation && <ReservationTerms />}
            <EmailPurchase query={query} action={action} isBrief onEntered={() => navigate(toPaymentPath(query))} />
          </>
        )}
        <p className="-mt-2 text-center text-small text-muted">
          Pago seguro con Stripe: {bizum && 'Bizum, '}tarjeta, Apple Pay o Google Pay.
        </p>
      </div>
    </Dialog>
  );
}
