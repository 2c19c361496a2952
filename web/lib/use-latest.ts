import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref to a value of the last render, for functions that keep their identity and are called after it. Effects use
 * `useEffectEvent` instead.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
