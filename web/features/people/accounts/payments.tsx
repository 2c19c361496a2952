import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../shared/contract/user.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { api } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { CardButton } from './card-button.tsx';
import { PaymentInvoices } from './payment-invoices.tsx';

export function Payments({ user }: { user: User }) {
  const payments = useQuery({
    queryKey: ['payments'],
    queryFn: async ({ signal }) => (await api('GET /users/me/payments', { signal })).data.payments,
  });
  if (payments.isPending) return <p className="min-h-32 text-muted">Cargando…</p>;
  if (payments.isLoadingError) return <LoadFailure error={payments.error} />;
  if (payments.data.length === 0) return <p className="text-muted">Aquí aparecerán tus pagos y sus recibos.</p>;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line">
        {payments.data.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-4 py-2 text-small">
            <span className="mr-auto min-w-0">
              <span className="block truncate font-semibold">{payment.title}</span>
              <span className="text-muted">
                {formatLongDate(payment.date)} · {statusText[payment.status]}
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formatPrice(payment.amount / 100)}</span>
            {payment.receiptUrl && payment.status !== 'failed' && payment.status !== 'pending' && (
              <a
                href={payment.receiptUrl}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                Recibo<span className="sr-only"> de {payment.title}</span>
              </a>
            )}
            <PaymentInvoices payment={payment} user={user} />
          </li>
        ))}
      </ul>
      <CardButton subscription={user.subscription} />
    </div>
  );
}

const statusText = {
  paid: 'Pagado',
  pending: 'Pendiente',
  refunded: 'Devuelto',
  disputed: 'En disputa',
  failed: 'Rechazado',
};
