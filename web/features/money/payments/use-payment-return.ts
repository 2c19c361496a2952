/**
 * Back from the payment page with payment=success, which anybody can type: only the server's word counts. Waits 500 ms,
 * loads own data and judges access again (A-PAY-16, V-VOD-5, V-LIVE-2), then every second until the payment has arrived
 * (E-PAY-3); for 30 s, then the page says what to do (PaymentNotice). Now and then it has the server look at the provider,
 * whose event may be late or lost.
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
  /** Looks for another while. */
  again: () => void;
}

/** `arrived`: whether the server says that the person has what this page sells; undefined while it is not known. */
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
      // What was known before the first look may be older than the payment.
      if (looks > 0 && latest.current.arrived) {
        if (isPaying()) sayThanks();
        forgetPayment();
        return clear();
      }
      if (Date.now() - begun > patienceMs) return setLate(true);
      if (looks % providerEvery === 0 && isPaying()) lookAtProvider();
      await refresh();
      await latest.current.judgeAgain?.();
      // Whoever typed the parameter has paid for nothing: nothing is waited for.
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

/** The server takes over what it finds. Not waited for, as the event may be faster; if it fails, that is still to come. */
function lookAtProvider(): void {
  api('GET /users/me/payments').catch(() => undefined);
}

function sayThanks(): void {
  toast.success('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.', {
    duration: 4000,
    id: 'payment',
  });
}
