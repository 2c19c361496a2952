/** Counts who and what loses by hiding the item of a matter, for the staff that decide on it. */
import { events } from '../../league/events/store.ts';
import { sumUpBuyers } from '../../money/payments/buyers.ts';
import { mayBeShown, type Showable } from '../../platform/shown/rules.ts';
import { isChosenVisible } from '../../platform/withholding/rules.ts';
import { clips, findClips, findClipsOfMatch } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import { listAnswers, type StoredMatter, type Target } from './rules.ts';

/** Null if nothing could be hidden by a decision. Recordings that a matter hides already are counted too. */
export async function countLoss(matter: StoredMatter, isAdmin: boolean, now: number) {
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
  const rows = kind === 'events' ? await findClipsOfMatch(id) : kind === 'vods' ? await findClips(id) : [];
  return rows.filter(({ visible }) => visible).length;
}
