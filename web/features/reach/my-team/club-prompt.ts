/** The user's wish not to be asked for a club, stored in the account and in this browser. */

import { api } from '../../../lib/api.ts';
import { refuseHere, useRefusedHere } from '../../../lib/stored-clubs.ts';
import { useSession } from '../../../session/session.tsx';

export function useClubPromptDeclined(): [boolean, () => void] {
  const { isLoggedIn, isLiveUser, user, refresh } = useSession();
  return [
    useRefusedHere() || user?.declinesClubs === true,
    () => {
      refuseHere();
      // Already effective in this browser, so a failure is ignored.
      if (isLoggedIn && !isLiveUser)
        api('PATCH /users/me', { body: { declinesClubs: true } }).then(refresh, () => undefined);
    },
  ];
}
