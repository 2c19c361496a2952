/** Whether results are hidden, and the way to change it: at once in this browser, and in the account of who is here. */
import { api, errorText } from '../lib/api.ts';
import { hideResults, useResultsHidden } from '../lib/results.ts';
import { toast } from '../ui/toaster.tsx';
import { useSession } from './session.tsx';

export function useHideResults(): [boolean, (hidden: boolean) => void] {
  const { isLoggedIn, refresh } = useSession();
  return [
    useResultsHidden(),
    (hidden) => {
      hideResults(hidden);
      if (!isLoggedIn) return;
      api('PATCH /users/me', { body: { hidesResults: hidden } })
        .then(refresh)
        .catch((error: unknown) => toast.error(errorText(error)));
    },
  ];
}
