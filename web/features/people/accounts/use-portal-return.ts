/**
 * Follows what a user changed in the payment provider's portal: on the way back the server reads the provider, whose
 * webhook may be late. Any way back counts, the browser's own included.
 */
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { readStored, writeStored } from '../../../lib/use-stored.ts';
import { useSession } from '../../../session/session.tsx';

const leftKey = 'portal';
const retryMs = 1000;
const timeoutMs = 30_000;

export const rememberPortal = () => writeStored(leftKey, true);

/** True until the server has applied what the user changed. */
export function usePortalReturn(): boolean {
  const { refresh } = useSession();
  const [isChecking, setChecking] = useState(() => readStored(leftKey) === true);

  useEffect(() => {
    // The browser may show the page again as it was left.
    const onShow = () => setChecking(readStored(leftKey) === true);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  useEffect(() => {
    if (!isChecking) return;
    const begun = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    const check = async () => {
      const isApplied = await api('GET /users/me/payments', { query: { apply: 'subscription' } }).then(
        () => true,
        () => false,
      );
      if (isStopped) return;
      if (!isApplied && Date.now() - begun < timeoutMs) {
        timer = setTimeout(check, retryMs);
        return;
      }
      await refresh();
      if (isStopped) return;
      writeStored(leftKey, null);
      setChecking(false);
    };
    check();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isChecking, refresh]);

  return isChecking;
}
