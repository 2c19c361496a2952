/** /creando-pago: requests a payment link and redirects to it; before that, asks who has not agreed to the order. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ConsentId } from '../../shared/domain/order.ts';
import { ConfirmOrder } from '../features/money/payments/confirm-order.tsx';
import { OpenInBrowser } from '../features/money/payments/open-in-browser.tsx';
import { Order } from '../features/money/payments/order.tsx';
import { consentFor, findConsent, forgetConsent } from '../features/money/payments/order-consent.ts';
import { rememberPayment } from '../features/money/payments/pending-payment.ts';
import { getProductType, getReturnPath } from '../features/money/payments/return-path.ts';
import { describeAccountError } from '../features/people/accounts/account-errors.ts';
import { ApiError, api } from '../lib/api.ts';
import { replaceWithExternal } from '../lib/external-navigation.ts';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { Spinner } from '../ui/spinner.tsx';

const failed = 'Error al procesar el pago';

export default function PaymentPage() {
  const [query] = useSearchParams();
  const [consent, setConsent] = useState(() => findConsent(query));
  const link = useQuery({
    queryKey: ['payment-link', query.toString(), consent],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => requestPaymentLink(query, consent),
  });

  useEffect(() => {
    if (!link.data) return;
    forgetConsent();
    rememberPayment(getReturnPath(query));
    // Replaces this entry, so that Back skips the spinner.
    replaceWithExternal(link.data);
  }, [link.data, query]);

  // The API answers with this code once the product can be bought, but the order's consent is missing.
  if (link.error instanceof ApiError && link.error.code === 'PYM4010') {
    return (
      <div className={frame}>
        <h1 className="text-title">Confirma tu pedido</h1>
        <OpenInBrowser />
        <ConfirmOrder query={query} action="Ir al pago" onAgree={() => setConsent(consentFor(query).id)} />
      </div>
    );
  }
  if (link.error) {
    const detail = describeAccountError(link.error, failed);
    return (
      <div className={frame}>
        <div role="alert" className="min-h-80">
          <EmptyState
            heading
            icon="alert"
            title={failed}
            text={detail.markup === failed ? '' : <FailureText text={detail} />}
            action={<LinkButton to={paths.home}>Volver al inicio</LinkButton>}
          />
        </div>
        <Order query={query} />
      </div>
    );
  }
  return (
    <div className={frame}>
      <div role="status" className="flex min-h-80 flex-col items-center justify-center gap-6 text-center">
        <Spinner size={40} />
        <p className="text-lead">Espera mientras te redirigimos a la plataforma de pago</p>
      </div>
      <Order query={query} />
    </div>
  );
}

/** The same for all states: a failure takes the height of the wait, so that the order below stays where it is. */
const frame = 'mx-auto flex w-full max-w-118 flex-col gap-6 px-4 py-10';

async function requestPaymentLink(query: URLSearchParams, consent: ConsentId | undefined): Promise<string> {
  const productType = getProductType(query);
  const sportEventId = query.get('sportEventId') ?? undefined;
  if (productType === 'PT_SPORT_EVENT' && !sportEventId)
    throw new ApiError(0, 'PAYMENT', 'No se ha especificado el evento deportivo');
  const clubId = query.get('clubId') ?? undefined;
  if (productType === 'PT_CLUB_PASS' && !clubId) throw new ApiError(0, 'PAYMENT', 'No se ha especificado el club');
  const back = new URL(paths.paymentSuccess, location.origin);
  back.searchParams.set('redirectUrl', getReturnPath(query));
  const { data } = await api('POST /payments/stripe', {
    body: {
      productType,
      callbackUrl: back.href,
      ...(productType === 'PT_SPORT_EVENT' ? { sportEventId } : {}),
      ...(productType === 'PT_CLUB_PASS' ? { clubId } : {}),
      consent: consent ?? null,
    },
  });
  if (!data?.paymentLink) throw new ApiError(0, 'PAYMENT', 'No se recibió la URL de pago');
  return data.paymentLink;
}
