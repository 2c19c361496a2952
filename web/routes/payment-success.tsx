/** /payment-success: confirms the payment, or returns to the page where it began. */
import { Navigate, useSearchParams } from 'react-router-dom';
import { findPendingPayment } from '../features/money/payments/pending-payment.ts';
import { paths } from '../lib/paths.ts';
import { toSafePath, withQuery } from '../lib/safe-path.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export default function PaymentSuccessPage() {
  const [query] = useSearchParams();
  const back = toSafePath(query.get('redirectUrl'));
  if (back) return <Navigate to={withQuery(back, { payment: 'success' })} replace />;
  const begun = findPendingPayment()?.returnPath;
  return (
    <EmptyState
      role="status"
      heading
      icon="check"
      title="Pago Completado con Éxito"
      text="En cuanto el banco lo confirme, lo verás en tu cuenta y recibirás el recibo por email."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {begun && <LinkButton to={withQuery(begun, { payment: 'success' })}>Volver a donde estabas</LinkButton>}
          <LinkButton kind={begun ? 'secondary' : 'primary'} to={paths.home}>
            Ir al inicio
          </LinkButton>
        </div>
      }
    />
  );
}
