/**
 * Back from the payment page with payment=success: waits 500 ms, loads own data again, judges access again, says so and
 * clears the parameter (A-PAY-16, V-VOD-5, V-LIVE-2). The payment itself is confirmed by the provider's signed call.
 */
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../app/session.tsx';
import { toast } from '../../../ui/toaster.tsx';

const waitMs = 500;

export function usePaymentReturn(judgeAgain: () => Promise<unknown>): void {
  const [query, setQuery] = useSearchParams();
  const { refresh, loading } = useSession();
  const paid = query.get('payment') === 'success' && !loading;
  const latest = useRef({ judgeAgain, setQuery });
  latest.current = { judgeAgain, setQuery };

  useEffect(() => {
    if (!paid) return;
    const timer = setTimeout(async () => {
      await refresh();
      await latest.current.judgeAgain();
      toast.success('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.', {
        duration: 4000,
        id: 'payment',
      });
      latest.current.setQuery(
        (before) => {
          before.delete('payment');
          return before;
        },
        { replace: true },
      );
    }, waitMs);
    return () => clearTimeout(timer);
  }, [paid, refresh]);
}
