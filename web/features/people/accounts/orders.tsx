/** The account's orders: what was agreed to, its documents, and the way to withdraw. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { documents, isDocumentName } from '../../../../shared/domain/documents.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { api } from '../../../lib/api.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';

export function Orders() {
  const { withdrawalLabel } = useConfig();
  const orders = useQuery({
    queryKey: ['orders'],
    queryFn: async ({ signal }) => (await api('GET /users/me/orders', { signal })).data.orders,
  });
  if (orders.isPending) return <p className="min-h-16 text-muted">Cargando…</p>;
  if (orders.isLoadingError) return <LoadFailure error={orders.error} />;
  if (orders.data.length === 0) return <p className="text-muted">Aquí aparecerá lo que pidas, con lo que aceptaste.</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {orders.data.map(({ number, at, title, amount, paid, consent, documents: accepted, withdrawnAt }) => (
        <li key={number} className="flex flex-col gap-1 py-3 text-small">
          <p className="flex flex-wrap gap-x-4">
            <span className="mr-auto min-w-0 truncate font-semibold">{title ?? 'Suscripción mensual'}</span>
            <span className="font-semibold tabular-nums">
              {paid < amount && <s className="mr-2 font-normal text-muted">{formatPrice(amount / 100)}</s>}
              {formatPrice(paid / 100)}
            </span>
          </p>
          <p className="text-muted">
            {formatLongDate(at)} · Recibo {number}
          </p>
          {paid < amount && <p className="text-muted">Con código: {formatPrice((amount - paid) / 100)} menos.</p>}
          {consent && <p className="text-muted">Aceptaste: «{consent}».</p>}
          <p className="flex flex-wrap gap-x-4">
            {accepted.map(({ name, version }) => (
              <Link key={name} to={paths.documentVersion(name, version)} className={linkLook}>
                {isDocumentName(name) ? documents[name].title : name}
              </Link>
            ))}
            {withdrawnAt ? (
              <span className="inline-flex min-h-11 items-center text-muted">
                Desististe el {formatLongDate(withdrawnAt)}
              </span>
            ) : (
              <Link to={withQuery(paths.withdraw, { recibo: number })} className={linkLook}>
                {withdrawalLabel}
                <span className="sr-only">: {title ?? 'Suscripción mensual'}</span>
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

const linkLook = 'inline-flex min-h-11 items-center underline underline-offset-4';
