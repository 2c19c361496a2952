/** Returns a function that navigates once the success message has been shown; unmounting cancels it. */
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { navigationDelay, uploadNavigationDelay } from './navigation-delays.ts';
import { paths } from './paths.ts';

export function useDelayedNavigate() {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (to: string, delay: number = findNavigationDelay(to)) => {
      timer.current = setTimeout(() => navigate(to), delay);
    },
    [navigate],
  );
}

export const findNavigationDelay = (to: string): number =>
  to.split('?')[0] === paths.manage.vods.create ? uploadNavigationDelay : navigationDelay;
