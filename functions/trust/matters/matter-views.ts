import { readClubNames } from '../../league/clubs/store.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import { countLoss } from './hide-loss.ts';
import { listHiddenTogether, readHistory } from './history.ts';
import { signReviewPicture } from './review-picture.ts';
import {
  canAppeal,
  canHide,
  canName,
  canWithhold,
  findUndoEnd,
  listAnswers,
  type StoredMatter,
  toTitle,
} from './rules.ts';
import { matters } from './store.ts';

export async function toFollowed(matter: StoredMatter, now: number) {
  const { number, kind, state, createdAt, deadline, holds, steps, decision } = matter;
  const { shown, isDistrusted } = await readHistory(matter, now);
  const isPending = decision && !decision.isSettled;
  return {
    number,
    kind,
    createdAt,
    deadline,
    title: toTitle(matter),
    isHidden: holds,
    // A decision that can still be undone is not shown yet.
    state: isPending ? decision.before.state : state,
    steps: isPending ? steps.slice(0, -1) : steps,
    canAppeal: canAppeal(matter),
    canHide: canHide(matter, shown, isDistrusted),
  };
}

export const toRow = (matter: StoredMatter) => {
  const { id, number, kind, state, createdAt, deadline, reason, minor, holds, target } = matter;
  return {
    id,
    number,
    kind,
    state,
    createdAt,
    deadline,
    reason,
    minor,
    title: toTitle(matter),
    isFound: canWithhold(target),
    isHidden: holds,
  };
};

export async function toStaffView(matter: StoredMatter, isAdmin: boolean, now: number) {
  const { version, target, about, page, second, relation, message, writer, steps } = matter;
  return {
    ...toRow(matter),
    version,
    about: about || page,
    second,
    relation,
    message,
    steps,
    path: target?.path ?? null,
    // The address is signed, because the edge refuses public addresses of withheld items and of matches for families.
    picture: target?.picture ? await signReviewPicture(target.picture, now) : null,
    writer: isAdmin ? writer : null,
    clubs: await readClubNames(target?.clubIds ?? [], 'staff'),
    answers: listAnswers(matter, isAdmin),
    loss: await countLoss(matter, isAdmin, now),
    canName: canName(matter, isAdmin),
    recordings: await listRecordings(target),
    sameOrigin: isAdmin ? await listSameOrigin(matter) : [],
    canAppeal: !isAdmin && canAppeal(matter),
    undoUntil: findUndoEnd(matter, now),
  };
}

/** Fewer matters of one origin are looked at one by one. */
const manyHides = 3;

async function listSameOrigin(matter: StoredMatter) {
  const rows = await listHiddenTogether(matter);
  if (rows.length < manyHides) return [];
  return (await matters.items(rows)).map((one) => ({ id: one.id, number: one.number, title: toTitle(one) }));
}

async function listRecordings(target: StoredMatter['target']) {
  if (target?.kind === 'vods') return [{ id: target.id, title: target.title }];
  if (target?.kind !== 'events') return [];
  return (await vods.items(await findVodsOfEvent(target.id))).map(({ id, title }) => ({ id, title }));
}
