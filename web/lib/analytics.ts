/**
 * Page views for Google Analytics 4, without its inline snippet: the script is fetched with the first view that may be
 * reported, so nothing is loaded before the visitor agrees. Of an address only the path is reported: queries carry
 * tokens and searches. No advertising features, and a cookie of this host alone, which a withdrawal deletes.
 */

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const scriptUrl = 'https://www.googletagmanager.com/gtag/js';

/** The measurement id whose script has been asked for. */
let loaded: string | undefined;

export function reportPageView(id: string): void {
  switchOff(id, false);
  if (loaded !== id) load(id);
  // Set, not only sent along: what the script reports by itself carries the same address.
  gtag('set', {
    page_location: withoutQuery(location.href),
    page_referrer: withoutQuery(document.referrer),
    page_title: document.title,
  });
  gtag('event', 'page_view');
}

/** After a refusal: the script, when it was loaded before, reports nothing more, and its cookies go. */
export function stopReporting(id: string): void {
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

const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0];

/** The script's own switch. */
const switchOff = (id: string, off: boolean) => Object.assign(window, { [`ga-disable-${id}`]: off });

/** The script tells its commands from other entries by their type: they must be `arguments` objects. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}
