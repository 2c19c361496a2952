/** Clips that viewers cut, where the club allows it. */
import type * as z from 'zod';
import type { NewViewerClip } from '../../../shared/contract/clips.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import { clubs, type StoredClub } from '../../league/clubs/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { type Limit, spend } from '../../platform/limits/limits.ts';
import type { StoredVod } from '../vods/rules.ts';
import { requireCuttable, storeClip } from './create-clip.ts';
import { allowsViewerClips, findPartFrom, maxViewerClips, type StoredClip } from './rules.ts';
import { findViewerClips } from './store.ts';

/** Limit per user and day: each clip is an encoding. */
const viewerCuts: Limit = { name: 'own-clips', max: 20, minutes: 24 * 60 };

/** Creates the clip, or returns the user's existing one. The caller checks access to the recording. */
export async function createViewerClip(
  vod: StoredVod,
  { title, start, seconds }: z.output<typeof NewViewerClip>,
  { user }: Caller,
  now: number,
): Promise<StoredClip> {
  const club = await findAllowingClub(vod);
  const { duration } = requireCuttable(vod);
  const part = findPartFrom(toRecordedSecond(vod.withdrawn ?? [], start), seconds, duration);
  if (!part) throw new ApiError('CLP4000');
  if ((await findViewerClips(user.id)).length >= maxViewerClips) throw new ApiError('CLP4091');
  await spend(viewerCuts, user.id, `Hoy ya has cortado ${viewerCuts.max} clips. Mañana puedes cortar más.`, now);
  return storeClip(vod, club, { title, userId: user.id }, part, now);
}

/** The first of the match's clubs that allows viewers to cut. */
async function findAllowingClub({ clubIds }: Pick<StoredVod, 'clubIds'>): Promise<StoredClub> {
  const club = (await Promise.all(clubIds.map((id) => clubs.get(id)))).find(allowsViewerClips);
  if (!club) throw new ApiError('CLP4030');
  return club;
}
