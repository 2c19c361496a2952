/**
 * Heartbeats while a player is on the page: at once, every 20 s, and a final one when the page is left. A 409 means
 * that another device holds the stream. Each carries the playback position. Live users and visitors send none.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchReportMs } from '../../../../shared/domain/limits.ts';
import { ApiError, api, withRequestId } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import type { ProgressTracker } from '../library/progress-tracker.ts';

export function useWatching(active: boolean, tracker?: RefObject<ProgressTracker | undefined>) {
  const session = useSession();
  const sendsHeartbeats = active && session.isLoggedIn && !session.isLiveUser;
  const [conflict, setConflict] = useState(false);
  const conflicted = useRef(false);

  const report = useCallback(
    async (takeOver: boolean) => {
      const at = tracker?.current;
      const played = at?.takeUnreported();
      try {
        await api('PATCH /session', { body: { isWatching: true, takeOver, ...(played && { played }) } });
        conflicted.current = false;
        setConflict(false);
      } catch (error) {
        // The progress was stored although the stream is held elsewhere.
        if (error instanceof ApiError && error.status === 409) {
          conflicted.current = true;
          setConflict(true);
          return;
        }
        if (played) at?.restore(played);
        if (error instanceof ApiError && error.status === 401) return;
        // One toast, however often the heartbeat fails.
        toast.error(withRequestId(error, 'Error al actualizar el estado del usuario'), { id: 'watching' });
      }
    },
    [tracker],
  );

  useEffect(() => {
    if (!sendsHeartbeats) return;
    let left = false;
    const sendHeartbeat = () => {
      if (!left && !conflicted.current) report(false);
    };
    const sendFinalHeartbeat = () => {
      if (left || conflicted.current) return;
      left = true;
      const played = tracker?.current?.takeUnreported();
      const body = { isWatching: false, ...(played && { played }) };
      // keepalive lets the request outlive the page; sendBeacon cannot send the Authorization header.
      api('PATCH /session', { body, keepalive: true }).catch(() => undefined);
    };
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      left = false;
      sendHeartbeat();
    };
    sendHeartbeat();
    const timer = setInterval(sendHeartbeat, watchReportMs);
    addEventListener('pagehide', sendFinalHeartbeat);
    addEventListener('pageshow', onPageShow);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', sendFinalHeartbeat);
      removeEventListener('pageshow', onPageShow);
      sendFinalHeartbeat();
      conflicted.current = false;
      setConflict(false);
    };
  }, [sendsHeartbeats, report, tracker]);

  const retry = useCallback(async () => {
    if (sendsHeartbeats) await report(false);
  }, [sendsHeartbeats, report]);
  const takeOver = useCallback(() => report(true), [report]);
  return { conflict, retry, takeOver: sendsHeartbeats ? takeOver : undefined };
}
