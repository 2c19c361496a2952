/**
 * Sends quality reports of visitors, who have no heartbeats: every quarter of an hour, and when the page is hidden or
 * left. The next report repeats a failed one.
 */
import { useEffect } from 'react';
import { visitorReportMs } from '../../../../shared/domain/quality-limits.ts';
import { ApiError, api } from '../../../lib/api.ts';
import type { QualityReports } from './quality-reports.ts';

export function useVisitorReports(active: boolean, scope: string, quality: QualityReports): void {
  useEffect(() => {
    if (!active) return;
    const send = (isLast: boolean) => {
      const reports = quality.take(scope, { isLast });
      if (reports.length === 0) return;
      api('POST /quality', { body: { reports }, keepalive: isLast }).then(
        () => quality.confirm(reports),
        (error: unknown) => error instanceof ApiError && error.status === 400 && quality.confirm(reports),
      );
    };
    const sendLast = () => send(true);
    const onVisibility = () => document.visibilityState === 'hidden' && sendLast();
    const timer = setInterval(() => send(false), visitorReportMs);
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', sendLast);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', sendLast);
      sendLast();
    };
  }, [active, scope, quality]);
}
