/** The value as it was when it last stood still for `delay` ms; searches wait for it (A-CONST-8). */
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
