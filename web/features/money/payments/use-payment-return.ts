/**
 * Handles `payment=success` in the query, which proves nothing: polls for 30 s until the server confirms the payment.
 * Every fifth poll lets the server ask the provider, whose webhook may be late or lost.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { findPendingPayment, forgetPayment } from './pending-payment.ts';

const firstPollMs = 500;
const pollIntervalMs = 1000;
const timeoutMs = 30_000;
const providerPollRatio = 5;

export interface PaymentReturn {
  state: 'none' | 'waiting' | 'late';
  retry: () => void;
}

/** `arrived`: the server grants the access that was sold; undefined while unknown. */
export function usePaymentReturn(arrived: boolean | undefined, refetchAccess?: () => Promise<unknown>): PaymentReturn {
  const [query, setQuery] = useSearchParams();
  const { refresh, loading, isLoggedIn } = useSession();
  const returned = query.get('payment') === 'success' && !loading;
  const waiting = returned && isLoggedIn;
  const [since, setSince] = useState<number>();
  const [late, setLate] = useState(false);
  const latest = useRef({ arrived, refetchAccess });
  latest.current = { arrived, refetchAccess };

  const clear = useCallback(() => {
    setQuery(
      (before) => {
        before.delete('payment');
        return before;
      },
      { replace: true },
    );
  }, [setQuery]);

  useEffect(() => {
    if (returned && !isLoggedIn) clear();
  }, [returned, isLoggedIn, clear]);

  useEffect(() => {
    if (!waiting) return;
    const begun = since ?? Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let polls = 0;
    const poll = async () => {
      // Before the first poll, the access may be older than the payment.
      if (polls > 0 && latest.current.arrived) {
        if (findPendingPayment()) showThanks();
        forgetPayment();
        return clear();
      }
      if (Date.now() - begun > timeoutMs) return setLate(true);
      if (polls % providerPollRatio === 0 && findPendingPayment()) reconcileWithProvider();
      await refresh();
      await latest.current.refetchAccess?.();
      // The parameter was typed by hand: there is no payment.
      if (!latest.current.arrived && !findPendingPayment()) return clear();
      timer = setTimeout(poll, polls > 0 ? pollIntervalMs : 0);
      polls += 1;
    };
    timer = setTimeout(poll, firstPollMs);
    return () => clearTimeout(timer);
  }, [waiting, since, refresh, clear]);

  return {
    state: !waiting || arrived || !findPendingPayment() ? 'none' : late ? 'late' : 'waiting',
    retry: () => {
      setLate(false);
      setSince(Date.now());
    },
  };
}

/**
 * Lets the server read the provider's events and apply them. Not awaited, because the webhook may be faster; after a
 * failure, a later poll tries again.
 */
function reconcileWithProvider(): void {
  api('GET /users/me/payments').catch(() => undefined);
}

function showThanks(): void {
  toast.success('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.', {
    duration: 4000,
    id: 'payment',
  });
}
