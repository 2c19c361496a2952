/**
 * Heartbeats while a player is on the page: at once, every 20 s, and a final one when the page is left. A 409 means
 * that another device holds the stream. Each carries the playback position. Live users and visitors send none.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchReportMs } from '../../../../shared/domain/limits.ts';
import { ApiError, api, traced } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import type { Place } from '../library/progress-tracker.ts';

export function useWatching(active: boolean, place?: RefObject<Place | undefined>) {
  const session = useSession();
  const reports = active && session.isLoggedIn && !session.isLiveUser;
  const [conflict, setConflict] = useState(false);
  const conflicted = useRef(false);

  const report = useCallback(
    async (takeOver: boolean) => {
      const at = place?.current;
      const played = at?.take();
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
        if (played) at?.takeBack(played);
        if (error instanceof ApiError && error.status === 401) return;
        // One toast, however often the heartbeat fails.
        toast.error(traced(error, 'Error al actualizar el estado del usuario'), { id: 'watching' });
      }
    },
    [place],
  );

  useEffect(() => {
    if (!reports) return;
    let left = false;
    const tick = () => {
      if (!left && !conflicted.current) report(false);
    };
    const leave = () => {
      if (left || conflicted.current) return;
      left = true;
      const played = place?.current?.take();
      const body = { isWatching: false, ...(played && { played }) };
      // keepalive lets the request outlive the page; sendBeacon cannot send the Authorization header.
      api('PATCH /session', { body, keepalive: true }).catch(() => undefined);
    };
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      left = false;
      tick();
    };
    tick();
    const timer = setInterval(tick, watchReportMs);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      leave();
      conflicted.current = false;
      setConflict(false);
    };
  }, [reports, report, place]);

  const retry = useCallback(async () => {
    if (reports) await report(false);
  }, [reports, report]);
  const takeOver = useCallback(() => report(true), [report]);
  return { conflict, retry, takeOver: reports ? takeOver : undefined };
}
