/** Views of a matter: for its writer, and for the staff. */
import { clubNames } from '../../league/clubs/store.ts';
import { toTitle } from './emails.ts';
import { canAppeal, listAnswers, type StoredMatter, undoUntil } from './rules.ts';

export const toFollowed = (matter: StoredMatter) => {
  const { number, kind, state, createdAt, deadline, holds, steps, decision } = matter;
  const isPending = decision && !decision.isSettled;
  return {
    ...{ number, kind, createdAt, deadline, title: toTitle(matter), isHidden: holds },
    // A decision that can still be undone has not been taken yet.
    state: isPending ? decision.before.state : state,
    steps: isPending ? steps.slice(0, -1) : steps,
    canAppeal: canAppeal(matter),
  };
};

export const toRow = (matter: StoredMatter) => {
  const { id, number, kind, state, createdAt, deadline, reason, holds } = matter;
  return { ...{ id, number, kind, state, createdAt, deadline, reason }, title: toTitle(matter), isHidden: holds };
};

export async function toStaffView(matter: StoredMatter, isAdmin: boolean, now: number) {
  const { version, target, about, page, second, relation, minor, message, writer, steps } = matter;
  return {
    ...toRow(matter),
    ...{ version, about: about || page, second, relation, minor, message, steps },
    path: target?.path ?? null,
    picture: target?.picture ?? null,
    writer: isAdmin ? writer : null,
    clubs: await clubNames(target?.clubIds ?? [], 'staff'),
    answers: listAnswers(matter, isAdmin),
    canAppeal: !isAdmin && canAppeal(matter),
    undoUntil: undoUntil(matter, now),
  };
}
