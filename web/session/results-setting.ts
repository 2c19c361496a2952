/** The setting 'Ocultar resultados', whose setter also updates the account. */
import { api, errorText } from '../lib/api.ts';
import { hideResults, useResultsHidden } from '../lib/results-visibility.ts';
import { toast } from '../ui/toaster.tsx';
import { useSession } from './session.tsx';

export function useResultsSetting(): [boolean, (hidden: boolean) => void] {
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
