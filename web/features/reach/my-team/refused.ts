/** Whether somebody does not want to be asked for their club: kept in the account, and in the browser it was said in. */

import { api } from '../../../lib/api.ts';
import { refuseHere, useRefusedHere } from '../../../lib/kept-clubs.ts';
import { useSession } from '../../../session/session.tsx';

export function useRefused(): [boolean, () => void] {
  const { isLoggedIn, isLiveUser, user, refresh } = useSession();
  return [
    useRefusedHere() || user?.declinesClubs === true,
    () => {
      refuseHere();
      // It holds in this browser already; a failure is nothing that somebody who wants to be left alone must hear of.
      if (isLoggedIn && !isLiveUser)
        api('PATCH /users/me', { body: { declinesClubs: true } }).then(refresh, () => undefined);
    },
  ];
}
