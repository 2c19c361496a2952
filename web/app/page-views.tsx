/**
 * Reports page views after consent. Rendered after the page inside the same Suspense, so that the page has set its
 * title.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { reportPageView, stopReporting } from '../lib/analytics.ts';
import { useConfig } from '../lib/config-context.tsx';
import { useConsent } from '../lib/consent.ts';

export function PageViews() {
  const { pathname } = useLocation();
  const { analyticsId } = useConfig();
  const [accepted] = useConsent();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path
  useEffect(() => {
    if (!analyticsId) return;
    if (accepted) reportPageView(analyticsId);
    else stopReporting(analyticsId);
  }, [pathname, analyticsId, accepted]);
  return null;
}
