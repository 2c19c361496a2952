/** The invoices of a payment, and the way to one with a tax number. */
import { useState } from 'react';
import type { InvoiceLink } from '../../../../shared/contract/invoices.ts';
import type { Payment } from '../../../../shared/contract/payments.ts';
import type { User } from '../../../../shared/contract/user.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { saveDownload } from '../../../lib/save-download.ts';
import { useAct } from '../../../ui/use-act.ts';

const FullInvoiceDialog = lazyPart(async () => (await import('./full-invoice-dialog.tsx')).FullInvoiceDialog);

const names: Record<InvoiceLink['kind'], string> = {
  SIMPLIFIED: 'Factura',
  FULL: 'Factura con NIF',
  RECTIFYING: 'Rectificativa',
};

export function PaymentInvoices({ payment, user }: { payment: Payment; user: User }) {
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
