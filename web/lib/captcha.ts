/**
 * The invisible captcha of a form. Its script loads on the first interaction with a form, which keeps pages fast and
 * does not track visitors who only read. Without a site key, there is no captcha.
 */
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

export const captchaNotReady = 'El servicio reCAPTCHA no está listo. Inténtalo de nuevo.';
export const captchaNotVerified = 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.';

export class CaptchaError extends Error {}

let script: Promise<void> | undefined;

/**
 * Starts to load the script, at the first interaction with a form; later calls do nothing. A failure shows when the
 * form is sent.
 */
export function prepareCaptcha(): void {
  loadOnce().catch(() => undefined);
}

/** Requests a token for one submission; '' without a captcha. @throws {CaptchaError} with the text to show. */
export async function getCaptchaToken(action: string): Promise<string> {
  const config = await loadConfig();
  if (!config.captchaSiteKey) return '';
  await withTimeout(loadOnce(), 5000).catch(() => {
    throw new CaptchaError(captchaNotReady);
  });
  const captcha = window.grecaptcha;
  if (!captcha) throw new CaptchaError(captchaNotReady);
  const token = await withTimeout(captcha.execute(config.captchaSiteKey, { action }), 10_000).catch(() => '');
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

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return Promise.race([
    work,
    new Promise<T>((_, reject) => {
      setTimeout(() => reject(new Error(`Timed out after ${ms} ms`)), ms);
    }),
  ]);
}
