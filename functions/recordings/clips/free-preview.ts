/**
 * 'Ver un momento gratis' (row E-PAY-2): half a minute that a club has chosen, as a clip of its own, so that what opens it
 * opens nothing else. Each network watches one of a match.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { updateItem } from '../../platform/aws/dynamo.ts';
import { hashValue, toNetwork } from '../../platform/limits/limits.ts';
import { removeMedia } from '../media/media-kinds.ts';
import type { StoredVod } from '../vods/rules.ts';
import { clubOf, cutOut, requireCuttable, spendCut } from './create-clip.ts';
import { isOpenOnce, partFrom, type StoredClip } from './rules.ts';
import { forgetCut, freeMomentsOf, surroundingsOf } from './store.ts';

const momentSeconds = 30;

/** In place of the one that its club had chosen before. */
export async function chooseFreeMoment(
  vod: StoredVod,
  { start, clubId }: { start: number; clubId?: string | undefined },
  caller: Caller,
  now: number,
): Promise<StoredClip> {
  const { duration } = requireCuttable(vod);
  const club = await clubOf(vod, clubId, caller);
  const part = partFrom(start, Math.min(momentSeconds, duration), duration);
  if (!part) throw new ApiError('CLP4000');
  await spendCut(caller, now);
  const chosen = await cutOut(vod, club, { title: 'Momento gratis', isFree: true }, part, now);
  for (const clip of await freeMomentsOf(vod.id))
    if (clip.id !== chosen.id && clip.clubId === club.id) await removeMedia('clips', clip.id, now, forgetCut(clip));
  return chosen;
}

/** The latest that anybody has chosen and that may be seen now. */
export async function freeMomentOf(vodId: string): Promise<(StoredClip & { generation: string }) | undefined> {
  for (const clip of await freeMomentsOf(vodId)) {
    const { generation } = clip;
    if (generation && isOpenOnce(clip, await surroundingsOf(clip))) return { ...clip, generation };
  }
  return undefined;
}

/** From the first time on: a page that was loaded again, or an answer that was lost, costs nobody their moment. */
const openMs = 5 * 60_000;
/** Matches are watched within some weeks. Of whom it was, only a hash of the network is kept, and no longer than this. */
const keptSeconds = 90 * 86_400;

/** Until when (ms) somebody there may watch the moment of this match; undefined when they have. */
export async function takeFreeMoment(match: string, address: string, now: number): Promise<number | undefined> {
  const { seenAt } = await updateItem<{ seenAt: number }>(
    'sessions',
    { pk: `FREE#${hashValue(match, toNetwork(address))}`, sk: 'MOMENT' },
    {
      expression: 'SET seenAt = if_not_exists(seenAt, :now), expiresAt = if_not_exists(expiresAt, :end)',
      values: { ':now': now, ':end': Math.ceil(now / 1000) + keptSeconds },
    },
  );
  const until = seenAt + openMs;
  return now < until ? until : undefined;
}
