/** The user's wish to skip the question for a club, stored in the account and in this browser. */

import { api } from '../../../lib/api.ts';
import { declineClubs, useHasDeclinedClubs } from '../../../lib/stored-clubs.ts';
import { useSession } from '../../../session/session.tsx';

export function useClubPromptDeclined(): [boolean, () => void] {
  const { isLoggedIn, isLiveUser, user, refresh } = useSession();
  return [
    useHasDeclinedClubs() || user?.declinesClubs === true,
    () => {
      declineClubs();
      // Already effective in this browser, so a failure is ignored.
      if (isLoggedIn && !isLiveUser)
        api('PATCH /users/me', { body: { declinesClubs: true } }).then(refresh, () => undefined);
    },
  ];
}
