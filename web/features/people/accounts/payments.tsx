import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceLink } from '../../../../shared/contract/invoices.ts';
import type { Payment } from '../../../../shared/contract/payments.ts';
import type { User } from '../../../../shared/contract/user.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { api } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { saveDownload } from '../../../lib/save-download.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { CardButton } from './card-button.tsx';

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

const FullInvoiceDialog = lazyPart(async () => (await import('./full-invoice-dialog.tsx')).FullInvoiceDialog);

const names: Record<InvoiceLink['kind'], string> = {
  SIMPLIFIED: 'Factura',
  FULL: 'Factura con NIF',
  RECTIFYING: 'Rectificativa',
};

/** The invoices of a payment, and the way to one with a tax number. */
function PaymentInvoices({ payment, user }: { payment: Payment; user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const { invoices, title } = payment;
  const hasFull = invoices.some(({ kind }) => kind === 'FULL');
  // The full one replaces the simplified one.
  const listed = invoices.filter(({ kind }) => kind !== 'SIMPLIFIED' || !hasFull);
  const left = invoices.reduce((sum, { kind, total }) => (kind === 'FULL' ? sum : sum + total), 0);
  return (
    <>
      {listed.map((invoice) => (
        <InvoiceButton key={invoice.id} invoice={invoice} title={title} />
      ))}
      {!hasFull && left > 0 && (
        <button type="button" className={linkLook} onClick={() => setIsAsking(true)}>
          Factura con tu NIF<span className="sr-only"> de {title}</span>
        </button>
      )}
      {isAsking && <FullInvoiceDialog payment={payment} user={user} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function InvoiceButton({ invoice: { id, number, kind }, title }: { invoice: InvoiceLink; title: string }) {
  const saving = useAct({
    send: () => saveDownload(`/users/me/invoices/${id}/pdf`, {}, `${number}.pdf`),
    failure: 'No se ha podido descargar la factura',
  });
  return (
    <button type="button" className={linkLook} disabled={saving.isPending} onClick={() => saving.mutate()}>
      {names[kind]}
      <span className="sr-only">
        {' '}
        {number} de {title} (PDF)
      </span>
    </button>
  );
}

const linkLook = 'inline-flex min-h-11 items-center underline underline-offset-4 disabled:text-muted';
