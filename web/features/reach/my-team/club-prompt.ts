/** The viewer's choice to be asked for no club, stored in the account and in this browser. */

import { api } from '../../../lib/api.ts';
import { declineClubs, useHasDeclinedClubs } from '../../../lib/stored-clubs.ts';
import { useSession } from '../../../session/session.tsx';

export function useClubPromptDeclined(): [boolean, () => void] {
  const { isLoggedIn, isLiveUser, user, refresh } = useSession();
  return [
    useHasDeclinedClubs() || user?.declinesClubs === true,
    () => {
      declineClubs();
      // It is already stored in this browser, so a failure is ignored.
      if (isLoggedIn && !isLiveUser)
        api('PATCH /users/me', { body: { declinesClubs: true } }).then(refresh, () => undefined);
    },
  ];
}
