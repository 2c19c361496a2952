/**
 * Back from the payment page with payment=success, which anybody can type: only the server's word counts. Waits 500 ms,
 * loads own data and judges access again (A-PAY-16, V-VOD-5, V-LIVE-2), then every second until the payment has arrived
 * (E-PAY-3); for 30 s, then the page says what to do (PaymentNotice).
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../app/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { forgetPayment, isPaying } from './return-path.ts';

const firstMs = 500;
const everyMs = 1000;
const patienceMs = 30_000;

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
    let looked = false;
    const look = async () => {
      // What was known before the first look may be older than the payment.
      if (looked && latest.current.arrived) {
        if (isPaying()) sayThanks();
        forgetPayment();
        return clear();
      }
      if (Date.now() - begun > patienceMs) return setLate(true);
      await refresh();
      await latest.current.judgeAgain?.();
      // Whoever typed the parameter has paid for nothing: nothing is waited for.
      if (!latest.current.arrived && !isPaying()) return clear();
      timer = setTimeout(look, looked ? everyMs : 0);
      looked = true;
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

function sayThanks(): void {
  toast.success('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.', {
    duration: 4000,
    id: 'payment',
  });
}
