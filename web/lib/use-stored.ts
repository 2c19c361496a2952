/**
 * State that survives leaving the page, in the browser's own storage: filters remembered per page, dismissed banners.
 * What is stored may have been written by an older version or by hand, so `accept` judges it before it is used.
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

/** Private windows and full disks refuse to store; the page works on without memory. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined || value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {}
}

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const prefix = 'cantera:';
