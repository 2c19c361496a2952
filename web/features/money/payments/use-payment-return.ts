/**
 * Handles `payment=success` in the query, which proves nothing: polls the server for 30 s until the payment is
 * confirmed. Every fifth poll makes the server check with the provider, whose webhook may be late or lost.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { forgetPayment, isPaying } from './return-path.ts';

const firstMs = 500;
const everyMs = 1000;
const patienceMs = 30_000;
const providerEvery = 5;

export interface PaymentReturn {
  state: 'none' | 'waiting' | 'late';
  /** Polls for another 30 s. */
  again: () => void;
}

/** `arrived`: whether the server grants what this page sells; undefined while unknown. */
export function usePaymentReturn(arrived: boolean | undefined, judgeAgain?: () => Promise<unknown>): PaymentReturn {
  const [query, setQuery] = useSearchParams();
  const { refresh, loading, isLoggedIn } = useSession();
  const returned = query.get('payment') === 'success' && !loading;
  const waiting = returned && isLoggedIn;
  const [since, setSince] = useState<number>();
  const [late, setLate] = useState(false);
  const latest = useRef({ arrived, judgeAgain });
  latest.current = { arrived, judgeAgain };

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
    let looks = 0;
    const look = async () => {
      // The state before the first poll may be older than the payment.
      if (looks > 0 && latest.current.arrived) {
        if (isPaying()) sayThanks();
        forgetPayment();
        return clear();
      }
      if (Date.now() - begun > patienceMs) return setLate(true);
      if (looks % providerEvery === 0 && isPaying()) lookAtProvider();
      await refresh();
      await latest.current.judgeAgain?.();
      // The parameter was typed by hand: there is no payment to wait for.
      if (!latest.current.arrived && !isPaying()) return clear();
      timer = setTimeout(look, looks > 0 ? everyMs : 0);
      looks += 1;
    };
    timer = setTimeout(look, firstMs);
    return () => clearTimeout(timer);
  }, [waiting, since, refresh, clear]);

  return {
    state: !waiting || arrived || !isPaying() ? 'none' : late ? 'late' : 'waiting',
    again: () => {
      setLate(false);
      setSince(Date.now());
    },
  };
}

/**
 * The server applies what it finds. Not awaited, because the webhook may be faster; a failure is retried by a later
 * poll.
 */
function lookAtProvider(): void {
  api('GET /users/me/payments').catch(() => undefined);
}

function sayThanks(): void {
  toast.success('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.', {
    duration: 4000,
    id: 'payment',
  });
}
