/**
 * Heartbeats while a player is on the page: at once, every 20 s, and a last one when the user leaves. Each contains the
 * playback position, and once a minute the quality reports. The answer 409 means that another device holds the stream.
 * Admins and visitors send none.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchReportMs } from '../../../../shared/domain/limits.ts';
import type { VideoPlaybackReport } from '../../../../shared/domain/playback-report.ts';
import type { QualityReport } from '../../../../shared/domain/quality-report.ts';
import { ApiError, api, withRequestId } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';
import type { ProgressTracker } from '../library/progress-tracker.ts';
import type { QualityReports } from './quality-reports.ts';

export function useWatching(
  active: boolean,
  tracker: RefObject<ProgressTracker | undefined> | undefined,
  { reports, scope }: { reports: QualityReports; scope: string },
) {
  const session = useSession();
  const sendsHeartbeats = active && session.isLoggedIn && !session.isLiveUser;
  const [conflict, setConflict] = useState(false);
  const conflicted = useRef(false);

  const report = useCallback(
    async (takeOver: boolean) => {
      const at = tracker?.current;
      const played = at?.takeUnreported();
      const quality = reports.take(scope);
      try {
        await api('PATCH /session', { body: { isWatching: true, takeOver, ...withReports(played, quality) } });
        reports.confirm(quality);
        conflicted.current = false;
        setConflict(false);
      } catch (error) {
        // The server has stored the progress, although another device holds the stream.
        if (error instanceof ApiError && error.status === 409) {
          reports.confirm(quality);
          conflicted.current = true;
          setConflict(true);
          return;
        }
        if (played) at?.restore(played);
        if (error instanceof ApiError && error.status === 401) return;
        // The id keeps one toast, even if the heartbeat fails again and again.
        toast.error(withRequestId(error, 'Error al actualizar el estado del usuario'), { id: 'watching' });
      }
    },
    [tracker, reports, scope],
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
      const body = { isWatching: false, ...withReports(played, reports.take(scope, { isLast: true })) };
      // `keepalive` lets the request outlive the page; `sendBeacon` cannot send the Authorization header.
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
  }, [sendsHeartbeats, report, tracker, reports, scope]);

  const retry = useCallback(async () => {
    if (sendsHeartbeats) await report(false);
  }, [sendsHeartbeats, report]);
  const takeOver = useCallback(() => report(true), [report]);
  return { conflict, retry, takeOver: sendsHeartbeats ? takeOver : undefined };
}

const withReports = (played: VideoPlaybackReport | undefined, quality: QualityReport[]) => ({
  ...(played && { played }),
  ...(quality.length > 0 && { quality }),
});
