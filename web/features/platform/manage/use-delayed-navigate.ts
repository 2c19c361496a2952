/** Moves on after a success has been read; leaving the page first cancels it (A-CONST-7). */
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { navigationDelay } from '../../../lib/delays.ts';

export function useDelayedNavigate() {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (to: string, delay: number = navigationDelay) => {
      timer.current = setTimeout(() => navigate(to), delay);
    },
    [navigate],
  );
}
