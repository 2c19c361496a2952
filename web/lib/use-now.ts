import { useEffect, useState } from 'react';

/** Returns the time, renewed at each interval; without one, it stands still. */
export function useNow(intervalMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (intervalMs === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
