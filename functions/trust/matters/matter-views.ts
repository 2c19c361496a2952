import { reviewFolder } from '../../../shared/domain/media-address.ts';
import { readClubNames } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { sumUpBuyers } from '../../money/payments/buyers.ts';
import { mediaUrl } from '../../platform/aws/addresses.ts';
import { signPicture } from '../../platform/shown/private-pictures.ts';
import { mayBeShown, type Showable } from '../../platform/shown/rules.ts';
import { isChosenVisible } from '../../platform/withholding/rules.ts';
import { clips, findClips } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import { listHiddenTogether, readHistory } from './history.ts';
import {
  canAppeal,
  canHide,
  canName,
  canWithhold,
  findUndoEnd,
  listAnswers,
  type StoredMatter,
  type Target,
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

const signReviewPicture = (address: string, now: number): Promise<string> =>
  signPicture(address.slice(mediaUrl('').length), reviewFolder, now);

/** Null if nothing could be hidden by a decision. Recordings that a matter hides already are counted too. */
async function countLoss(matter: StoredMatter, isAdmin: boolean, now: number) {
  const { target } = matter;
  if (!target || !listAnswers(matter, isAdmin).includes('HIDE')) return null;
  const [watchers, recordings, buyers] = await Promise.all([
    findItem(target).then((item) => findWatchers(item, now)),
    target.kind === 'events' ? findVodsOfEvent(target.id).then((rows) => vods.items(rows)) : [],
    countBuyers(target),
  ]);
  const published = recordings.filter((item) => item.status === 'FINISHED' && isChosenVisible(item));
  return { watchers, buyers, recordings: published.length, clips: await countClips(target) };
}

/** Audience that may watch the item now. */
function findWatchers(item: Showable | undefined, now: number) {
  const isOpenTo = (audience: 'EVERYBODY' | 'FAMILIES') => item && mayBeShown(item, audience, 'page', now).ok;
  return isOpenTo('EVERYBODY') ? 'EVERYBODY' : isOpenTo('FAMILIES') ? 'FAMILIES' : 'NOBODY';
}

function findItem({ kind, id }: Target): Promise<Showable | undefined> {
  if (kind === 'events') return events.get(id);
  if (kind === 'vods') return vods.get(id);
  return kind === 'clips' ? clips.get(id) : contentVideos.get(id);
}

/** A recording is sold with its match. */
async function countBuyers({ kind, id }: Target): Promise<number> {
  const eventId = kind === 'events' ? id : kind === 'vods' ? (await vods.get(id))?.sportEventId : undefined;
  return eventId ? (await sumUpBuyers(eventId, 0)).buyers : 0;
}

async function countClips({ kind, id }: Target): Promise<number> {
  const rows =
    kind === 'events' ? await findClips({ sportEventId: id }) : kind === 'vods' ? await findClips({ vodId: id }) : [];
  return rows.filter(({ visible }) => visible).length;
}
