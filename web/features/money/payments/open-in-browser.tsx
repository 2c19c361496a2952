/**
 * Inside a chat's own browser neither wallets nor the bank's app work well: offers the phone's browser instead, for this
 * page.
 */
import { chooseButtonLook } from '../../../ui/button.tsx';

/** Marks of the browsers inside Instagram, Facebook, Messenger, TikTok, Snapchat, LINE, Telegram and others. */
const chatBrowsers =
  /\b(Instagram|FBAN|FBAV|FB_IAB|Messenger|musical_ly|BytedanceWebview|Snapchat|Line\/|Telegram|WhatsApp)|; wv\)/;

export function OpenInBrowser() {
  const { userAgent } = navigator;
  if (!chatBrowsers.test(userAgent)) return null;
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 text-small">
      <p>Estás dentro de un chat, donde Bizum y los pagos con el móvil pueden fallar.</p>
      <a
        href={toBrowserAddress(location, /Android/.test(userAgent))}
        className={chooseButtonLook('secondary', 'medium')}
      >
        Abrir en el navegador
      </a>
    </div>
  );
}

/**
 * Android opens an intent with its default browser, iOS 17 and later this scheme with Safari. An intent has no hash of
 * its own: the page opens above its purchase sheet.
 */
function toBrowserAddress({ href, host, pathname, search, protocol }: Location, isAndroid: boolean): string {
  if (!isAndroid) return `x-safari-${href}`;
  const fallback = encodeURIComponent(href);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;S.browser_fallback_url=${fallback};end`;
}
