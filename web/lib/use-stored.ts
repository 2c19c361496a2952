/**
 * State in localStorage, such as a list's filters. `accept` validates the stored value, which an older release or the
 * user may have written.
 */
import { useCallback, useState } from 'react';

export function useStored<T>(
  key: string,
  initial: T,
  accept: (stored: unknown) => stored is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = readStored(key);
    return accept(stored) ? stored : initial;
  });
  const store = useCallback(
    (next: T) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, store];
}

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value. Private windows and full disks refuse; pages work without stored state. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined || value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {}
}

/** Calls `listener` when another tab stores the value; the returned function unsubscribes. */
export function onStoredByAnotherTab(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // The event has no key when all storage is cleared.
    if (event.key === prefix + key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/**
 * Those who follow a value that a module keeps. `onOtherTab` runs when another tab has changed stored data, or the
 * browser's data was cleared.
 */
export function createListeners(onOtherTab?: () => void) {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    // A second registration of the same function has no effect.
    if (onOtherTab) addEventListener('storage', onOtherTab);
    return () => void listeners.delete(listener);
  }
  return [notify, subscribe] as const;
}

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const prefix = 'cantera:';
