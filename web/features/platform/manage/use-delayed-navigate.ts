/** Returns a function that navigates once the success message has been shown; unmounting cancels it. */
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { navigationDelay } from '../../../lib/navigation-delays.ts';

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
