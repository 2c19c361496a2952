/**
 * The invisible captcha of a form. Its script loads once a form is on the screen, so that it is ready when the form is
 * sent on a slow line; visitors who only read are not tracked. Without a site key, there is no captcha.
 */
import { type ErrorText, withRequestId } from './api.ts';
import { type AppConfig, loadConfig } from './config.ts';

interface Grecaptcha {
  ready: (done: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const captchaNotReady = 'El servicio reCAPTCHA no está listo. Inténtalo de nuevo.';
const captchaNotVerified = 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.';

const captchaSlow = 'Tu conexión va lenta. Pulsa otra vez';

/** Milliseconds that a submission waits for the script and its token. */
const patienceMs = 15_000;

export class CaptchaError extends Error {}

/** Returns the text of a form that could not be sent: the captcha's, or the form's own. */
export const describeUnsent = (error: unknown, text: string): ErrorText | string =>
  error instanceof CaptchaError ? error.message : withRequestId(error, text);

/** Returns the text of the forms that create an account. */
export const describeMissingCaptcha = ({ message }: CaptchaError): string =>
  message === captchaSlow ? message : 'El captcha no está listo, vuelve a intentarlo';

let script: Promise<void> | undefined;

/** The `ref` of a form: loads the script once the form is on the screen. A failure shows when the form is sent. */
export function prepareCaptcha(form: Element | null): (() => void) | undefined {
  const start = () => void loadOnce().catch(() => undefined);
  if (!form) return undefined;
  if (!globalThis.IntersectionObserver) {
    start();
    return undefined;
  }
  const sight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start();
  });
  sight.observe(form);
  return () => sight.disconnect();
}

/**
 * Requests a token for one submission; '' without a captcha. The script goes on loading after a timeout, so that the
 * next submission profits from it. @throws {CaptchaError} with the text to show.
 */
export function getCaptchaToken(action: string): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CaptchaError(captchaSlow)), patienceMs);
  });
  return Promise.race([requestToken(action), timeout]).finally(() => clearTimeout(timer));
}

async function requestToken(action: string): Promise<string> {
  const config = await loadConfig();
  if (!config.captchaSiteKey) return '';
  await loadOnce().catch(() => undefined);
  const captcha = window.grecaptcha;
  if (!captcha) throw new CaptchaError(captchaNotReady);
  const token = await captcha.execute(config.captchaSiteKey, { action }).catch(() => '');
  if (!token) throw new CaptchaError(captchaNotVerified);
  return token;
}

/** Loads the script once; after a failure, the next call tries again. */
function loadOnce(): Promise<void> {
  script ??= loadConfig()
    .then(load)
    .catch((error: unknown) => {
      script = undefined;
      throw error;
    });
  return script;
}

function load(config: AppConfig): Promise<void> {
  if (!config.captchaSiteKey || window.grecaptcha) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${config.captchaUrl}/recaptcha/api.js?render=${encodeURIComponent(config.captchaSiteKey)}`;
    element.async = true;
    element.onload = () =>
      window.grecaptcha ? window.grecaptcha.ready(resolve) : reject(new Error('grecaptcha is not defined'));
    element.onerror = () => {
      element.remove();
      reject(new Error('The captcha script failed to load'));
    };
    document.head.append(element);
  });
}
