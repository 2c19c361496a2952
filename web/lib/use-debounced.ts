/** Returns the value once it has not changed for `delay` milliseconds; for searches. */
import { useEffect, useState } from 'react';

export const searchDelay = 500;

export function useDebounced<T>(value: T, delay: number = searchDelay): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
