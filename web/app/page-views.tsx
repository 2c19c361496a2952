/**
 * Reports page views after consent. Rendered after the page inside the same Suspense, so that the page has set its
 * title.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
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

/**
 * Page views for Google Analytics 4. The script loads with the first view after consent. Only paths are reported,
 * because queries carry tokens and searches; withdrawn consent deletes the cookies.
 */

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const scriptUrl = 'https://www.googletagmanager.com/gtag/js';

/** Measurement id whose script was requested. */
let loaded: string | undefined;

function reportPageView(id: string): void {
  switchOff(id, false);
  if (loaded !== id) load(id);
  // `set` also applies to events that the script sends by itself.
  gtag('set', {
    page_location: dropQuery(location.href),
    page_referrer: dropQuery(document.referrer),
    page_title: document.title,
  });
  gtag('event', 'page_view');
}

/** Switches an earlier script off, and deletes its cookies. */
function stopReporting(id: string): void {
  if (loaded !== id) return;
  switchOff(id, true);
  for (const name of ['_ga', `_ga_${id.replace(/^G-/, '')}`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
}

function load(id: string): void {
  loaded = id;
  gtag('js', new Date());
  gtag('config', id, {
    send_page_view: false,
    cookie_domain: 'none',
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  const script = document.createElement('script');
  script.src = `${scriptUrl}?id=${encodeURIComponent(id)}`;
  script.async = true;
  document.head.append(script);
}

const dropQuery = (address: string) => address.split(/[?#]/, 1)[0];

/** Sets the opt-out flag that the script documents. */
const switchOff = (id: string, off: boolean) => Object.assign(window, { [`ga-disable-${id}`]: off });

/** Each command must be an `arguments` object, by which gtag.js recognises it. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}
