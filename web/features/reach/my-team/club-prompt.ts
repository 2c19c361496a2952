/** The viewer's choice not to be asked for a club, stored in the account and in this browser. */

import { api } from '../../../lib/api.ts';
import { declineClubs, useHasDeclinedClubs } from '../../../lib/stored-clubs.ts';
import { useSession } from '../../../session/session.tsx';

export function useClubPromptDeclined(): [boolean, () => void] {
  const { isLoggedIn, isLiveUser, user, refresh } = useSession();
  return [
    useHasDeclinedClubs() || user?.declinesClubs === true,
    () => {
      declineClubs();
      // This browser has stored the choice already, so a failure does not matter.
      if (isLoggedIn && !isLiveUser)
        api('PATCH /users/me', { body: { declinesClubs: true } }).then(refresh, () => undefined);
    },
  ];
}
