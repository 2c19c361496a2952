/**
 * The visitor's consent to analytics; undefined until the visitor presses one of two buttons. The browser stores it for
 * banner, cookie page and analytics in every open tab.
 */
import { useSyncExternalStore } from 'react';
import { createListeners, readStored, writeStored } from './use-stored.ts';

const key = 'cookies-accepted';
const [notify, subscribe] = createListeners(() => notify());

export function useConsent(): [boolean | undefined, (accepted: boolean) => void] {
  return [useSyncExternalStore(subscribe, readConsent), storeConsent];
}

function readConsent(): boolean | undefined {
  const stored = readStored(key);
  return typeof stored === 'boolean' ? stored : undefined;
}

function storeConsent(accepted: boolean): void {
  writeStored(key, accepted);
  notify();
}
